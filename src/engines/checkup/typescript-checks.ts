import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { type CompilerOptions, compilerOptionsOf } from "../../subject/loader/index.ts";
import { type Check, type CheckedProject, problemOf } from "./check.ts";

/** What tsconfig.json says that stands in the way of runs, or of tests that type-check. */
export function typescriptChecks(
  { root, manifest }: CheckedProject,
  chaosFiles: readonly string[],
): readonly Check[] {
  const name = "tsconfig.json";
  let options: CompilerOptions | undefined;
  try {
    options = compilerOptionsOf(root);
  } catch (thrown) {
    const { says, help } = problemOf(thrown);
    const file = path.relative(root, String(Reflect.get(Object(thrown), "file") ?? name));
    return [{ name, state: "blocked", says: `${file}: ${says}`, help: help ?? `correct ${file}` }];
  }
  if (options === undefined) {
    return [{ name, state: "fine", says: "none; types are read all the same" }];
  }
  const isModule = manifest?.["type"] === "module";
  const found = traps(options, { root, isModule, chaosFiles });
  if (found.length === 0) return [{ name, state: "fine", says: shownOptions(options) }];
  return found.map((trap) => ({ name, state: "note", ...trap }));
}

// --- inside ---

interface Trap {
  readonly says: string;
  readonly help: string;
}

interface Around {
  readonly root: string;
  readonly isModule: boolean;
  readonly chaosFiles: readonly string[];
}

/** Runs are not stopped by these: the project's own compiler is. */
function traps(options: CompilerOptions, around: Around): readonly Trap[] {
  const found: Trap[] = [];
  const { moduleResolution } = options;
  const resolution = typeof moduleResolution === "string" ? moduleResolution.toLowerCase() : "";
  if (resolution === "classic") {
    found.push({
      says: "`moduleResolution` `classic` finds no packages, so tsc cannot see `gauntlet`",
      help: '"moduleResolution": "bundler"',
    });
  }
  const takesTs = ["allowImportingTsExtensions", "rewriteRelativeImportExtensions"];
  const file = takesTs.some((name) => options[name] === true) ? undefined : tsImport(around);
  if (file !== undefined) {
    found.push({
      says: `tsc refuses \`.ts\` in imports, which ${file} has; runs do not mind`,
      help: '"allowImportingTsExtensions": true (with "noEmit": true)',
    });
  }
  if (options["verbatimModuleSyntax"] === true && !around.isModule) {
    found.push({
      says: "`verbatimModuleSyntax` refuses `import` in CommonJS: name chaos tests `*.chaos.mts`",
      help: '"type": "module" in package.json, or "verbatimModuleSyntax": false',
    });
  }
  return found;
}

/** The first chaos file that imports a file by its source name. */
function tsImport({ root, chaosFiles }: Around): string | undefined {
  const found = chaosFiles.find((file) => {
    if (!existsSync(file)) return false;
    const text = readFileSync(file, "utf8").slice(0, textMax);
    return /\bfrom\s*["']\.{1,2}\/[^"']*\.[cm]?tsx?["']/u.test(text);
  });
  return found === undefined ? undefined : path.relative(root, found).split(path.sep).join("/");
}

/** Imports stand at the beginning. */
const textMax = 100_000;

function shownOptions(options: CompilerOptions): string {
  const names = ["module", "moduleResolution", "target"];
  const shown = names.flatMap((name) => {
    const value = options[name];
    return typeof value === "string" ? [`${name} ${value}`] : [];
  });
  return shown.length === 0 ? "nothing in the way" : shown.join(", ");
}
