// Runs the fixed twin of every example with many seeds; none may give a finding:
//   node test/healthy.mjs [--smoke] [--runs count] [--seeds count] [--from seed] [--time seconds]
//     [--only name,name] [--lanes count] [--kept file]
// A whole run is 10 seeds of 10,000 runs each and takes hours; --time cuts each campaign off, and
// the table then says how many runs there were. With --kept each campaign is a line of that file:
// what is whole in it is not run again, and the table counts all of it, so that a whole run can be
// made in pieces. What is run is told on stderr. A twin of the README's test is among them.
import { appendFileSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { countOf, inLanes } from "./agent-examples.mjs";
import { runCommand } from "./strangers/run-command.mjs";

// A campaign of the slowest twin takes a quarter of an hour.
const campaignMsMax = 3_600_000;
const root = fileURLToPath(new URL("..", import.meta.url));
const cli = join(root, "dist/cli/main.js");
const { runs, seeds, from, time, only, lanes, kept } = settings();
const twins = twinsOf().filter(({ name }) => only === undefined || only.includes(name));
const missing = (only ?? []).filter((name) => twins.every((twin) => twin.name !== name));
if (missing.length > 0) throw new Error(`no example is called ${missing.join(", ")}`);

const ran = kept !== undefined && existsSync(kept) ? readKept() : [];
const queue = Array.from({ length: seeds }, (_, at) => from + at)
  .flatMap((seed) => twins.map((twin) => ({ ...twin, seed })))
  .filter((one) => !isWhole(one));
await inLanes(queue, lanes, campaign);
tell();

// --- inside ---

function settings() {
  const { values } = parseArgs({
    options: {
      smoke: { type: "boolean" },
      runs: { type: "string" },
      seeds: { type: "string" },
      from: { type: "string" },
      time: { type: "string" },
      only: { type: "string" },
      lanes: { type: "string" },
      kept: { type: "string" },
    },
  });
  const usual = values.smoke ? { runs: 50, seeds: 1 } : { runs: 10_000, seeds: 10 };
  return {
    ...values,
    runs: countOf(values.runs, usual.runs, "runs"),
    seeds: countOf(values.seeds, usual.seeds, "seeds"),
    from: countOf(values.from, 1, "from"),
    lanes: countOf(values.lanes, 2, "lanes"),
    only: values.only?.split(","),
  };
}

function twinsOf() {
  const examples = readdirSync(join(root, "examples")).toSorted();
  const folders = [
    ...examples.map((name) => join(root, "examples", name, "fixed")),
    join(root, "test", "fixtures", "check-then-write", "fixed"),
  ];
  return folders.filter(existsSync).flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => file.endsWith(".chaos.ts"))
      .map((file) => ({ name: basename(file, ".chaos.ts"), file, folder })),
  );
}

function readKept() {
  const lines = readFileSync(kept, "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line));
}

/** A campaign of another piece; one that was cut off is run again. */
function isWhole({ name, seed }) {
  return ran.some((one) => one.name === name && one.seed === seed && one.runs >= runs);
}

async function campaign({ name, file, folder, seed }) {
  const limits = ["--runs", `${runs}`, ...(time === undefined ? [] : ["--time", time])];
  const flags = ["--seed", `${seed}`, "--no-corpus", "--json", "--quiet"];
  const words = [process.execPath, cli, "explore", file, ...limits, ...flags];
  const ended = await runCommand(words, { cwd: folder, timeMs: campaignMsMax });
  const one = { name, seed, seconds: Math.round(ended.seconds), ...cameOf(ended) };
  ran.push(one);
  if (kept !== undefined) appendFileSync(kept, `${JSON.stringify(one)}\n`);
  const told = one.problem ?? "silent";
  process.stderr.write(`${name} seed ${seed}: ${one.runs} runs, ${one.seconds} s, ${told}\n`);
}

function cameOf({ code, out, all }) {
  try {
    const { verdict, summary, findings } = JSON.parse(out);
    if (code === 0 && verdict === "held" && findings.length === 0) return { runs: summary.runs };
    const messages = findings.map(({ message }) => message).join(", ");
    return { runs: summary.runs, problem: `${verdict}, ${messages}` };
  } catch {
    return { runs: 0, problem: `exit ${code}\n${all.slice(0, 2_000)}` };
  }
}

function tell() {
  const rows = twins.map(({ name }) => ({ name, campaigns: countedOf(name) }));
  for (const { name, campaigns } of rows) console.log(rowOf(name, campaigns));
  const all = rows.flatMap(({ campaigns }) => campaigns);
  const bad = all.filter(({ problem }) => problem !== undefined);
  for (const { name, seed, problem } of bad) console.log(`FAILED ${name} seed ${seed}: ${problem}`);
  const total = sumOf(all, "runs").toLocaleString("en");
  console.log(`healthy: ${total} runs, ${bad.length} not silent`);
  process.exitCode = bad.length === 0 ? 0 : 1;
}

/** Of each seed a campaign that was not silent, else that with the most runs, else what failed. */
function countedOf(name) {
  const bySeed = new Map();
  for (const one of ran.filter((campaigned) => campaigned.name === name)) {
    const other = bySeed.get(one.seed);
    if (other === undefined || weightOf(one) >= weightOf(other)) bySeed.set(one.seed, one);
  }
  return [...bySeed.values()];
}

function weightOf({ runs: made, problem }) {
  return problem !== undefined && made > 0 ? Infinity : made;
}

function rowOf(name, campaigns) {
  const bad = campaigns.filter(({ problem }) => problem !== undefined).length;
  const count = `${sumOf(campaigns, "runs").toLocaleString("en")} runs`;
  const seconds = `${sumOf(campaigns, "seconds")} s`;
  const words = [name.padEnd(16), `${campaigns.length} seeds`.padStart(8), count.padStart(14)];
  return [...words, seconds.padStart(8), bad === 0 ? " silent" : ` ${bad} not silent`].join(" ");
}

function sumOf(campaigns, key) {
  return campaigns.reduce((sum, one) => sum + one[key], 0);
}
