// How fast runs are, as ratios against what a user would write otherwise, one process each, one
// after the other: npm run bench:kernel. Needs a build.
//   --smoke          a moment each, without verdicts on speed: shows that every case does its work
//   --against DIR    compares with another built checkout instead, in turns, by processor time
import { execFile } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs, promisify } from "node:util";
import { twentyModules } from "./fixtures/twenty-modules.mjs";
import { heapRatio } from "./heap-ratio.mjs";
import { compareCheckouts } from "./kernel-against.mjs";
import {
  commandsStepsPerSecond,
  schedulerRunsPerSecond,
  threadRunsPerSecond,
} from "./kernel-peers.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const fixtures = path.join(here, "fixtures");
const meanTwentySteps = 39; // lengths are uniform from 1 to this
const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    smoke: { type: "boolean", default: false },
    against: { type: "string" },
    root: { type: "string", default: path.dirname(here) },
    slices: { type: "boolean", default: false }, // for --against: answers a message with a slice
  },
});
const isSmoke = flags.smoke;
const scale = isSmoke ? 0.05 : 1;
const sliceMs = 100 * scale;

// Earlier checkouts have their modules in dist.
const builtFolder = ["compiled", "dist"].find((name) =>
  existsSync(path.join(flags.root, name, "world")),
);
const fileOf = (name) => path.join(flags.root, builtFolder ?? "compiled", name);
const built = (name) => import(pathToFileURL(fileOf(name)).href);
/** Of a module that earlier checkouts do not have; what they lack is not called. */
const builtIfAny = async (name) => (existsSync(fileOf(name)) ? await built(name) : {});
const { RandomSource } = await built("kernel/decisions/random-source.js");
const { seedWords } = await built("kernel/decisions/seed.js");
const { Tally } = await built("kernel/judge/tally.js");
const { runnerFlags } = await built("runner/process/worker-process.js");
const { real } = await built("world/real.js");
// Before anything is simulated.
const cpuUsage = process.cpuUsage.bind(process);
const send = process.send?.bind(process);
const onMessage = process.on.bind(process, "message");

/** The subject as a worker loads it, so that a bench cannot make runs that a worker would not. */
async function sessionFor(file) {
  const { installWorld } = await built("world/install.js");
  const { openSession } = await built("runner/worker/subject-session.js");
  const { BuiltinsWatch } = await built("world/builtins-watch.js");
  const { lookAfterRuns } = await built("runner/loop/left-behind.js");
  const { guardProcess } = await built("runner/loop/process-guard.js");
  const { prepareNet } = await built("world/net/install-net.js");
  const { installMachine } = await builtIfAny("world/machine/install-machine.js");
  const environment = await builtIfAny("world/machine/environment.js");
  const { hideLeftovers } = await builtIfAny("world/files/base-view.js");
  const { guardEarlierHandles } = await builtIfAny("world/files/earlier-files.js");
  // What a worker does besides concerns calls outside of runs, which are the bench's own here.
  installWorld();
  installMachine?.();
  hideLeftovers?.();
  guardProcess({ uncaughtException: failed, unhandledRejection: failed });
  const builtins = new BuiltinsWatch();
  environment.useEnvironment?.({});
  await prepareNet();
  await guardEarlierHandles?.();
  const session = await openSession({
    type: "load",
    projectRoot: path.dirname(file),
    file: path.basename(file),
    exportName: "default",
    inline: [],
    settings: { stepsPerRun: meanTwentySteps, latencyUsMax: 20_000 },
  });
  environment.settleEnvironment?.();
  builtins.settle();
  lookAfterRuns(builtins);
  return session;
}

function failed(thrown) {
  console.error(thrown);
  process.exitCode = 1;
  real.setImmediate(() => process.reallyExit(1));
}

