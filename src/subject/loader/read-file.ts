import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { analyse } from "./analyse.ts";
import { analyseEsm } from "./analyse-esm.ts";
import type { Analysis } from "./analysis.ts";
import type { AnalysisCache } from "./disk-cache.ts";
import { isTooDeep, tooDeepText } from "../../kernel/failure/too-deep.ts";
import { createFindInterop, type ModuleSetting } from "./find-interop.ts";
import { LoadError } from "./load-error.ts";
import { createPackageScopes } from "./project-root.ts";
import { createTsconfigs } from "./tsconfig.ts";

/** A file's text and what is known of it. */
export interface ReadFile {
  readonly source: string;
  readonly analysis: Analysis;
}

/** Reads and analyses a file; throws a LoadError when it is not there or does not parse. */
export type FileReader = (file: string) => ReadFile;

/**
 * Makes a reader; `cache` remembers analyses by content, so a reader for a changed tree costs only
 * what changed.
 */
export function createFileReader(
  cache: AnalysisCache,
  sources: ReadonlyMap<string, string> = new Map<string, string>(),
  module: ModuleSetting = "auto",
): FileReader {
  const packageScope = createPackageScopes();
  const tsconfig = createTsconfigs();
  const findInterop = createFindInterop(module);
  return (file) => {
    const given = sources.get(file);
    const source = given ?? readSource(file);
    const scope = packageScope(file);
    const packageType = scope?.type;
    const options = tsconfig(file);
    if (given !== undefined) {
      return { source, analysis: analyseEsm({ file, source, options, sourceType: "module" }) };
    }
    const interop = findInterop(file, scope);
    const key = createHash("sha256")
      .update(JSON.stringify([file, packageType, options, interop]))
      .update("\0")
      .update(source)
      .digest("hex");
    const analysis = cache(key, () => analyse({ file, source, packageType, options, interop }));
    return { source, analysis };
  };
}

/** The text of a file as Node decodes it: UTF-8, broken bytes replaced, no byte order mark. */
export function readSource(file: string): string {
  const source = textOf(file);
  if (!isTooDeep(source)) return source;
  const help = "check that the file is the one that was meant; generated data belongs in JSON";
  throw new LoadError({ code: "UNSUPPORTED_FILE", what: tooDeepText, file, help });
}

// --- inside ---

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8").replace(/^\uFEFF/, "");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "EISDIR") {
      throw new LoadError({
        code: "UNSUPPORTED_FILE",
        what: "this is a directory, not a module",
        file,
        help: "name a file in it",
        cause: error,
      });
    }
    throw new LoadError({
      code: "FILE_NOT_FOUND",
      what: code === "ENOENT" ? "there is no such file" : `cannot read this file: ${String(error)}`,
      file,
      cause: error,
    });
  }
}
