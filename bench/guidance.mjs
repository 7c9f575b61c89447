// Whether guided exploration finds what it should, how soon, and never much later than chance:
// npm run bench:guidance [-- --seeds 20] [--pairs 50] [--target deep-sequence-8]. Needs a build.
// Times are processor time. A search that found nothing counts as long as it was let run.
//   --smoke         two short searches of each target: shows that every case does its work
//   --targets DIR   the subjects that are searched, instead of those in bench/targets
import { availableParallelism } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { modelNames } from "./command-models.mjs";
import { commandSearches } from "./command-searches.mjs";
import { median, pairedRatio } from "./paired-ratio.mjs";
import { searches as searchesOf } from "./searches.mjs";

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "20" },
    pairs: { type: "string", default: "50" },
    target: { type: "string", multiple: true },
    targets: { type: "string", default: path.join(import.meta.dirname, "targets") },
    smoke: { type: "boolean", default: false },
  },
});
const isSmoke = values.smoke;
const seeds = isSmoke ? 1 : Number(values.seeds);
const pairs = isSmoke ? 1 : Math.max(Number(values.pairs), seeds);

/** Where a search that finds nothing is given up; what chance finds soon needs more pairs. */
const targets = {
  "deep-sequence-6": { runsMax: 20_000 },
  "deep-sequence-8": { runsMax: 40_000 },
  "magic-constant": { runsMax: 10_000 },
  "fault-pair": { runsMax: 10_000, pairFactor: 6 },
  "fault-triple": { runsMax: 10_000, pairFactor: 4 },
  "phase-machine": { runsMax: 20_000 },
  "cache-with-gc": { runsMax: 10_000 },
  "overlapping-race": { runsMax: 10_000 },
  "argument-puzzle": { runsMax: 20_000, stepsPerRun: 10 },
};
const smokeRuns = 100;
const msMax = 10_000;
/** By chance, further pairs are let run so much longer than guided: enough to be judged by. */
const longer = 4;
const worseMax = 1.3;
const fasterMin = 20;

/** Everything about one target; each way has a process of its own, so that none warms another. */
async function measure(target) {
  const { stepsPerRun = 50 } = targets[target];
  const runsMax = isSmoke ? smokeRuns : targets[target].runsMax;
  const pairFactor = isSmoke ? 1 : (targets[target].pairFactor ?? 1);
  const full = { runsMax, msMax, stepsPerRun };
  const guided = await searches(target, "guided", pairs * pairFactor, () => full);
  const random = await searches(target, "random", pairs * pairFactor, (at) => {
    if (at < seeds) return full;
    return { ...full, runsMax: Math.min(runsMax, Math.max(longer * guided[at].runs, 3_000)) };
  });
  // Guided is without a swarm; leaving out rules and bringing faults together are told apart.
  const results = { guided, random, "swarm off": guided.slice(0, seeds) };
  for (const way of isSmoke ? [] : ["swarm on", "no tuples"]) {
    results[way] = await searches(target, way, seeds, () => full);
  }
  if (modelNames.includes(target)) {
    // Long enough to say that it is slower by the factor that is asked for.
    const ms = 1.5 * fasterMin * median(guided.map((search) => search.ms));
    const patience = { ...full, runsMax: 100_000_000, msMax: Math.min(Math.max(ms, 500), 6_000) };
    results["fc.commands"] = await commandSearches(target, seeds, isSmoke ? full : patience);
  }
  return results;
}

function searches(target, way, count, limitsOf) {
  const file = path.join(values.targets, `${target}.chaos.ts`);
  return searchesOf({ file, way, count, limitsOf });
}

function tell(target, results) {
  console.log(`\n${target}`);
  for (const [way, all] of Object.entries(results)) {
    const list = all.slice(0, seeds);
    const found = list.filter((search) => search.found).length;
    const runs = median(list.map((search) => search.runs));
    const ms = median(list.map((search) => search.ms));
    const more = found * 2 > list.length ? "" : "more than ";
    console.log(
      `  ${way.padEnd(12)} found ${String(found).padStart(3)} of ${list.length}` +
        `   median ${more}${Math.round(runs).toLocaleString("en")} runs, ${Math.round(ms)} ms`,
    );
  }
}

const goals = [];

function goal(what, measured, wanted, verdict) {
  goals.push({ what, measured, wanted, verdict });
}

const isMet = (claim) => (claim ? "met" : "missed");

function judge(target, { guided, random, "fc.commands": commands }) {
  const found = guided.filter((search) => search.found).length;
  const share = found / guided.length;
  goal(`${target}: guided finds it`, `${found}/${guided.length}`, "all", isMet(share === 1));
  const runs = median(guided.map((search) => search.runs));
  const runsGoal = { "deep-sequence-6": 5_000, "deep-sequence-8": 20_000 }[target];
  if (runsGoal !== undefined) {
    const ratio = `${runs} = ${(runs / runsGoal).toFixed(2)}×`;
    goal(`${target}: median runs`, ratio, `≤ ${runsGoal}`, isMet(runs <= runsGoal));
  }
  if (target === "deep-sequence-8" && commands !== undefined) {
    const factor = median(commands.map(({ ms }) => ms)) / median(guided.map(({ ms }) => ms));
    const never = commands.every((search) => !search.found);
    const measured = `${never ? "never found in " : ""}${factor.toFixed(1)}×`;
    goal(`${target}: time of fc.commands`, measured, `≥ ${fasterMin}×`, isMet(factor >= fasterMin));
  }
  for (const unit of ["runs", "ms"]) {
    const { ratio, low, high } = pairedRatio(guided, random, (search) => search[unit]);
    const verdict = high <= worseMax ? "met" : low > worseMax ? "missed" : "not clear";
    const measured = `${ratio.toFixed(2)}× (${low.toFixed(2)} to ${high.toFixed(2)})`;
    goal(`${target}: guided to random, ${unit}`, measured, `≤ ${worseMax}×`, verdict);
  }
}

const wanted = values.target ?? Object.keys(targets);
const unknown = wanted.find((name) => !(name in targets));
if (unknown !== undefined) {
  console.error(`no target is called ${unknown}; there are ${Object.keys(targets).join(", ")}`);
  process.exit(2);
}
console.log(`${seeds} seeds; guided against random over ${pairs} pairs, with bounds of 95 %`);
const pending = [...wanted];
const measured = new Map();
const slots = Array.from({ length: Math.min(2, availableParallelism()) }, async () => {
  for (let target = pending.shift(); target !== undefined; target = pending.shift()) {
    measured.set(target, await measure(target));
    tell(target, measured.get(target));
  }
});
await Promise.all(slots);
if (isSmoke) {
  console.log(`\n${wanted.length} targets were searched`);
  process.exit(0);
}
for (const target of wanted) judge(target, measured.get(target));
console.log("\ngoal".padEnd(48), "measured".padEnd(28), "goal");
for (const { what, measured: value, wanted: asked, verdict } of goals) {
  console.log(what.padEnd(46), value.padEnd(28), asked.padEnd(10), verdict);
}
