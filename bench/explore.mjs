// What exploring with counters and guidance costs, against the same subject without them, in the
// product's own worker: npm run bench:explore [-- --runs 20000]. Needs a build. Processor time.
//   --smoke         a few runs each, without verdicts on speed: shows that every case does its work
//   --targets DIR   the subjects that are run, instead of those in bench/targets
import path from "node:path";
import { parseArgs } from "node:util";
import { atLeast, atMost } from "./goals.mjs";
import { median } from "./paired-ratio.mjs";
import { Bench, demandSteps } from "./subject-runs.mjs";
import { exploreWay, loadWay } from "./ways.mjs";

const { values: flags } = parseArgs({
  options: {
    runs: { type: "string", default: "20000" },
    smoke: { type: "boolean", default: false },
    targets: { type: "string", default: path.join(import.meta.dirname, "targets") },
  },
});
const isSmoke = flags.smoke;
const runsMax = isSmoke ? 300 : Number(flags.runs);
const rounds = isSmoke ? 1 : 5;

/** One that only changes numbers, one that waits, one with faults: from all overhead to little. */
const targets = ["deep-sequence-8", "overlapping-race", "fault-pair"];
const speedLeast = 0.5;
const memoryMost = 1.5;
/** A run that takes fewer steps does not do what the target is about. */
const stepsLeast = 5;

/** Searches of the same seed, each way in a process of its own, all taking turns. */
async function measure(target) {
  const ways = ["random", "counted", "guided"];
  const benches = new Map();
  const found = new Map(ways.map((way) => [way, []]));
  try {
    for (const way of ways) benches.set(way, await Bench.open());
    // The first two warm up.
    for (let round = isSmoke ? 0 : -2; round < rounds; round++) {
      for (const way of ways) {
        const search = await searchOnce(benches.get(way), target, way);
        if (round >= 0) found.get(way).push(search);
      }
    }
  } finally {
    for (const bench of benches.values()) await bench.close();
  }
  return found;
}

function searchOnce(bench, target, way) {
  const file = path.join(flags.targets, `${target}.chaos.ts`);
  return bench.load(file, loadWay(way, {}), async ({ explore, declared, residentBytes }) => {
    const search = await explore({ runsMax, ...exploreWay(way, declared) });
    demandRuns(`${target}, ${way}`, search);
    return { ...search, bytes: residentBytes() };
  });
}

/** These targets have a bug to be found, so a run may break; it must be a run of some steps. */
function demandRuns(name, search) {
  if (search.runs !== runsMax)
    throw new Error(`${name}: ${search.runs} of ${runsMax} runs were made`);
  if (search.unknownRuns > 0) throw new Error(`${name}: runs came to no verdict`);
  demandSteps(name, search, stepsLeast);
}

const whole = (number) => Math.round(number).toLocaleString("en");
console.log(`node ${process.version}, ${whole(runsMax)} runs a search, by processor time`);
for (const target of targets) {
  const found = await measure(target);
  console.log(`\n${target}`);
  for (const [way, list] of found) {
    const runs = median(list.map((one) => (one.runs / one.processorMs) * 1_000));
    const steps = median(list.map((one) => (one.steps / one.processorMs) * 1_000));
    console.log(
      `  ${way.padEnd(8)} ${whole(runs).padStart(9)} runs/s ${whole(steps).padStart(11)} steps/s`,
    );
  }
  const plain = found.get("random");
  for (const way of ["counted", "guided"]) {
    const list = found.get(way);
    // Neighbours see the same machine.
    const speeds = list.map((one, at) => plain[at].processorMs / one.processorMs);
    atLeast(`  ${way}, runs/s against plain`, median(speeds), speedLeast, isSmoke);
    if (list[0].bytes === undefined) continue;
    const bytes = (of) => Math.max(...of.map((one) => one.bytes));
    atMost(`  ${way}, memory against plain`, bytes(list) / bytes(plain), memoryMost, isSmoke);
  }
}
