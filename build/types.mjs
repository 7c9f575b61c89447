import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { compiled, dist, listed, root } from "./stamp.mjs";

/** Where the compiler puts the types of all files; it is not shipped. */
const all = join(compiled, ".types");
const shipped = join(dist, "types");

/** Copies the types that users can reach from what package.json exports: one in five. */
export function copyTypes() {
  const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const entries = Object.values(exports)
    .map(({ types = "" }) => /^\.\/dist\/types\/(.+)$/.exec(types)?.[1])
    .filter((name) => name !== undefined);
  const wanted = new Map();
  for (const name of entries) take(name, wanted);
  for (const name of listed(shipped)) if (!wanted.has(name)) rmSync(join(shipped, name));
  for (const [name, text] of wanted) {
    const file = join(shipped, name);
    if (existsSync(file) && readFileSync(file, "utf8") === text) continue;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

// --- inside ---

function take(name, wanted) {
  if (wanted.has(name)) return;
  const text = readFileSync(join(all, name), "utf8");
  wanted.set(name, text);
  for (const [, asked] of text.matchAll(/(?:from|import\()\s*"(\.[^"]+)"/g)) {
    take(posix.join(posix.dirname(name), asked.replace(/\.[jt]s$/, ".d.ts")), wanted);
  }
}