/** Runs for the given time in slices of one macrotask each, as a campaign does. */
function runFor({ maker, execute }, ms, onRuns = () => {}) {
  const source = new RandomSource();
  const words = seedWords(1);
  const tally = new Tally();
  let runs = 0;
  let wakes = 0;
  const start = real.performanceNow();
  return new Promise((resolve, reject) => {
    const slice = () => {
      const sliceEnd = real.performanceNow() + 25;
      while (real.performanceNow() < sliceEnd) {
        for (let i = 0; i < 20; i++) {
          const { request } = maker.make({ source: source.restart(words, runs), tally });
          const outcome = execute(request);
          if (outcome.verdict !== "held") return reject(notHeld(outcome));
          wakes += outcome.wakes;
          runs += 1;
        }
      }
      const elapsed = real.performanceNow() - start;
      if (elapsed < ms && onRuns(runs) !== "stop") return real.setImmediate(slice);
      const steps = stepsIn(tally);
      resolve({
        runsPerSecond: (runs / elapsed) * 1_000,
        stepsPerSecond: (steps / elapsed) * 1_000,
        stepsPerRun: steps / runs,
        wakes,
        runs,
      });
    };
    real.setImmediate(slice);
  });
}

function notHeld({ verdict, because, failure }) {
  return new Error(`a run that is measured must hold: ${verdict} ${because ?? failure?.message}`);
}

async function best(file, rounds = 3) {
  const session = await sessionFor(file);
  if (flags.slices) return slicesOf(() => runFor(session, sliceMs));
  await runFor(session, 500 * scale);
  const results = [];
  for (let round = 0; round < rounds; round++) {
    results.push(await runFor(session, 1_000 * scale));
  }
  return results.toSorted((a, b) => b.runsPerSecond - a.runsPerSecond)[0];
}

/** Does a slice for each message, and says how much processor time a run of it took. */
function slicesOf(slice) {
  onMessage(() => {
    const before = cpuUsage();
    void slice().then((result) => {
      const { user, system } = cpuUsage(before);
      send({ ...result, usPerRun: (user + system) / result.runs });
    }, failed);
  });
  send("ready");
  return new Promise(() => {}); // until the parent lets go of it
}

/** Runs of a search, with all that it does between them. */
async function explored(file) {
  const { exploreRuns } = await built("runner/worker/explore-runs.js");
  const session = await sessionFor(file);
  const stretch = (fromRun, ms) =>
    exploreRuns({
      ...session,
      seed: 1,
      fromRun,
      runsMax: Number.MAX_SAFE_INTEGER,
      timeMsMax: ms,
      marksEachRun: false,
      onMark: () => {},
      onProgress: () => {},
      onSighting: ({ failure }) => {
        throw notHeld({ verdict: "broken", failure });
      },
    });
  if (flags.slices) {
    let next = 0;
    return slicesOf(async () => {
      const { runs, nextRun, tally } = await stretch(next, sliceMs);
      next = nextRun;
      return { runs, stepsPerRun: stepsIn(tally) / runs };
    });
  }
  const first = await stretch(0, 500 * scale);
  const start = real.performanceNow();
  const { runs, tally } = await stretch(first.nextRun, 3_000 * scale);
  const elapsed = real.performanceNow() - start;
  const runsPerSecond = (runs / elapsed) * 1_000;
  return { runsPerSecond, stepsPerRun: stepsIn(tally) / runs, runs };
}

function stepsIn(tally) {
  return [...tally.operations.values()].reduce((sum, { count }) => sum + count, 0);
}

