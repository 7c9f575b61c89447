// How fast runs are, as ratios against what a user would write otherwise, one process each, one
// after the other: npm run bench:kernel. Needs a build.
//   --smoke          a moment each, without verdicts on speed: shows that every case does its work
//   --against DIR    compares with another built checkout instead, in alternating rounds
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs, promisify } from "node:util";
import { median } from "./paired-ratio.mjs";
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
  },
});
const isSmoke = flags.smoke;
const scale = isSmoke ? 0.05 : 1;

const built = (name) => import(pathToFileURL(path.join(flags.root, "compiled", name)).href);
const { RandomSource } = await built("kernel/random-source.js");
const { seedWords } = await built("kernel/seed.js");
const { Tally } = await built("kernel/tally.js");
const { runnerFlags } = await built("runner/worker-process.js");

/** The subject as a worker loads it, so that a bench cannot make runs that a worker would not. */
async function sessionFor(file) {
  const [{ installWorld }, { openSession }, { BuiltinsWatch }, { lookAfterRuns }] =
    await Promise.all([
      built("world/install.js"),
      built("search/subject-session.js"),
      built("world/builtins-watch.js"),
      built("runner/left-behind.js"),
    ]);
  installWorld();
  const builtins = new BuiltinsWatch();
  const session = await openSession({
    type: "load",
    projectRoot: path.dirname(file),
    file: path.basename(file),
    exportName: "default",
    inline: [],
    settings: { stepsPerRun: meanTwentySteps, latencyUsMax: 20_000 },
  });
  builtins.settle();
  lookAfterRuns(builtins);
  return session;
}

/** Runs for the given time in slices of one macrotask each, as a campaign does. */
function runFor({ maker, execute }, ms, onRuns = () => {}) {
  const source = new RandomSource();
  const words = seedWords(1);
  const tally = new Tally();
  let runs = 0;
  let wakes = 0;
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const slice = () => {
      const sliceEnd = performance.now() + 25;
      while (performance.now() < sliceEnd) {
        for (let i = 0; i < 20; i++) {
          const { request } = maker.make({ source: source.restart(words, runs), tally });
          const outcome = execute(request);
          if (outcome.verdict !== "held") return reject(notHeld(outcome));
          wakes += outcome.wakes;
          runs += 1;
        }
      }
      const elapsed = performance.now() - start;
      if (elapsed < ms && onRuns(runs) !== "stop") return setImmediate(slice);
      const steps = [...tally.operations.values()].reduce((sum, { count }) => sum + count, 0);
      resolve({
        runsPerSecond: (runs / elapsed) * 1_000,
        stepsPerSecond: (steps / elapsed) * 1_000,
        stepsPerRun: steps / runs,
        wakes,
        runs,
      });
    };
    setImmediate(slice);
  });
}

function notHeld({ verdict, because, failure }) {
  return new Error(`a run that is measured must hold: ${verdict} ${because ?? failure?.message}`);
}

async function best(file, rounds = 3) {
  const session = await sessionFor(file);
  await runFor(session, 500 * scale);
  const results = [];
  for (let round = 0; round < rounds; round++) {
    results.push(await runFor(session, 1_000 * scale));
  }
  return results.toSorted((a, b) => b.runsPerSecond - a.runsPerSecond)[0];
}

/** Runs of a search, with all that it does between them. */
async function explored(file) {
  const { exploreRuns } = await built("search/explore-runs.js");
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
  const first = await stretch(0, 500 * scale);
  const start = performance.now();
  const { runs, tally } = await stretch(first.nextRun, 3_000 * scale);
  const elapsed = performance.now() - start;
  const steps = [...tally.operations.values()].reduce((sum, { count }) => sum + count, 0);
  return { runsPerSecond: (runs / elapsed) * 1_000, stepsPerRun: steps / runs, runs };
}

function twentyModules() {
  const folder = mkdtempSync(path.join(tmpdir(), "gauntlet-bench-"));
  symlinkSync(path.join(fixtures, "../../node_modules"), path.join(folder, "node_modules"));
  writeFileSync(path.join(folder, "package.json"), '{"type":"module"}');
  for (let i = 0; i < 19; i++) {
    const next = i < 18 ? `import { call${i + 1} } from "./m${i + 1}.ts";\n` : "";
    const body = i < 18 ? `call${i + 1}(n)` : "n";
    writeFileSync(
      path.join(folder, `m${i}.ts`),
      `${next}const seen = new Map<number, number>();\n` +
        `export function call${i}(n: number): number { seen.set(n, 1); return ${body} + ${i}; }\n`,
    );
  }
  writeFileSync(
    path.join(folder, "twenty.chaos.ts"),
    `import { chaosTest } from "gauntlet";\nimport { call0 } from "./m0.ts";\n` +
      `export default chaosTest({ name: "twenty", setup: () => ({ n: 0 }), rules: {\n` +
      `  call: { run: (s) => void (s.n = call0(1)) }, look: { run: () => {} } } });\n`,
  );
  return folder;
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
    return { ratio: await heapRatio(session, isSmoke ? 10_000 : 1_000_000) };
  },
};

/** Runs that take no step, or that wait for nothing where the case is about that, are no work */
const leastPerRun = { fresh: 10, twenty: 10, shared: 10, explored: 10, race: 4 };

async function heapRatio(session, total) {
  let early;
  const heap = () => {
    globalThis.gc();
    return process.memoryUsage().heapUsed;
  };
  await runFor(session, 600_000, (runs) => {
    if (early === undefined && runs >= total / 10) early = heap();
    return runs >= total ? "stop" : undefined;
  });
  return heap() / early;
}

const [wanted] = positionals;
if (wanted !== undefined) console.log(JSON.stringify(await cases[wanted]()));
else if (flags.against !== undefined) await compare(path.resolve(flags.against));
else await report();

async function measure(name, root = flags.root) {
  const program = fileURLToPath(import.meta.url);
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...runnerFlags,
    "--expose-gc",
    program,
    name,
    "--root",
    root,
    ...(isSmoke ? ["--smoke"] : []),
  ]);
  const result = JSON.parse(stdout);
  const least = leastPerRun[name];
  const done = name === "race" ? result.wakes / result.runs : result.stepsPerRun;
  if (least !== undefined && !(done >= least)) {
    throw new Error(
      `${name}: a run did ${done} of at least ${least} steps, so nothing is measured`,
    );
  }
  return result;
}

/** This checkout against another one: the median of ratios of neighbours. */
async function compare(root) {
  console.log(`node ${process.version}, this checkout against ${root}`);
  const rounds = isSmoke ? 1 : 7;
  for (const name of ["fresh", "twenty", "shared", "race", "explored"]) {
    const ratios = [];
    for (let round = 0; round < rounds; round++) {
      const order = round % 2 === 0 ? [flags.root, root] : [root, flags.root];
      const speeds = new Map();
      for (const one of order) speeds.set(one, (await measure(name, one)).runsPerSecond);
      ratios.push(speeds.get(flags.root) / speeds.get(root));
    }
    const ratio = median(ratios);
    const [low, high] = [Math.min(...ratios), Math.max(...ratios)];
    const verdict = isSmoke ? "" : ratio >= 0.95 ? "met" : "missed";
    const spread = `(${low.toFixed(2)} to ${high.toFixed(2)})`;
    console.log(
      `${name.padEnd(10)} runs/s ${ratio.toFixed(2)}× ${spread}   goal 0.95×   ${verdict}`,
    );
  }
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
