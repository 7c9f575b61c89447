import path from "node:path";
import { parseSync } from "oxc-parser";
import type { TransformOptions } from "oxc-transform";
import { analyseCjs } from "./analyse-cjs.ts";
import { analyseEsm } from "./analyse-esm.ts";
import type { Analysis } from "./analysis.ts";
import { LoadError } from "./load-error.ts";
import { languageOf } from "./strip.ts";

/** A file as read from disk, with what its surroundings say about it. */
export interface RawFile {
  readonly file: string;
  readonly source: string;
  readonly packageType: "module" | "commonjs" | undefined;
  readonly options: TransformOptions;
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
  return formatOf(raw) === "esm"
    ? analyseEsm({ file, source, options, sourceType: "module" })
    : analyseCjs({ file, source, options, sourceType: "commonjs" });
}

// --- inside ---

function formatOf({ file, source, packageType }: RawFile): "esm" | "cjs" {
  switch (path.extname(file)) {
    case ".mjs":
    case ".mts":
      return "esm";
    case ".cjs":
    case ".cts":
      return "cjs";
    default:
  }
  if (packageType === "module") return "esm";
  // Node asks the syntax when the package says nothing. We also ask it in a `commonjs` package,
  // because TypeScript projects write `import` there and have it compiled away.
  const { program } = parseSync(file, source, {
    lang: languageOf(file) ?? "js",
    sourceType: "unambiguous",
  });
  return program.sourceType === "module" ? "esm" : "cjs";
}