/** Each case in a process of its own, as a worker has one subject: another one would slow it. */
const cases = {
  fresh: () => best(path.join(fixtures, "fresh/ledger.chaos.ts")),
  twenty: async () => {
    const folder = twentyModules();
    try {
      return await best(path.join(folder, "twenty.chaos.ts"));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
  shared: () => best(path.join(fixtures, "stateless/inventory.chaos.ts")),
  race: () => best(path.join(fixtures, "stateless/race.chaos.ts")),
  explored: () => explored(path.join(fixtures, "stateless/inventory.chaos.ts")),
  commands: () => {
    commandsStepsPerSecond(500 * scale, meanTwentySteps);
    return commandsStepsPerSecond(2_000 * scale, meanTwentySteps);
  },
  scheduler: async () => {
    await schedulerRunsPerSecond(500 * scale);
    return { runsPerSecond: await schedulerRunsPerSecond(2_000 * scale) };
  },
  threads: async () => ({ runsPerSecond: await threadRunsPerSecond(2_000 * scale) }),
  memory: async () => {
    const session = await sessionFor(path.join(fixtures, "stateless/inventory.chaos.ts"));
    return { ratio: await heapRatio(runFor, session, isSmoke ? 10_000 : 1_000_000) };
  },
};

/** Runs that take no step, or that wait for nothing where the case is about that, are no work */
const leastPerRun = { fresh: 10, twenty: 10, shared: 10, explored: 10, race: 4 };

const [wanted] = positionals;
if (wanted !== undefined) console.log(JSON.stringify(await cases[wanted]()));
else if (flags.against !== undefined) await against(path.resolve(flags.against));
else await report();

async function measure(name) {
  const program = fileURLToPath(import.meta.url);
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...runnerFlags,
    "--expose-gc",
    program,
    name,
    "--root",
    flags.root,
    ...(isSmoke ? ["--smoke"] : []),
  ]);
  const result = JSON.parse(stdout);
  demandWork(name, result);
  return result;
}

function demandWork(name, result) {
  const least = leastPerRun[name];
  const done = name === "race" ? result.wakes / result.runs : result.stepsPerRun;
  if (least === undefined || done >= least) return;
  throw new Error(`${name}: a run did ${done} of at least ${least} steps, so nothing is measured`);
}

async function against(root) {
  console.log(`node ${process.version}, this checkout against ${root}, by processor time`);
  await compareCheckouts({
    program: fileURLToPath(import.meta.url),
    nodeFlags: [...runnerFlags, "--expose-gc"],
    roots: [flags.root, root],
    names: Object.keys(leastPerRun),
    demandWork,
    isSmoke,
  });
}

async function report() {
  const measured = {};
  for (const name of Object.keys(cases)) measured[name] = await measure(name);
  const { fresh, twenty, shared, race, commands, scheduler, threads, memory } = measured;
  const steps = (result) => `${result.stepsPerRun.toFixed(1)} steps`;
  console.log(`node ${process.version}\n`);
  say(`fresh graph, 2 modules, ${steps(fresh)}: runs/s`, fresh.runsPerSecond, 30_000);
  say(`fresh graph, 20 modules, ${steps(twenty)}: runs/s`, twenty.runsPerSecond);
  say(`shared graph, ${steps(shared)}: runs/s`, shared.runsPerSecond, 150_000);
  say("  steps/s against fc.commands", shared.stepsPerSecond, commands.stepsPerSecond);
  say("  with all that a search does between runs", measured.explored.runsPerSecond);
  say("small interleavings (4 tasks, 4 waits): runs/s", race.runsPerSecond, 100_000);
  say("  against 10 × fc.scheduler", race.runsPerSecond, scheduler.runsPerSecond * 10);
  say(
    "fresh graph against 1,000 × a thread a run",
    fresh.runsPerSecond,
    threads.runsPerSecond * 1_000,
  );
  const verdict = memory.ratio <= 1.2 ? "met" : "missed";
  const what = "heap after 1,000,000 runs against 10 % of them";
  console.log(
    `${what.padEnd(52)} ${memory.ratio.toFixed(3).padStart(12)}   goal 1.200   ${verdict}`,
  );
}

function say(what, measured, goal) {
  const number = (value) => Math.round(value).toLocaleString("en-US");
  const line = `${what.padEnd(52)} ${number(measured).padStart(12)}`;
  if (goal === undefined || isSmoke) return console.log(line);
  const verdict = measured >= goal ? "met" : "missed";
  console.log(`${line}   goal ${number(goal)}   ${verdict} (${(measured / goal).toFixed(2)}×)`);
}
