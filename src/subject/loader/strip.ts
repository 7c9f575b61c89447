import path from "node:path";
import { parseSync } from "oxc-parser";
import { transformSync } from "oxc-transform";
import { LoadError } from "./load-error.ts";
import type { Language, SourceFile, Stripped } from "./source-file.ts";
import { hasStandardDecorators, lowerDecorators, toCommonJs } from "./lower-decorators.ts";

/** The grammar of a file, or undefined when its extension is not one of code. */
export function languageOf(file: string): Language | undefined {
  switch (path.extname(file)) {
    case ".ts":
    case ".mts":
    case ".cts":
      return "ts";
    case ".tsx":
      return "tsx";
    case ".js":
    case ".mjs":
    case ".cjs":
    case "":
      return "js";
    case ".jsx":
      return "jsx";
    default:
      return undefined;
  }
}

/**
 * Turns TypeScript and JSX into JavaScript that every supported Node runs; a map is made only when
 * asked for.
 */
export function strip(input: SourceFile, wantsMap: "map" | "no map"): Stripped {
  const language = languageOf(input.file) ?? "js";
  if (input.interop !== undefined && input.sourceType === "commonjs") return toCommonJs(input);
  if (hasStandardDecorators(input, language)) return lowerDecorators(input);
  if (language === "js" && !needsLowering(input.source)) {
    return { code: input.source, map: undefined };
  }
  const result = transformSync(input.file, input.source, {
    ...input.options,
    lang: language,
    sourceType: input.sourceType,
    sourcemap: wantsMap === "map",
  });
  if (result.errors.length > 0) throw syntaxError(input, result.errors[0]?.message);
  return { code: result.code, map: result.map };
}

/** The error for a file that does not parse, pointing at the user's own text. */
export function syntaxError(input: SourceFile, fallback: string | undefined): LoadError {
  const { errors } = parseSync(input.file, input.source, {
    lang: languageOf(input.file) ?? "js",
    sourceType: input.sourceType,
    showSemanticErrors: true,
  });
  const error = errors[0];
  const message = error?.message ?? fallback ?? "this file does not parse";
  return new LoadError({
    code: "SYNTAX",
    what: `syntax error: ${message}`,
    file: input.file,
    at: { source: input.source, offset: error?.labels[0]?.start ?? 0 },
    help: error?.helpMessage ?? undefined,
  });
}

// --- inside ---

/**
 * JavaScript is kept as it is written unless it uses what Node 20 lacks. HTML-like comments are
 * text to a module but comments to a script, and we compile scripts, so files that seem to have
 * them are printed anew.
 */
function needsLowering(source: string): boolean {
  return /\busing\b|<!--|-->/.test(source);
}
