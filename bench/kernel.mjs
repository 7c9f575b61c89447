// How fast runs are, as ratios against what a user would write otherwise, by processor time, in a
// process each, one after the other: npm run bench:kernel. Needs a build.
//   --smoke          a moment each, without verdicts on speed: shows that every case does its work
//   --fixtures DIR   the subjects that are run, instead of those in bench/fixtures
//   --against DIR    compares with another built checkout instead, in turns
import { rmSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { twentyModules } from "./fixtures/twenty-modules.mjs";
import { atLeast, atMost } from "./goals.mjs";
import { compareCheckouts } from "./kernel-against.mjs";
import { peerRate } from "./kernel-peers.mjs";
import { Bench, demandHeld, demandSteps } from "./subject-runs.mjs";

const { values: flags } = parseArgs({
  options: {
    smoke: { type: "boolean", default: false },
    fixtures: { type: "string", default: path.join(import.meta.dirname, "fixtures") },
    against: { type: "string" },
  },
});
const isSmoke = flags.smoke;
const meanTwentySteps = 39; // lengths are uniform from 1 to this
const [warmMs, roundMs, rounds] = isSmoke ? [50, 50, 1] : [1_000, 1_000, 5];
const settings = { stepsPerRun: meanTwentySteps };

const twenty = twentyModules();
/** Runs that take fewer steps, or that wait for less where the case is about that, are no work. */
const cases = {
  fresh: { file: path.join(flags.fixtures, "fresh/ledger.chaos.ts"), steps: 10 },
  twenty: { file: path.join(twenty, "twenty.chaos.ts"), steps: 10 },
  shared: { file: path.join(flags.fixtures, "stateless/inventory.chaos.ts"), steps: 10 },
  race: { file: path.join(flags.fixtures, "stateless/race.chaos.ts"), wakes: 4 },
};

try {
  console.log(`node ${process.version}, by processor time`);
  if (flags.against === undefined) await report();
  else
    await compareCheckouts({
      other: path.resolve(flags.against),
      cases,
      settings,
      isSmoke,
      demandWork,
    });
} finally {
  rmSync(twenty, { recursive: true, force: true });
}

/** Throws where a stretch of runs was not what the case is about. */
function demand(name, found) {
  demandHeld(name, found);
  demandWork(name, found);
}

/** Throws where runs that held did less than the case is about. */
function demandWork(name, found) {
  const { steps, wakes } = cases[name];
  if (steps !== undefined) demandSteps(name, found, steps);
  if (wakes === undefined || found.wakes / found.runs >= wakes) return;
  throw new Error(`${name}: a run waited for less than ${wakes} things, so nothing is measured`);
}

/** Each case in a process of its own, as a worker has one subject: another one would slow it. */
async function measure(name) {
  return inWorker(name, async ({ explore }) => {
    let { nextRun } = await explore({ timeMsMax: warmMs });
    let best;
    for (let round = 0; round < rounds; round++) {
      const found = await explore({ fromRun: nextRun, timeMsMax: roundMs });
      demand(name, found);
      nextRun = found.nextRun;
      const runsPerSecond = (found.runs / found.processorMs) * 1_000;
      if (runsPerSecond < (best?.runsPerSecond ?? 0)) continue;
      const stepsPerRun = found.steps / found.runs;
      best = { runsPerSecond, stepsPerRun, stepsPerSecond: runsPerSecond * stepsPerRun };
    }
    return best;
  });
}

/** Memory of the worker after all runs against that after a tenth of them. */
async function memoryRatio() {
  const total = isSmoke ? 10_000 : 1_000_000;
  return inWorker("shared", async ({ explore, residentBytes }) => {
    const early = await explore({ runsMax: total / 10, timeMsMax: 600_000 });
    const before = residentBytes();
    const late = await explore({ fromRun: early.nextRun, runsMax: total, timeMsMax: 600_000 });
    demand("shared", late);
    return before === undefined ? undefined : residentBytes() / before;
  });
}

async function inWorker(name, use) {
  const bench = await Bench.open();
  try {
    return await bench.load(cases[name].file, { settings }, use);
  } finally {
    await bench.close();
  }
}

async function report() {
  const measured = {};
  for (const name of Object.keys(cases)) {
    measured[name] = await measure(name);
    const { runsPerSecond, stepsPerRun } = measured[name];
    const whole = Math.round(runsPerSecond).toLocaleString("en-US");
    console.log(
      `  ${name.padEnd(8)} ${whole.padStart(9)} runs/s   ${stepsPerRun.toFixed(1)} steps a run`,
    );
  }
  const { fresh, twenty: many, shared, race } = measured;
  const ms = isSmoke ? 50 : 2_000;
  const { steps } = await peerRate("commands", { ms, maxCommands: meanTwentySteps });
  const { runs: scheduled } = await peerRate("scheduler", { ms });
  const { runs: threads } = await peerRate("threads", { ms });
  atLeast("steps/s, against fc.commands", shared.stepsPerSecond / steps, 1, isSmoke);
  atLeast(
    "interleavings (4 tasks, 4 waits), against fc.scheduler",
    race.runsPerSecond / scheduled,
    10,
    isSmoke,
  );
  atLeast(
    "a fresh graph of 2 modules, against a thread a run",
    fresh.runsPerSecond / threads,
    1_000,
    isSmoke,
  );
  atLeast(
    "a fresh graph of 20 modules, against one of 2",
    many.runsPerSecond / fresh.runsPerSecond,
    0.2,
    isSmoke,
  );
  const memory = await memoryRatio();
  if (memory === undefined) console.log("memory: only Linux tells how much a process has");
  else atMost("memory after 1,000,000 runs, against 10 % of them", memory, 1.2, isSmoke);
}
