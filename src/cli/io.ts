/** What a command may touch of the outside: arguments come in, text goes out, nothing else. */
export interface Io {
  readonly cwd: string;
  /** The width of the terminal that gets the result; undefined where no terminal does. */
  readonly outColumns?: number | undefined;
  /** The same for progress and talk. */
  readonly errColumns?: number | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The result; with `--json` one document. */
  out(text: string): void;
  /** Progress and talk. */
  err(text: string): void;
  /** Is aborted when the user interrupts. */
  readonly signal: AbortSignal;
  /** The words of the command line; `runCli` sets them, and when it began. */
  readonly argv?: readonly string[];
  readonly startedAt?: Date;
}

/** Exit codes, as documented. */
export const exitCodes = {
  held: 0,
  broken: 1,
  usage: 2,
  unknown: 3,
  bug: 70,
  interrupted: 130,
} as const;
