import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, posix, relative, sep } from "node:path";
import { parseSync, Visitor } from "oxc-parser";
import { rolldown } from "rolldown";
import { packageFile, packages } from "./packages.mjs";
import { compiled, dist, listed, root, versionsOf } from "./stamp.mjs";

/** Programs that are started by their file, besides those that package.json names. */
const programs = [
  "cli/adapters/fuzz-check-main.js",
  "cli/adapters/scan-lines-main.js",
  "runner/worker/worker-main.js",
  "subject/plans/types-main.js",
  "subject/agents/function-host-entry.js",
  "subject/agents/typescript-hooks.js",
  "world/postgres/make-data-main.js",
  "world/wires/tools/preload.js",
  "world/workers/host-thread-main.js",
];

/** The text of the help, in dist. */
const helpName = "help.txt";

/**
 * Joins what the compiler wrote into few files: Node needs a millisecond for each module that it
 * loads, and there are a thousand. Nothing is written where nothing changed, and every file is
 * replaced in one step, because tests of another process may be reading them.
 */
export async function bundle() {
  const stampFile = join(dist, ".stamp");
  const stamp = stampOf(["./bundle.mjs", "./packages.mjs", "./stamp.mjs"]);
  if (existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp) return;
  const build = await rolldown({
    input: Object.fromEntries(entries().map((name) => [name, join(compiled, name)])),
    cwd: root,
    platform: "node",
    treeshake: { moduleSideEffects: true },
    transform: { define: { GAUNTLET_BUILD: JSON.stringify(stamp) } },
    plugins: [carriedPackages(), ownPlaces()],
    external: (id) => /^@?[a-z]/.test(id) && !packages.includes(id),
    onLog: (level, log) => {
      if (level === "warn") throw new Error(log.message);
    },
  });
  const { output } = await build.generate({
    format: "esm",
    keepNames: true, // stand-ins are called as what they stand in for, errors after their classes
    entryFileNames: ({ name }) => name,
    comments: false,
    chunkFileNames: "chunks/[name].js",
  });
  await build.close();
  for (const chunk of output) demandNoWait(chunk);
  for (const { fileName, code } of output) replace(join(dist, fileName), code);
  const wanted = new Set(output.map(({ fileName }) => fileName));
  for (const name of listed(dist)) {
    if (!/^(vendor|types)\/|^\.stamp$/.test(name) && !wanted.has(name)) rmSync(join(dist, name));
  }
  replace(join(dist, helpName), printedHelp());
  replace(stampFile, stamp);
}

// --- inside ---

/** What `--help` answers at once; it was removed above, so that the program prints it itself. */
function printedHelp() {
  const env = { PATH: process.env.PATH };
  return execFileSync(process.execPath, [join(dist, "cli/main.js"), "--help"], {
    encoding: "utf8",
    env,
  });
}

function entries() {
  const { bin, exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const named = [...Object.values(bin), ...Object.values(exports).map((entry) => entry.default)];
  const own = named.map((file) => /^(?:\.\/)?dist\/(.+\.js)$/.exec(file ?? "")?.[1]);
  return [...new Set([...own.filter((name) => name !== undefined), ...programs])];
}

/** Leads imports of packages to the copies in dist/vendor. */
function carriedPackages() {
  return {
    name: "carried-packages",
    resolveId: (source) =>
      packages.includes(source) ? { id: placeholder(packageFile(source)), external: true } : null,
  };
}

/**
 * A module asks where it is to find other files; in the bundle it is somewhere else, so it is told
 * where the compiler had put it.
 */
function ownPlaces() {
  return {
    name: "own-places",
    transform(code, id) {
      if (!code.includes("import.meta.url")) return null;
      const name = relative(compiled, id).split(sep).join("/");
      let told = code;
      for (const { start, end } of parseSync(id, code).module.importMetas.toReversed()) {
        if (!code.startsWith(".url", end)) throw new Error(`${name} asks more than its place`);
        const rest = told.slice(end + ".url".length);
        told = `${told.slice(0, start)}__dist_place__("${name}")${led(rest, name)}`;
      }
      return told;
    },
    renderChunk(code, { fileName }) {
      const up = "../".repeat(fileName.split("/").length - 1) || "./";
      return code
        .replaceAll(/__dist_place__\("([^"]+)"\)/g, `new URL("${up}$1", import.meta.url).href`)
        .replaceAll(/"dist-place:([^"]+)"/g, `"${up}$1"`);
    },
  };
}

/** `createRequire(import.meta.url)("zod")` gets the copy of the package as well. */
function led(rest, name) {
  return rest.replace(/^\)\("([^"]+)"\)/, (whole, asked) => {
    if (!packages.includes(asked)) return whole;
    return `)("${posix.relative(posix.dirname(name), packageFile(asked))}")`;
  });
}

function placeholder(name) {
  return `dist-place:${name}`;
}

/** A file that waits while it loads would wait for ever for one that is loaded later and needs it. */
function demandNoWait({ fileName, code }) {
  let isInside = 0;
  const visitor = new Visitor({
    ...Object.fromEntries(
      ["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"].flatMap((type) => [
        [type, () => (isInside += 1)],
        [`${type}:exit`, () => (isInside -= 1)],
      ]),
    ),
    AwaitExpression: () => {
      if (isInside === 0) throw new Error(`${fileName} waits at its top; see src/cli/main.ts`);
    },
  });
  visitor.visit(parseSync(fileName, code).program);
}

function stampOf(code) {
  const hash = createHash("sha256").update(versionsOf(packages).join("\n"));
  for (const file of code) hash.update(readFileSync(new URL(file, import.meta.url)));
  hash.update(readFileSync(join(root, "package.json")));
  for (const name of listed(compiled)
    .filter((file) => file.endsWith(".js"))
    .toSorted()) {
    hash.update(`${name}\n`).update(readFileSync(join(compiled, name)));
  }
  return hash.digest("hex");
}

function replace(file, text) {
  if (existsSync(file) && readFileSync(file, "utf8") === text) return;
  mkdirSync(dirname(file), { recursive: true });
  const temporary = `${file}.${process.pid}.tmp`;
  writeFileSync(temporary, text);
  renameSync(temporary, file);
}
