// Packages of the registry as projects of their own: each one is installed under its version and
// copied out of node_modules, with its TypeScript sources where it ships them.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { runCommand } from "../strangers/run-command.mjs";

const fixturesFolder = fileURLToPath(new URL("fixtures/", import.meta.url));

/** The settings that sources get: the published ones extend files that are not published. */
const sourceSettings = {
  target: "es2022",
  module: "esnext",
  moduleResolution: "bundler",
  allowImportingTsExtensions: true,
  noEmit: true,
  strict: true,
  skipLibCheck: true,
};

/** Installs every package, each version under a name of its own, beside the projects. */
export async function installPackages(scratch, packages) {
  const dependencies = Object.fromEntries(
    packages.flatMap(({ name, version, with: more = {} }) =>
      version === undefined
        ? []
        : [[aliasOf({ name, version }), `npm:${name}@${version}`], ...Object.entries(more)],
    ),
  );
  writeFileSync(
    path.join(scratch, "package.json"),
    JSON.stringify({ private: true, dependencies }),
  );
  await demandInstall(scratch);
}

/** Copies one package to a folder in which it is the project, and gives that folder. */
export function makeProject(scratch, { name, version, sources, paths, types = {} }) {
  const root = path.join(scratch, "projects", `${name.replace("/", "-")}@${version}`);
  mkdirSync(path.dirname(root), { recursive: true });
  rmSync(root, { recursive: true, force: true });
  const installed = path.join(scratch, "node_modules", aliasOf({ name, version }));
  cpSync(installed, root, { recursive: true, dereference: true });
  rmSync(path.join(root, "tsconfig.json"), { force: true });
  for (const [from, to] of Object.entries(types)) {
    mkdirSync(path.dirname(path.join(root, to)), { recursive: true });
    cpSync(path.resolve(root, from), path.join(root, to), { recursive: true });
  }
  if (sources === "maps") writeMappedSources(root);
  if (sources !== undefined) {
    const compilerOptions = { ...sourceSettings, ...(paths === undefined ? {} : { paths }) };
    writeFileSync(path.join(root, "tsconfig.json"), JSON.stringify({ compilerOptions }));
  }
  return root;
}

/** Copies a service of ours and installs what it names, as its users would. */
export async function makeService(scratch, { name, folder }) {
  const root = path.join(scratch, "services", name);
  cpSync(path.join(fixturesFolder, folder), root, { recursive: true });
  await demandInstall(root);
  return root;
}

// --- inside ---

async function demandInstall(cwd) {
  const flags = ["--ignore-scripts", "--legacy-peer-deps", "--no-audit", "--no-fund", "--silent"];
  const { code, all } = await runCommand(["npm", "install", ...flags], { cwd });
  if (code !== 0) throw new Error(`npm install ended with ${code}\n${all}`);
}

function aliasOf({ name, version }) {
  return `${name.replace("@", "").replace("/", "-")}--${version}`.toLowerCase();
}

/** Writes the TypeScript files that published source maps carry to `sources/`. */
function writeMappedSources(root) {
  const maps = readdirSync(root, { recursive: true }).filter((file) => file.endsWith("js.map"));
  let count = 0;
  for (const file of maps) {
    const { sources = [], sourcesContent = [] } = JSON.parse(
      readFileSync(path.join(root, file), "utf8"),
    );
    for (const [at, source] of sources.entries()) {
      const text = sourcesContent[at];
      if (typeof text !== "string" || !/(?<!\.d)\.ts$/.test(source)) continue;
      if (source.includes("node_modules")) continue;
      const inside = source.replace(/^(?:\.\.?\/)*(?:src|source)\//, "");
      const to = path.join(root, "sources", path.normalize(inside).replace(/^(?:\.\.[\\/])+/, ""));
      mkdirSync(path.dirname(to), { recursive: true });
      writeFileSync(to, text);
      count += 1;
    }
  }
  if (count === 0) throw new Error(`${root} has no source map with TypeScript in it`);
}
