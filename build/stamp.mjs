import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository. */
export const root = fileURLToPath(new URL("..", import.meta.url));

/** What the compiler writes: a file for each source, for the build and for benchmarks. */
export const compiled = join(root, "compiled");

/** What ships. */
export const dist = join(root, "dist");

/** Where copies of packages are put. */
export const vendor = join(dist, "vendor");

const require = createRequire(import.meta.url);

/** A package that is installed here: its folder, its package.json and the text of its licence. */
export function installed(name, from = root) {
  let folder = from;
  while (!existsSync(join(folder, "node_modules", name, "package.json"))) {
    if (folder === dirname(folder)) throw new Error(`${name} is not installed; run \`npm ci\``);
    folder = dirname(folder);
  }
  const place = join(folder, "node_modules", name);
  return { folder: place, manifest: require(join(place, "package.json")) };
}

/** The files below a folder, relative to it, with forward slashes. */
export function listed(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"));
}

/** The versions of packages, and of the program that joins them. */
export function versionsOf(names) {
  return [...names, "rolldown"].map((name) => `${name} ${installed(name).manifest.version}`);
}

/**
 * Makes a folder anew, unless it was made from the same packages by the same code: `make` is given
 * the folder when it is empty.
 */
export async function madeOnce(folder, { from, by }, make) {
  const versions = versionsOf(from);
  const code = by.map((file) => readFileSync(new URL(file, import.meta.url)));
  const stamp = createHash("sha256")
    .update([...versions, ...code].join("\n"))
    .digest("hex");
  const file = join(folder, ".stamp");
  if (existsSync(file) && readFileSync(file, "utf8") === stamp) return;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await make();
  writeFileSync(file, stamp);
}
