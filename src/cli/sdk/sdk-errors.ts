import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";

/** What was asked cannot be done as it was asked: a flag, a file, the configuration. */
export class GauntletUsageError extends GauntletError {
  override readonly name: string = "GauntletUsageError";
}

/** The command line ended without a document, or said itself that it has a bug. */
export class GauntletBugError extends Error {
  override readonly name: string = "GauntletBugError";
  readonly code: string = "D003";
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** The end of what it wrote there. */
  readonly stderr: string;

  constructor(
    message: string,
    ended: {
      readonly exitCode: number | null;
      readonly signal: string | null;
      readonly stderr: string;
    },
  ) {
    super(message);
    this.exitCode = ended.exitCode;
    this.signal = ended.signal;
    this.stderr = ended.stderr;
  }
}

/** A child could not be started, or did not take its input. */
export class SpawnError extends Error {
  override readonly name: string = "SpawnError";
  /** Such as `ENOENT`, `EACCES`, `EPIPE`. */
  readonly code: string;
  /** What it is about: the program, the folder to work in, or the input of the child. */
  readonly subject: "program" | "cwd" | "stdin";
  /** Of the program or the folder. */
  readonly path: string;
  /** How the child ended, where it was started. */
  readonly end: { readonly code: number | null; readonly signal: string | null } | undefined;

  constructor(parts: {
    readonly code: string;
    readonly subject: "program" | "cwd" | "stdin";
    readonly path: string;
    readonly end?: SpawnError["end"];
    readonly cause?: unknown;
  }) {
    const { code, subject, path, end, cause } = parts;
    super(`${sentences[subject]}: ${path} (${code})`, { cause });
    this.code = code;
    this.subject = subject;
    this.path = path;
    this.end = end;
  }
}

// --- inside ---

const sentences = {
  program: "the program cannot be started",
  cwd: "the folder to work in cannot be entered",
  stdin: "the program did not read all of its input",
} as const;
