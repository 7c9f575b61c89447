// Adds to package-lock.json the optional packages of other platforms that npm left out.
//
// npm leaves them out when the registry it asked does not carry them (a partial mirror), or when
// node_modules was there first; `npm ci` then refuses the file. Their versions are pinned by the
// package that wants them and their platform is in their name, so the entries can be written
// without asking anyone. They carry no integrity, because nobody has seen the bytes.
//
// Run it after every change of a dependency: node .ci/complete-lock.mjs
import { readFileSync, writeFileSync } from "node:fs";

const path = new URL("../package-lock.json", import.meta.url);
const lock = JSON.parse(readFileSync(path, "utf8"));
const added = [];

for (const [parent, { optionalDependencies = {} }] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    if (find(parent, name) !== undefined) continue;
    const place = `${folderOf(parent)}node_modules/${name}`;
    lock.packages[place] = entry(name, version);
    added.push(place);
  }
}

if (added.length > 0) {
  const [root, ...others] = Object.entries(lock.packages);
  others.sort(([first], [second]) => first.localeCompare(second, "en"));
  lock.packages = Object.fromEntries([root, ...others]);
  writeFileSync(path, `${JSON.stringify(lock, undefined, 2)}\n`);
}
console.log(`package-lock.json: ${added.length} entries added`);

// --- inside ---

// As Node resolves: beside the parent's own files first, then outwards.
function find(parent, name) {
  for (let folder = `${parent}/`; ; folder = folderOf(folder.slice(0, -1))) {
    const found = lock.packages[`${folder === "/" ? "" : folder}node_modules/${name}`];
    if (found !== undefined || folder === "") return found;
  }
}

/** The folder whose node_modules holds this package: `a/node_modules/b` lies in `a/`. */
function folderOf(place) {
  return place.slice(0, Math.max(0, place.lastIndexOf("node_modules/")));
}

function entry(name, version) {
  const platform = /^(?:binding|typescript)?-?(.+)$/.exec(name.split("/").at(-1))[1];
  if (!/^\d+\.\d+\.\d+/.test(version)) throw new Error(`${name} is not pinned: ${version}`);
  const [first, second = first, abi = ""] = platform.split("-");
  if (first === "wasm32") return { version, cpu: ["wasm32"], optional: true };
  return {
    version,
    cpu: [second],
    ...(first === "linux" && /^(gnu|musl)$/.test(abi)
      ? { libc: [abi === "gnu" ? "glibc" : "musl"] }
      : {}),
    optional: true,
    os: [first],
  };
}
