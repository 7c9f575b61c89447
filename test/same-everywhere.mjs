// Makes the same runs again where everything around them differs: language, time zone, path, home,
// user and version of Node. Prints how many of them are equal, and fails unless all are.
//
//   npm run same-everywhere              300 seeds of 4 subjects, every variation
//   node test/same-everywhere.mjs --small   few seeds, no other version of Node
import { execFile, execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const isSmall = process.argv.includes("--small");
const seeds = isSmall ? 20 : 300;
const repository = fileURLToPath(new URL("..", import.meta.url));
const script = path.join(repository, "test", "e2e", "digests-main.mjs");
const subjects = ["files", "dates", "network", "entropy"];

const scratch = mkdtempSync(path.join(tmpdir(), "gauntlet-same-"));
chmodSync(scratch, 0o755);
process.on("exit", () => rmSync(scratch, { recursive: true, force: true }));

const here = copyTo("here");
const variations = [
  { name: "again" },
  { name: "LC_ALL=tr_TR.UTF-8", env: { LC_ALL: "tr_TR.UTF-8", LANG: "tr_TR.UTF-8" } },
  { name: "LANG=de_DE.UTF-8", env: { LANG: "de_DE.UTF-8", LANGUAGE: "de" } },
  { name: "LC_ALL=C", env: { LC_ALL: "C", LANG: "C" } },
  { name: "TZ=Asia/Kolkata", env: { TZ: "Asia/Kolkata" } },
  { name: "another path", root: copyTo("élan vital (2)/deeper") },
  {
    name: "HOME, USER, PORT",
    env: { HOME: "/nowhere", USER: "else", PORT: "1", FORCE_COLOR: "3" },
  },
  ...(process.getuid?.() === 0 ? [{ name: "user nobody", as: "nobody" }] : []),
  ...(isSmall ? [] : [20, 22, 24, 26]).map((node) => ({ name: `Node ${node}`, node })),
];

const nodes = new Map();
const first = new Map();
for (const subject of subjects) first.set(subject, await digestsOf(subject, { name: "" }));
let isSame = true;
for (const variation of variations) {
  const told = [];
  for (const subject of subjects) {
    const [known, found] = [first.get(subject), await digestsOf(subject, variation)];
    const equal = found.filter((digest, at) => digest === known[at]).length;
    isSame &&= equal === seeds && new Set(known).size > seeds * 0.9;
    told.push(`${subject} ${equal}/${seeds}`);
  }
  console.log(`${variation.name.padEnd(20)} ${told.join("   ")}`);
}
console.log(isSame ? "the same everywhere" : "not the same everywhere");
process.exitCode = isSame ? 0 : 1;

function copyTo(folder) {
  const root = path.join(scratch, folder, "project");
  cpSync(path.join(repository, "test", "fixtures", "same-everywhere"), root, { recursive: true });
  symlinkSync(path.join(repository, "node_modules"), path.join(scratch, folder, "node_modules"));
  return root;
}

async function digestsOf(subject, { env = {}, root = here, as, node }) {
  const load = {
    type: "load",
    projectRoot: root,
    file: `${subject}.chaos.ts`,
    exportName: "default",
    inline: [],
    settings: { stepsPerRun: 50, latencyUsMax: 20_000 },
  };
  const limits = { runTimeoutMs: 30_000, memoryMb: 512 };
  const asked = Array.from({ length: seeds }, (_, at) => ({ seed: at * 7 + 1, runIndex: at % 5 }));
  const job = JSON.stringify({ load, limits, asked });
  const program = node === undefined ? process.execPath : nodeOf(node);
  const command = [program, script, job];
  if (as !== undefined)
    command.unshift("setpriv", `--reuid=${as}`, "--regid=65534", "--clear-groups");
  const { stdout } = await promisify(execFile)(command[0], command.slice(1), {
    env: { ...process.env, ...env },
    maxBuffer: 2 ** 26,
  });
  const told = JSON.parse(stdout);
  if (node !== undefined && !told.node.startsWith(`${node}.`)) throw new Error(`ran ${told.node}`);
  return told.digests;
}

/** Where npx keeps another version of Node. */
function nodeOf(version) {
  const print = "process.stdout.write(process.execPath)";
  const options = { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] };
  const known = nodes.get(version);
  const found = known ?? execFileSync("npx", ["-y", `node@${version}`, "-e", print], options);
  nodes.set(version, found);
  return found;
}
