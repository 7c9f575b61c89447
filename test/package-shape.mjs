// Says whether `npm pack` would ship what users need and nothing else: node test/package-shape.mjs
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";

// A tool that is installed with npx should arrive at once; four of these are the type checker, and
// three the font of every script.
const unpackedBytesMax = 12_900_000;

const root = fileURLToPath(new URL("..", import.meta.url));
const packed = JSON.parse(
  execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  }),
);
const [{ files, unpackedSize }] = Array.isArray(packed) ? packed : Object.values(packed);
const paths = files.map(({ path }) => path);
const manifest = JSON.parse(readFileSync(`${root}package.json`, "utf8"));
const brought = new Set(
  Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies, gauntlet: "" }),
);

const complaints = [
  ...paths.filter((path) => !isExpected(path)).map((path) => `${path} must not ship`),
  ...paths
    .filter(isStale)
    .map((path) => `${path} has no source any more; rm -rf compiled dist, then build`),
  ...promisedPaths(manifest)
    .filter((path) => !paths.includes(path))
    .map((path) => `${path} is promised by package.json but would not ship`),
  ...neededTypes(promisedPaths(manifest))
    .filter((path) => !paths.includes(path))
    .map((path) => `${path} is needed by types that ship but would not ship`),
  ...paths.flatMap(unlistedImports).map((wrong) => `${wrong}, which package.json does not bring`),
  ...(unpackedSize > unpackedBytesMax
    ? [`the package unpacks to ${unpackedSize} bytes, at most ${unpackedBytesMax}`]
    : []),
];

for (const complaint of complaints) console.error(`package-shape: ${complaint}`);
console.log(`package-shape: ${paths.length} files, ${unpackedSize} bytes unpacked`);
process.exitCode = complaints.length === 0 ? 0 : 1;

// --- inside ---

function isExpected(path) {
  if (/\.(test|fuzz|bench)\.|\.tsbuildinfo$/.test(path)) return false;
  if (path.startsWith("dist/vendor/")) return /\.(c?js|txt|json\.gz|(js|ttf)\.br)$/.test(path);
  if (path.startsWith("dist/types/")) return path.endsWith(".d.ts");
  if (path.startsWith("dist/")) return path.endsWith(".js") || path === "dist/help.txt";
  return path.startsWith("schema/") || /^[^/]+$/.test(path);
}

// tsc never removes the output of a file that was renamed or deleted.
function isStale(path) {
  const source = /^dist\/types\/(.*?)\.d\.ts$/.exec(path)?.[1];
  return source !== undefined && !existsSync(`${root}src/${source}.ts`);
}

/** Packages that a file imports and that would not be there: the build has to carry them. */
function unlistedImports(path) {
  if (!/^dist\/(?!vendor\/).*\.js$/.test(path)) return [];
  const text = readFileSync(`${root}${path}`, "utf8");
  const asked = text.matchAll(/(?:\bfrom |^import )"([^".][^"]*)";$|\bimport\("([^".][^"]*)"\)/gm);
  return [...asked]
    .map(([, first, second]) => first ?? second)
    .filter(
      (name) => !isBuiltin(name) && !brought.has(name.replace(/^((?:@[^/]+\/)?[^/]+).*/, "$1")),
    )
    .map((name) => `${path} imports ${name}`);
}

/** What users see, and the types that it imports; folders that are not among these ship none. */
function neededTypes(promised) {
  const needed = new Set(promised.filter((path) => path.endsWith(".d.ts")));
  for (const path of needed) {
    if (!existsSync(`${root}${path}`)) continue;
    const text = readFileSync(`${root}${path}`, "utf8");
    for (const [, name] of text.matchAll(/(?:from|import\()\s*"(\.[^"]+)"/g)) {
      const type = name.replace(/\.(?:js|ts)$/, ".d.ts");
      needed.add(posix.join(posix.dirname(path), type));
    }
  }
  return [...needed];
}

function promisedPaths({ bin, exports }) {
  const targets = Object.values(exports).flatMap((target) =>
    typeof target === "string" ? [target] : Object.values(target),
  );
  const promised = [...Object.values(bin), ...targets, "LICENSE", "README.md", "CHANGELOG.md"];
  return [...new Set(promised.map((path) => path.replace(/^\.\//, "")))];
}
