// How many inputs a second fuzzing tries, how soon it solves mazes, what a second worker brings and
// whether memory stays flat, in the product's own worker: npm run bench:fuzz [-- --seeds 10]
// [--only NAME] [--runs 10000000]. Needs a build. Times are processor time, but for the workers.
//   --smoke         a moment each, without jsfuzz and verdicts on speed: shows that all of it works
//   --targets DIR   the fuzz tests that are run, instead of those in bench/targets/fuzz
import path from "node:path";
import { parseArgs } from "node:util";
import { mazeTimes, speedOf } from "./fuzz-runs.mjs";
import { jsfuzzSpeed } from "./fuzz-peer.mjs";
import { atLeast, atMost } from "./goals.mjs";
import { median } from "./paired-ratio.mjs";
import { campaigns } from "./product.mjs";

const { values: flags } = parseArgs({
  options: {
    seeds: { type: "string", default: "10" },
    runs: { type: "string", default: "10000000" },
    only: { type: "string" },
    smoke: { type: "boolean", default: false },
    targets: { type: "string", default: path.join(import.meta.dirname, "targets/fuzz") },
  },
});
const isSmoke = flags.smoke;
const seeds = isSmoke ? 1 : Number(flags.seeds);
const workerSeconds = isSmoke ? 1 : 6;
const workerPairs = isSmoke ? 1 : 3;
const mazeRunsMax = isSmoke ? 500 : 200_000;
const mazeMsGoal = 100;
const growthMost = 1.2;
const whole = (number) => Math.round(number).toLocaleString("en");

/** How many inputs a second of the processor are asked for, and how many are tried. */
const speeds = {
  "fast-parser": { goal: 500_000, runs: Number(flags.runs) },
  "slow-parser": { goal: 25_000, runs: 100_000 },
  "async-parser": { goal: 100_000, runs: 500_000 },
};
const mazes = [
  "magic-bytes",
  "json-keyword",
  "checksum",
  "length-field",
  "string-compare",
  "regular-expression",
  "input-sequence",
  "typed-record",
  "switch-opcodes",
  "crc-envelope",
  "adler-trailer",
  "tagged-fields",
  "letter-by-letter",
  "any-case",
  "equal-bytes",
  "encoded-payload",
  "json-record",
];
const fileOf = (name) => path.join(path.resolve(flags.targets), `${name}.fuzz.ts`);
const isWanted = (name) => flags.only === undefined || flags.only === name;

async function tellSpeed(name) {
  const { goal, runs } = speeds[name];
  const counts = isSmoke ? { warmRuns: 500, runs: 2_000 } : { warmRuns: 50_000, runs };
  const { aSecond, growth } = await speedOf(fileOf(name), counts);
  atLeast(`${name}: ${whole(aSecond)}/s to ${whole(goal)}/s`, aSecond / goal, 1, isSmoke);
  if (name !== "fast-parser") return;
  // Where the system does not tell how much a process has, nothing is said.
  if (Number.isFinite(growth)) {
    atMost(`  memory at the end to a tenth of it`, growth, growthMost, isSmoke);
  }
  if (isSmoke) return;
  const peer = await jsfuzzSpeed(fileOf(name));
  if (peer === undefined) console.log("  against jsfuzz: skipped: it is not installed");
  else atLeast(`  against jsfuzz, by the clock: ${whole(peer)}/s`, aSecond / peer, 1, isSmoke);
}

async function tellMaze(name) {
  const found = await mazeTimes(fileOf(name), { seeds, runsMax: mazeRunsMax });
  const solved = found.filter(({ isSolved }) => isSolved);
  // One that was not solved took at least so long.
  const ms = median(found.map((one) => (one.isSolved || isSmoke ? one.ms : Infinity)));
  const what = `${name}: ${solved.length} of ${found.length} solved`;
  if (ms === Infinity) {
    console.log(`${what.padEnd(58)} ${"never".padStart(9)}   goal ≤ 1×      missed`);
    return;
  }
  const runs = whole(median(found.map((one) => one.runs)));
  atMost(`${what}, ${runs} inputs, ${whole(ms)} ms`, ms / mazeMsGoal, 1, isSmoke);
}

async function tellWorkers() {
  const name = "slow-parser";
  const ratios = [];
  for (let seed = 1; seed <= workerPairs; seed++) {
    const one = await wallSpeed(name, { seed, workers: 1 });
    ratios.push((await wallSpeed(name, { seed, workers: 2 })) / one);
  }
  atLeast("two workers to one, inputs a second by the clock", median(ratios), 1.6, isSmoke);
}

async function wallSpeed(name, wishes) {
  const { search, settingsIn } = await campaigns();
  const file = fileOf(name);
  const projectRoot = path.dirname(file);
  const settings = await settingsIn(projectRoot, wishes);
  const target = { projectRoot, file: path.basename(file), exportName: "default" };
  let end = { seconds: 1 };
  const { runs } = await search(
    { target, settings: { ...settings, swarm: undefined } },
    {
      runsMax: Number.MAX_SAFE_INTEGER,
      timeMsMax: workerSeconds * 1_000,
      tell: (news) => void (news.type === "runs" && (end = news)),
    },
  );
  if (!(runs > 0)) throw new Error(`${name}: ${wishes.workers} workers ran nothing`);
  return runs / end.seconds;
}

console.log(`node ${process.version}, by processor time, ${seeds} seeds a maze`);
for (const name of Object.keys(speeds).filter(isWanted)) await tellSpeed(name);
for (const name of mazes.filter(isWanted)) await tellMaze(name);
if (isWanted("workers")) await tellWorkers();
