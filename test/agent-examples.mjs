import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runCommand } from "./strangers/run-command.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const cli = join(root, "dist/cli/main.js");
// An example takes a few seconds; on a busy machine many more.
const runMsMax = 600_000;

/** The examples that are agents. */
export function exampleAgents() {
  const isAgent = (folder) =>
    existsSync(join(folder, "gauntlet.toml")) &&
    readFileSync(join(folder, "gauntlet.toml"), "utf8").startsWith("[agent]");
  return readdirSync(join(root, "examples"))
    .map((example) => ({ example, folder: join(root, "examples", example) }))
    .filter(({ folder }) => isAgent(folder));
}

/** Gives a copy of a folder to `use`, with what is installed here, and removes it again. */
export async function inCopy(folder, use) {
  const copy = mkdtempSync(join(tmpdir(), "gauntlet-seeds-"));
  try {
    const isKept = (file) => ![".gauntlet", "fixed"].includes(basename(file)) || file === folder;
    cpSync(folder, copy, { recursive: true, filter: isKept });
    symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
    return await use(copy);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** Runs Gauntlet in a folder; `json` is what it printed, where it is a document. */
export async function gauntlet(cwd, ...words) {
  const how = { cwd, timeMs: runMsMax };
  const ran = await runCommand([process.execPath, cli, ...words, "--json", "--quiet"], how);
  try {
    return { ...ran, json: JSON.parse(ran.out) };
  } catch {
    return { ...ran, json: undefined };
  }
}

/** Works through a queue, so many pieces at once. */
export async function inLanes(queue, lanes, work) {
  const left = [...queue];
  const lane = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await work(next);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

/** A whole number from 1 on that a flag was given. */
export function countOf(value, fallback, flag) {
  const count = value === undefined ? fallback : Number(value);
  if (Number.isInteger(count) && count >= 1) return count;
  throw new Error(`--${flag} is a whole number from 1 on, not ${value}`);
}
