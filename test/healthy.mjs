// Runs the fixed twin of every example with many seeds; none may give a finding:
//   node test/healthy.mjs [--smoke] [--runs count] [--seeds count] [--time seconds] [--only name]
// A whole run is 10 seeds of 10,000 runs each and takes hours; --time cuts each campaign off, and
// the table then says how many runs there were.
import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { runCommand } from "./strangers/run-command.mjs";

const lanesCount = 2;
// A campaign of the slowest twin takes a quarter of an hour.
const campaignMsMax = 3_600_000;
const root = fileURLToPath(new URL("..", import.meta.url));
const cli = join(root, "dist/cli/main.js");
const { runs, seeds, time, only } = settings();
const twins = twinsOf().filter(({ name }) => only === undefined || name === only);
if (twins.length === 0) throw new Error(`no example is called ${only}`);

const rows = new Map(twins.map(({ name }) => [name, { runs: 0, seconds: 0, bad: [] }]));
const queue = Array.from({ length: seeds }, (_, at) => twins.map((twin) => [twin, at + 1])).flat();
await Promise.all(Array.from({ length: lanesCount }, lane));
for (const [name, row] of rows) console.log(told(name, row));
const bad = [...rows.values()].flatMap((row) => row.bad);
for (const line of bad) console.log(`FAILED ${line}`);
const total = [...rows.values()].reduce((sum, row) => sum + row.runs, 0);
console.log(`healthy: ${total.toLocaleString("en")} runs, ${bad.length} not silent`);
process.exitCode = bad.length === 0 ? 0 : 1;

// --- inside ---

function settings() {
  const { values } = parseArgs({
    options: {
      smoke: { type: "boolean" },
      runs: { type: "string" },
      seeds: { type: "string" },
      time: { type: "string" },
      only: { type: "string" },
    },
  });
  const usual = values.smoke ? { runs: 50, seeds: 1 } : { runs: 10_000, seeds: 10 };
  const { time: seconds, only: wanted } = values;
  return {
    runs: Number(values.runs ?? usual.runs),
    seeds: Number(values.seeds ?? usual.seeds),
    time: seconds,
    only: wanted,
  };
}

function twinsOf() {
  const examples = readdirSync(join(root, "examples")).toSorted();
  const folders = examples.map((name) => join(root, "examples", name, "fixed"));
  return folders.filter(existsSync).flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => file.endsWith(".chaos.ts"))
      .map((file) => ({ name: basename(file, ".chaos.ts"), file, folder })),
  );
}

async function lane() {
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const [twin, seed] = next;
    await campaign(twin, seed, rows.get(twin.name));
  }
}

async function campaign({ name, file, folder }, seed, row) {
  const limits = ["--runs", `${runs}`, ...(time === undefined ? [] : ["--time", time])];
  const words = [
    "explore",
    file,
    ...limits,
    "--seed",
    `${seed}`,
    "--no-corpus",
    "--json",
    "--quiet",
  ];
  const { code, out, all, seconds } = await runCommand([process.execPath, cli, ...words], {
    cwd: folder,
    timeMs: campaignMsMax,
  });
  row.seconds += seconds;
  try {
    const { verdict, summary, findings } = JSON.parse(out);
    row.runs += summary.runs;
    if (code === 0 && verdict === "held" && findings.length === 0) return;
    row.bad.push(
      `${name} seed ${seed}: ${verdict}, ${findings.map(({ message }) => message).join(", ")}`,
    );
  } catch {
    row.bad.push(`${name} seed ${seed}: exit ${code}\n${all.slice(0, 2_000)}`);
  }
}

function told(name, row) {
  const silent = row.bad.length === 0 ? "silent" : `${row.bad.length} not silent`;
  const count = row.runs.toLocaleString("en");
  const words = [name.padEnd(12), `${seeds} seeds`, `${count} runs`.padStart(14)];
  return [...words, `${row.seconds.toFixed(0)} s`.padStart(8), ` ${silent}`].join(" ");
}
