import type { SourceMap, TransformOptions } from "oxc-transform";
import type { Interop } from "./interop.ts";

/** Which grammar a file is written in, by its extension. */
export type Language = "ts" | "tsx" | "js" | "jsx";

/** Plain JavaScript, and how it relates to what the user wrote. */
export interface Stripped {
  readonly code: string;
  readonly map: SourceMap | undefined;
}

/** A file as the user wrote it, and how to read it. */
export interface SourceFile {
  readonly file: string;
  readonly source: string;
  readonly sourceType: "module" | "commonjs" | "unambiguous";
  readonly options: TransformOptions;
  /** Set where the project makes CommonJS of what is written with `import`. */
  readonly interop?: Interop | undefined;
}
