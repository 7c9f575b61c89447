// Runs every example agent and its fixed twin with many seeds: the fixed one must be green and the
// broken one red with each of them:
//   node test/agent-seeds.mjs [--smoke] [--seeds count] [--first seed] [--lanes count]
//     [--only name]
// 50 seeds take about half an hour; --smoke takes one seed of each.
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { runCommand } from "./strangers/run-command.mjs";

// An example takes a few seconds; on a busy machine many more.
const runMsMax = 600_000;
const root = fileURLToPath(new URL("..", import.meta.url));
const cli = join(root, "dist/cli/main.js");
const { seeds, first, lanes, only } = settings();
const subjects = subjectsOf().filter(({ example }) => only === undefined || example === only);
if (subjects.length === 0) throw new Error(`no example agent is called ${only}`);

const rows = new Map(subjects.map(({ name }) => [name, { asWanted: 0, runs: 0 }]));
const queue = Array.from({ length: seeds }, (_, at) =>
  subjects.map((subject) => [subject, first + at]),
).flat();
const wrong = [];
await Promise.all(Array.from({ length: lanes }, lane));
for (const { name, wanted } of subjects) {
  const { asWanted, runs } = rows.get(name);
  const verdict = wanted === 0 ? "green" : "red";
  console.log(`${name.padEnd(24)} ${verdict.padEnd(5)} for ${asWanted} of ${runs} seeds`);
}
for (const line of wrong) console.log(`FAILED ${line}`);
console.log(`agent seeds: ${seeds} seeds of ${subjects.length} agents, ${wrong.length} wrong`);
process.exitCode = wrong.length === 0 ? 0 : 1;

// --- inside ---

function settings() {
  const { values } = parseArgs({
    options: {
      smoke: { type: "boolean" },
      seeds: { type: "string" },
      first: { type: "string" },
      lanes: { type: "string" },
      only: { type: "string" },
    },
  });
  return {
    seeds: Number(values.seeds ?? (values.smoke ? 1 : 50)),
    first: Number(values.first ?? 1),
    lanes: Number(values.lanes ?? 2),
    only: values.only,
  };
}

/** The examples that are agents, each as it is and fixed. */
function subjectsOf() {
  const isAgent = (folder) =>
    existsSync(join(folder, "gauntlet.toml")) &&
    readFileSync(join(folder, "gauntlet.toml"), "utf8").startsWith("[agent]");
  return readdirSync(join(root, "examples"))
    .map((example) => ({ example, folder: join(root, "examples", example) }))
    .filter(({ folder }) => isAgent(folder))
    .flatMap(({ example, folder }) => [
      { example, name: example, folder, wanted: 1 },
      { example, name: `${example}/fixed`, folder: join(folder, "fixed"), wanted: 0 },
    ]);
}

async function lane() {
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const [subject, seed] = next;
    await run(subject, seed);
  }
}

/** Runs everything that is configured in a copy of its own; that failures shrink is not asked. */
async function run({ name, folder, wanted }, seed) {
  const copy = mkdtempSync(join(tmpdir(), "gauntlet-seeds-"));
  try {
    const isKept = (file) => ![".gauntlet", "fixed"].includes(basename(file)) || file === folder;
    cpSync(folder, copy, { recursive: true, filter: isKept });
    symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
    const toml = join(copy, "gauntlet.toml");
    const text = readFileSync(toml, "utf8");
    writeFileSync(toml, text.replace("[agent]\n", "[agent]\nshrink_budget = 0\n"));
    const words = ["agent", "ci", "--seed", `${seed}`, "--json", "--quiet"];
    const how = { cwd: copy, timeMs: runMsMax };
    const { code, out, all } = await runCommand([process.execPath, cli, ...words], how);
    const row = rows.get(name);
    row.runs += 1;
    process.stderr.write(`${name} seed ${seed}: exit ${code}\n`);
    if (code === wanted) row.asWanted += 1;
    else wrong.push(`${name} seed ${seed}: exit ${code}, ${becauseOf(out) ?? all}`);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function becauseOf(out) {
  try {
    return JSON.parse(out).because;
  } catch {
    return undefined;
  }
}
