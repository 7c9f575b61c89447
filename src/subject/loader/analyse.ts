import path from "node:path";
import { parseSync } from "oxc-parser";
import type { TransformOptions } from "oxc-transform";
import { analyseCjs } from "./analyse-cjs.ts";
import { analyseEsm } from "./analyse-esm.ts";
import type { Analysis } from "./analysis.ts";
import type { Interop } from "./interop.ts";
import { LoadError } from "./load-error.ts";
import { languageOf } from "./strip.ts";

/** A file as read from disk, with what its surroundings say about it. */
export interface RawFile {
  readonly file: string;
  readonly source: string;
  readonly packageType: "module" | "commonjs" | undefined;
  readonly options: TransformOptions;
  /** Set where the project makes CommonJS of what is written with `import`. */
  readonly interop: Interop | undefined;
}

/** Decides which kind of module a file is, as Node does, and reads it. */
export function analyse(raw: RawFile): Analysis {
  const { file, source, options } = raw;
  if (path.extname(file) === ".json") return { format: "json", code: source };
  if (languageOf(file) === undefined) {
    throw new LoadError({
      code: "UNSUPPORTED_FILE",
      what: `cannot import a \`${path.extname(file)}\` file`,
      file,
      help: "import a JavaScript, TypeScript or JSON file",
    });
  }
  const { format, interop } = formatOf(raw);
  return format === "esm"
    ? analyseEsm({ file, source, options, sourceType: "module", interop })
    : analyseCjs({ file, source, options, sourceType: "commonjs", interop });
}

// --- inside ---

interface Format {
  readonly format: "esm" | "cjs";
  readonly interop: Interop | undefined;
}

function formatOf({ file, source, packageType, interop }: RawFile): Format {
  const native = (format: Format["format"]): Format => ({ format, interop: undefined });
  switch (path.extname(file)) {
    case ".mjs":
    case ".mts":
      return native("esm");
    case ".cjs":
      return native("cjs");
    default:
  }
  if (packageType === "module" && interop === undefined) return native("esm");
  // Node asks the syntax when the package says nothing. We also ask it in a `commonjs` package,
  // because TypeScript projects write `import` there and have it compiled away.
  const { program } = parseSync(file, source, {
    lang: languageOf(file) ?? "js",
    sourceType: "unambiguous",
  });
  if (program.sourceType !== "module") return native("cjs");
  if (interop === undefined) return native(path.extname(file) === ".cts" ? "cjs" : "esm");
  // What a file is as a whole cannot be said in the exports of an ES module.
  const isWhole = program.body.some(({ type }) => type === "TSExportAssignment");
  return { format: isWhole ? "cjs" : "esm", interop };
}
