import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import type { Interop } from "./interop.ts";
import type { PackageScope } from "./project-root.ts";
import { type CompilerOptions, compilerOptionsOf } from "./tsconfig.ts";

/** What files written with `import` are loaded as; `auto` asks how the project builds them. */
export type ModuleSetting = "auto" | "commonjs" | "esm";

/** Says whether the project's own build makes CommonJS of a file that is written with `import`. */
export type FindInterop = (file: string, scope: PackageScope | undefined) => Interop | undefined;

/**
 * Makes a finder that remembers what it has read. A project that is compiled to CommonJS is found
 * by what its compiler is told, and where a bundler would take ES modules, by what runs the files.
 */
export function createFindInterop(setting: ModuleSetting = "auto"): FindInterop {
  const seen = new Map<string, Interop | undefined>();
  return (file, scope) => {
    const extension = path.extname(file);
    const isForeign = file.split(path.sep).includes("node_modules");
    if (isForeign || /^\.(mts|mjs|cjs)$/.test(extension)) return undefined;
    const key = `${path.dirname(file)}\0${extension}`;
    if (!seen.has(key)) seen.set(key, interopOf({ file, extension, scope, setting }));
    return seen.get(key);
  };
}

// --- inside ---

interface Asked {
  readonly file: string;
  readonly extension: string;
  readonly scope: PackageScope | undefined;
  readonly setting: ModuleSetting;
}

function interopOf({ file, extension, scope, setting }: Asked): Interop | undefined {
  const options = compilerOptionsOf(path.dirname(file));
  const isForced = setting === "commonjs" || extension === ".cts";
  if (isForced) return { hasDefaults: hasDefaults(options ?? {}, file) };
  if (setting === "esm" || scope?.type === "module" || options === undefined) return undefined;
  // JavaScript is run as it is, unless something is said.
  if (!/^\.tsx?$/.test(extension)) return undefined;
  if (!isCompiledToCommonJs(options, { file, scope })) return undefined;
  return { hasDefaults: hasDefaults(options, file) };
}

function isCompiledToCommonJs(
  options: CompilerOptions,
  { file, scope }: Pick<Asked, "file" | "scope">,
): boolean {
  const kind = moduleKind(options, file);
  if (kind === "commonjs" || kind.startsWith("node")) return true;
  if (!/^es|^preserve$/.test(kind) || scope === undefined) return false;
  const packages = packagesOf(scope.directory);
  const has = (names: readonly string[]): boolean => names.some((name) => packages.has(name));
  return has(commonJsRunners) && !has(bundlers);
}

/** Run TypeScript as CommonJS wherever package.json does not say `"type": "module"`. */
const commonJsRunners = wordsOf("jest ts-jest babel-jest @swc/jest ts-node tsx mocha");

/** Take ES modules as they are, whatever package.json says. */
const bundlers = wordsOf(
  "vite vitest rollup rolldown webpack esbuild parcel @rspack/core tsup tsdown unbuild obuild " +
    "bunchee microbundle pkgroll bun-types next nuxt astro @sveltejs/kit @remix-run/dev " +
    "@react-router/dev",
);

function wordsOf(text: string): readonly string[] {
  return text.split(" ");
}

/** What `module` says, or stands for where it is left out. */
function moduleKind(options: CompilerOptions, file: string): string {
  const { module, target } = options;
  if (typeof module === "string") return module.toLowerCase();
  if (typescriptMajor(file) >= 6) return "esnext";
  const isOld = typeof target !== "string" || /^es[35]$/i.test(target);
  return isOld ? "commonjs" : "es2015";
}

function hasDefaults(options: CompilerOptions, file: string): boolean {
  const said = options["esModuleInterop"];
  if (typeof said === "boolean") return said;
  return moduleKind(options, file).startsWith("node") || typescriptMajor(file) >= 6;
}

/** Of the project's own compiler; where it has none, the newest is taken for granted. */
function typescriptMajor(file: string): number {
  try {
    const found = createRequire(file).resolve("typescript/package.json");
    const { version } = JSON.parse(readFileSync(found, "utf8")) as { version?: unknown };
    return Number.parseInt(String(version), 10) || newestMajor;
  } catch {
    return newestMajor;
  }
}

const newestMajor = 7;

function packagesOf(directory: string): ReadonlySet<string> {
  try {
    const text = readFileSync(path.join(directory, "package.json"), "utf8");
    const said = JSON.parse(text) as Record<string, unknown>;
    const lists = [said["dependencies"], said["devDependencies"]];
    return new Set(lists.flatMap((list) => Object.keys(list ?? {})));
  } catch {
    // What is not JSON is told by the resolver.
    return new Set();
  }
}
