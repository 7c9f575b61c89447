import { readFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "oxc-parser";

/**
 * The packages that a fuzz test imports itself, with all that these need: that is what is fuzzed,
 * so it is loaded, counted and made anew as the project's own files are.
 */
export function importedPackages({
  projectRoot,
  file,
  text,
}: {
  readonly projectRoot: string;
  readonly file: string;
  readonly text: string;
}): readonly string[] {
  const found = new Set<string>();
  const pending = [...importedBy(path.resolve(projectRoot, file), text)];
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (found.has(name) || found.size >= packagesMax) continue;
    found.add(name);
    pending.push(...dependenciesOf(projectRoot, name));
  }
  return [...found].toSorted();
}

// --- inside ---

/** What a test imports to write itself, not to try it. */
const tools = new Set(["gauntlet", "fast-check", "zod"]);

/** So many packages are loaded anew for each run. */
const packagesMax = 64;

function importedBy(file: string, text: string): readonly string[] {
  const { module } = parseSync(file, text);
  return module.staticImports
    .map(({ moduleRequest }) => moduleRequest.value)
    .filter((specifier) => !/^(?:\.|\/|node:|file:)/u.test(specifier))
    .map((specifier) => specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/"))
    .filter((name) => !tools.has(name));
}

function dependenciesOf(projectRoot: string, name: string): readonly string[] {
  const text = readText(path.join(projectRoot, "node_modules", name, "package.json"));
  try {
    const parsed = JSON.parse(text ?? "{}") as { readonly dependencies?: object };
    return Object.keys(parsed.dependencies ?? {});
  } catch {
    return []; // loading the package says what is wrong with it
  }
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
