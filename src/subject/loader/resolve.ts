import { readdirSync } from "node:fs";
import { isBuiltin } from "node:module";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { ResolverFactory } from "oxc-resolver";
import { nodeOptions } from "../../world/machine/environment.ts";
import { real } from "../../world/real.ts";
import { runtimeHelper } from "./lowered-syntax.ts";
import { distanceBetween } from "../../config/nearest-name.ts";

/** Where a specifier leads. */
export type Resolution =
  /**
   * A file we load ourselves; `suffix` is its query and hash, which make it a module of its own.
   */
  | { readonly kind: "file"; readonly path: string; readonly suffix: string }
  /** A builtin, a package or a `data:` URL: Node loads it. */
  | { readonly kind: "native"; readonly url: string }
  /** A namespace that stands in for the module. */
  | { readonly kind: "given"; readonly namespace: object }
  | { readonly kind: "missing"; readonly detail: string };

/** One question to the resolver; `how` selects the package conditions. */
export interface ResolveRequest {
  readonly specifier: string;
  readonly importer: string;
  /** `interop`: as `require()` asks, with the spellings of TypeScript first. */
  readonly how: "import" | "require" | "interop";
}

/**
 * Answers where a specifier leads, as Node would, and with the spellings that TypeScript allows.
 */
export type Resolve = (request: ResolveRequest) => Resolution;

/** Makes a resolver; packages named in `inline` count as files of ours. */
export function createResolve(options: {
  readonly inline: readonly string[];
  readonly substitutes: ReadonlyMap<string, object>;
}): Resolve {
  const inline = new Set(options.inline);
  const resolvers = {
    import: createFactory("import"),
    require: createFactory("require"),
    interop: createFactory("interop"),
  };
  return ({ specifier, importer, how }) => {
    const given = options.substitutes.get(specifier) ?? runtimeHelper(specifier);
    if (given !== undefined) return { kind: "given", namespace: given };
    if (isBuiltin(specifier)) return { kind: "native", url: withNodeScheme(specifier) };
    if (isForeignUrl(specifier)) return { kind: "native", url: specifier };
    const { request, suffix } = splitSuffix(specifier, how);
    const found = resolvers[how].resolveFileSync(importer, request);
    if (found.builtin !== undefined) return { kind: "native", url: found.builtin.resolved };
    if (found.path === undefined) return { kind: "missing", detail: found.error ?? "not found" };
    const owner = packageOf(found.path);
    if (owner === undefined || inline.has(owner)) return { kind: "file", path: found.path, suffix };
    return { kind: "native", url: pathToFileURL(found.path).href + suffix };
  };
}

/** True for `./x`, `../x`, `/x` and `file:` URLs, which name a file and not a package. */
export function isPathSpecifier(specifier: string): boolean {
  return /^(\.{0,2}\/|\.{1,2}$|file:)/.test(specifier);
}

/** The path a file specifier names, whether or not something is there. */
export function pathOf(specifier: string, importer: string): string {
  return fileURLToPath(new URL(specifier, pathToFileURL(importer)));
}

/**
 * Up to three file names close to the one a specifier asked for, written as the user would write
 * them.
 */
export function nearestSpecifiers(specifier: string, importer: string): string[] {
  if (!isPathSpecifier(specifier)) return [];
  const wanted = pathOf(specifier, importer);
  const directory = path.dirname(wanted);
  let names: string[];
  try {
    names = readdirSync(directory);
  } catch {
    return [];
  }
  const prefix = specifier.slice(0, specifier.lastIndexOf("/") + 1);
  return names
    .map((name) => ({ name, distance: distanceBetween(stem(name), stem(path.basename(wanted))) }))
    .filter(({ name, distance }) => distance <= Math.max(2, stem(name).length / 3))
    .toSorted((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, nearestCountMax)
    .map(({ name }) => prefix + name);
}

// --- inside ---

const nearestCountMax = 3;

function createFactory(how: ResolveRequest["how"]): ResolverFactory {
  return new ResolverFactory({
    tsconfig: "auto",
    conditionNames: conditions(how === "import" ? "import" : "require"),
    // As Node first, so a file that exists under the written name always wins.
    extensionAlias: {
      ".js": [".js", ".ts", ".tsx", ".jsx"],
      ".mjs": [".mjs", ".mts"],
      ".cjs": [".cjs", ".cts"],
      ".jsx": [".jsx", ".tsx"],
    },
    extensions:
      how === "require"
        ? [".js", ".json", ".node", ".ts", ".cts", ".tsx"]
        : [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".json"],
    builtinModules: true,
    nodePath: false,
  });
}

function conditions(how: "import" | "require"): string[] {
  const words = `${nodeOptions()} ${real.execArgv.join(" ")}`;
  const custom = [...words.matchAll(/(?:--conditions|-C)[= ](\S+)/g)].map(
    (match) => match[1] ?? "",
  );
  // Node offers this condition wherever it can require() an ES module, which are all versions we
  // run on.
  return ["node", how, "module-sync", "node-addons", ...custom];
}

function withNodeScheme(specifier: string): string {
  return specifier.startsWith("node:") ? specifier : `node:${specifier}`;
}

function isForeignUrl(specifier: string): boolean {
  return /^(?!file:)[a-z][a-z0-9+.-]+:/i.test(specifier) && !/^[a-z]:[\\/]/i.test(specifier);
}

function splitSuffix(
  specifier: string,
  how: ResolveRequest["how"],
): { request: string; suffix: string } {
  // To require(), `?` and `%` are ordinary characters of a file name.
  if (how !== "import" || !isPathSpecifier(specifier)) return { request: specifier, suffix: "" };
  const at = specifier.search(/[?#]/);
  const bare = at === -1 ? specifier : specifier.slice(0, at);
  const suffix = at === -1 ? "" : specifier.slice(at);
  if (bare.startsWith("file:")) return { request: fileURLToPath(bare), suffix };
  try {
    return { request: decodeURIComponent(bare), suffix };
  } catch {
    return { request: bare, suffix };
  }
}

function packageOf(file: string): string | undefined {
  const parts = file.split(path.sep);
  const at = parts.lastIndexOf("node_modules");
  const first = at === -1 ? undefined : parts[at + 1];
  if (first === undefined) return undefined;
  return first.startsWith("@") ? `${first}/${parts[at + 2] ?? ""}` : first;
}

function stem(name: string): string {
  return name.replace(/\.[cm]?[jt]sx?$|\.json$/, "").toLowerCase();
}
