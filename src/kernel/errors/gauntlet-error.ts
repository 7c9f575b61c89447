/** The parts of an error that a user can act on; the report room lays them out. */
export interface ErrorParts {
  /** A stable code such as `T003`. */
  readonly code: string;
  /** What is wrong: lowercase, stands alone, names the thing in backticks. */
  readonly what: string;
  /** Where: `file:line:col`, a flag, a config key, a decision number. */
  readonly where?: string | undefined;
  /** The same as a way through the data, where there is data: `/steps/3/duration`. */
  readonly pointer?: string | undefined;
  /** The user's own text with a caret under the smallest part. */
  readonly frame?: readonly string[] | undefined;
  /** Why it matters, or what was seen against what was expected. */
  readonly note?: string | undefined;
  /** One thing to do, ideally a command to paste. */
  readonly help?: string | undefined;
}

/** An error whose cause is the user's input, never our own bug: it is shown without a stack. */
export class GauntletError extends Error implements ErrorParts {
  override readonly name: string = "GauntletError";
  readonly code: string;
  readonly what: string;
  readonly where: string | undefined;
  readonly pointer: string | undefined;
  readonly frame: readonly string[] | undefined;
  readonly note: string | undefined;
  readonly help: string | undefined;

  constructor(parts: ErrorParts) {
    super(parts.where === undefined ? parts.what : `${parts.where}: ${parts.what}`);
    this.code = parts.code;
    this.what = parts.what;
    this.where = parts.where;
    this.pointer = parts.pointer;
    this.frame = parts.frame;
    this.note = parts.note;
    this.help = parts.help;
  }
}

/** Lays an error out in the grammar `error[code]: what`, `--> where`, `note:`, `help:`. */
export function errorText(parts: ErrorParts): string {
  const lines = [`error[${parts.code}]: ${parts.what}`];
  if (parts.where !== undefined) lines.push(`  --> ${parts.where}`);
  for (const line of parts.frame ?? []) lines.push(`   ${line}`);
  if (parts.note !== undefined) lines.push(`note: ${parts.note}`);
  if (parts.help !== undefined) lines.push(`help: ${parts.help}`);
  return lines.join("\n");
}
