import { readFileSync } from "node:fs";
import path from "node:path";
import { type CompilerOptions, compilerOptionsOf } from "../../subject/loader/index.ts";

/** How imports of a project name its own files: `./a.ts`, `./a.js` or `./a`. */
export type ImportEndings = "source" | "output" | "none";

/** The way to name files that the project's own compiler takes. */
export function importEndings(root: string): ImportEndings {
  const options = optionsOf(root);
  if (options === undefined) return "source";
  const isSource = ["allowImportingTsExtensions", "rewriteRelativeImportExtensions"];
  if (isSource.some((name) => options[name] === true)) return "source";
  const needsEnding = [options["moduleResolution"], options["module"]].some(
    (value) => typeof value === "string" && /^node(?:next|1[68]|2\d)$/iu.test(value),
  );
  return needsEnding && isModule(root) ? "output" : "none";
}

/** The name of a file in an import. */
export function withEnding(file: string, endings: ImportEndings): string {
  if (endings === "source") return file;
  if (endings === "output") return file.replace(/\.([cm]?)tsx?$/u, ".$1js");
  return file.replace(/\.tsx?$/u, "").replace(/\.([cm])ts$/u, ".$1js");
}

// --- inside ---

/** A tsconfig.json that cannot be read is told by whatever needs it. */
function optionsOf(root: string): CompilerOptions | undefined {
  try {
    return compilerOptionsOf(root);
  } catch {
    return undefined;
  }
}

function isModule(root: string): boolean {
  try {
    const manifest: unknown = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
    return Reflect.get(Object(manifest), "type") === "module";
  } catch {
    return false;
  }
}
