/** What kind of harm a parameter can do where it ends up. */
export type SinkKind =
  /** Text that a shell reads. */
  | "shell"
  /** The program that is started, or an option of it that runs code. */
  | "argv"
  | "import"
  /** Text or bytes that become code or live objects. */
  | "deserialization"
  | "fs write"
  | "path traversal"
  | "symlink"
  | "ipc"
  | "ssrf"
  | "sql"
  | "config mutation"
  | "prototype pollution"
  /** A regular expression, which can take for ever. */
  | "redos";

/** All kinds, in the order in which they are told. */
export const sinkKinds: readonly SinkKind[] = [
  "shell",
  "argv",
  "import",
  "deserialization",
  "fs write",
  "path traversal",
  "symlink",
  "ipc",
  "ssrf",
  "sql",
  "config mutation",
  "prototype pollution",
  "redos",
];

/** A way from a parameter to a place where its text can do harm. */
export interface Sink {
  readonly kind: SinkKind;
  /** The parameter, or the name that it is taken apart into. */
  readonly param: string;
  /** Whose parameter: the call's own, or the constructor's, whose value lives in a field. */
  readonly of: "call" | "constructor";
  /** Which parameter, from 0, and the keys inside of it that lead to the text. */
  readonly index: number;
  readonly keys: readonly string[];
  /** `child_process.exec`. */
  readonly sink: string;
  readonly place: { readonly file: string; readonly line: number };
  /** How it gets there, step by step, in words. */
  readonly path: readonly string[];
  /** What makes it harmless, where something does: `path.basename`. */
  readonly isSanitised: string | undefined;
}

/** The sinks of one function or method, named as a `CallPlan` names it. */
export interface FunctionSinks {
  readonly name: string;
  readonly place: { readonly file: string; readonly line: number };
  readonly sinks: readonly Sink[];
}
