import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runCommand } from "../strangers/run-command.mjs";

/**
 * Installs the packages of rows and the packed package at once, unless the folder has just these;
 * gives a key for each row that changes with whatever its result may depend on.
 */
export async function installRows({ root, folder, rows, wanted }) {
  const fixtures = join(root, "test", "packages", "fixtures");
  mkdirSync(folder, { recursive: true });
  cpSync(fixtures, folder, { recursive: true });
  const tarball = await packed(root, folder);
  const dependencies = Object.assign({ "fast-check": "4.10.2" }, ...rows.map(dependenciesOf));
  const manifest = JSON.stringify({ name: "table", private: true, type: "module", dependencies });
  const bytes = readFileSync(join(folder, tarball));
  const stamp = digestOf(manifest, bytes);
  const stampFile = join(folder, "installed.txt");
  if (!existsSync(stampFile) || readFileSync(stampFile, "utf8") !== stamp) {
    writeFileSync(join(folder, "package.json"), manifest);
    const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--legacy-peer-deps"];
    await demand(["npm", "install", ...quiet, "--no-save", `./${tarball}`], folder);
    writeFileSync(stampFile, stamp);
  }
  for (const { prepare, env } of wanted) {
    if (prepare !== undefined) await demand(prepare, folder, env);
  }
  const textOf = (file) => readFileSync(join(fixtures, file));
  const files = readdirSync(fixtures);
  const parts = files.filter((file) => !file.endsWith(".chaos.mjs")).map(textOf);
  const tryer = readFileSync(join(root, "test", "packages", "try-row.mjs"));
  const base = digestOf(bytes, tryer, ...parts);
  const keyOf = (row, node) => {
    const own = files.filter((file) => file.startsWith(`${row.subject}.`)).map(textOf);
    return digestOf(base, JSON.stringify(row), node, ...own);
  };
  return { keyOf };
}

// --- inside ---

async function packed(root, folder) {
  const pack = ["npm", "pack", "--ignore-scripts", "--json", "--pack-destination", folder];
  const [{ filename }] = JSON.parse(await demand(pack, root));
  return filename;
}

function dependenciesOf({ subject, from, package: name = subject, version, also = {} }) {
  return version === undefined ? also : { [from ?? name]: version, ...also };
}

async function demand(words, cwd, env) {
  const { code, out, all } = await runCommand(words, { cwd, env });
  if (code !== 0) throw new Error(`${words.join(" ")}\n${all}`);
  return out;
}

function digestOf(...parts) {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part).update("\0");
  return hash.digest("hex");
}
