import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";

/**
 * The directory of the nearest package.json above a file or directory; the file's own directory if
 * there is none.
 */
export function resolveProjectRoot(fromFile: string): string {
  const start = directoryOf(path.resolve(fromFile));
  for (const directory of ancestors(start)) {
    if (existsSync(path.join(directory, "package.json"))) return directory;
  }
  return start;
}

/** What a package.json says about how its files are read. */
export interface PackageScope {
  readonly directory: string;
  /** Undefined when the package says nothing: then Node looks at the syntax. */
  readonly type: "module" | "commonjs" | undefined;
}

/** Finds the package.json that governs a file, remembering what it has seen. */
export function createPackageScopes(): (file: string) => PackageScope | undefined {
  const seen = new Map<string, PackageScope | undefined>();
  const find = (directory: string): PackageScope | undefined => {
    if (seen.has(directory)) return seen.get(directory);
    const parent = path.dirname(directory);
    const scope =
      readScope(directory) ??
      // A package never takes its type from the project that installed it.
      (parent === directory || path.basename(directory) === "node_modules"
        ? undefined
        : find(parent));
    seen.set(directory, scope);
    return scope;
  };
  return (file) => find(path.dirname(file));
}

// --- inside ---

function directoryOf(file: string): string {
  return statSync(file, { throwIfNoEntry: false })?.isDirectory() === true
    ? file
    : path.dirname(file);
}

function* ancestors(start: string): Generator<string> {
  for (let directory = start; ; directory = path.dirname(directory)) {
    yield directory;
    if (path.dirname(directory) === directory) return;
  }
}

function readScope(directory: string): PackageScope | undefined {
  const file = path.join(directory, "package.json");
  if (!existsSync(file)) return undefined;
  let type: unknown;
  try {
    const parsed: unknown = JSON.parse(readFileSync(file, "utf8"));
    if (typeof parsed === "object" && parsed !== null && "type" in parsed) type = parsed.type;
  } catch {
    // A package.json that is not JSON says nothing about types; the resolver reports it when asked.
  }
  return { directory, type: type === "module" || type === "commonjs" ? type : undefined };
}
