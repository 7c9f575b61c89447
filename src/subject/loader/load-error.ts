import { codeFrame, positionAt } from "./source-text.ts";

/** Why a file could not be loaded; `SYNTAX` and `UNRESOLVED_IMPORT` are the everyday ones. */
export type LoadErrorCode =
  | "FILE_NOT_FOUND"
  | "UNRESOLVED_IMPORT"
  | "SYNTAX"
  | "UNSUPPORTED_FILE"
  | "TSCONFIG"
  | "SEAM";

/** What a {@link LoadError} is made of. */
export interface LoadErrorParts {
  readonly code: LoadErrorCode;
  readonly what: string;
  readonly file: string;
  /** Where in `source` the trouble is; both or neither. */
  readonly at?: { readonly source: string; readonly offset: number } | undefined;
  readonly help?: string | undefined;
  readonly cause?: unknown;
}

/** The user's code cannot be loaded: says which file and line, shows the text, and what to do. */
export class LoadError extends Error {
  override readonly name: string = "LoadError";
  readonly code: LoadErrorCode;
  readonly what: string;
  readonly file: string;
  /** Counted from 1, as editors do. */
  readonly line: number | undefined;
  /** Counted from 1, as editors do. */
  readonly column: number | undefined;
  /** The user's own text with a caret, or undefined when no single line is to blame. */
  readonly frame: string | undefined;
  readonly help: string | undefined;

  constructor(parts: LoadErrorParts) {
    const position =
      parts.at === undefined ? undefined : positionAt(parts.at.source, parts.at.offset);
    const frame =
      parts.at === undefined || position === undefined
        ? undefined
        : codeFrame(parts.at.source, position);
    const where =
      position === undefined
        ? parts.file
        : `${parts.file}:${String(position.line)}:${String(position.column)}`;
    super(
      [parts.what, `  --> ${where}`, ...(frame === undefined ? [] : [frame])].join("\n"),
      parts.cause === undefined ? undefined : { cause: parts.cause },
    );
    this.code = parts.code;
    this.what = parts.what;
    this.file = parts.file;
    this.line = position?.line;
    this.column = position?.column;
    this.frame = frame;
    this.help = parts.help;
  }
}
