// How fast runs are, as ratios against what a user would write otherwise, measured in one process
// one after the other: npm run bench:kernel. Needs a build.
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Worker } from "node:worker_threads";
import fc from "fast-check";
import { RandomSource } from "../dist/kernel/random-source.js";
import { seedWords } from "../dist/kernel/seed.js";
import { Tally } from "../dist/kernel/tally.js";
import { executeWith, probeDrain } from "../dist/runner/drain.js";
import { runnerFlags } from "../dist/runner/worker-process.js";
import { frontDoor } from "../dist/search/front-door.js";
import { RunMaker } from "../dist/search/run-maker.js";
import { createLoader } from "../dist/subject/loader/index.js";
import { installWorld } from "../dist/world/install.js";

installWorld();
const drain = await probeDrain();
const execute = executeWith(drain);
const fixtures = path.join(path.dirname(fileURLToPath(import.meta.url)), "fixtures");
const meanTwentySteps = 39; // lengths are uniform from 1 to this

async function makerFor(file) {
  const loader = createLoader({
    projectRoot: path.dirname(file),
    substitutes: new Map([["gauntlet", frontDoor]]),
  });
  const graph = await loader.prepare(file);
  const settings = { stepsPerRun: meanTwentySteps, latencyUsMax: 20_000 };
  const name = path.basename(file);
  const parts = { graph, file: name, exportName: "default", settings, isEverythingFresh: false };
  return { maker: new RunMaker(parts), graph };
}

/** Runs for the given time in slices of one macrotask each, as a campaign does. */
function runFor(maker, ms, onRuns = () => {}) {
  const source = new RandomSource();
  const words = seedWords(1);
  const tally = new Tally();
  let runs = 0;
  let wakes = 0;
  const start = performance.now();
  return new Promise((resolve) => {
    const slice = () => {
      const sliceEnd = performance.now() + 25;
      while (performance.now() < sliceEnd) {
        for (let i = 0; i < 20; i++) {
          const { request } = maker.make({ source: source.restart(words, runs), tally });
          wakes += execute(request).wakes;
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

async function best(maker, ms = 1_000, rounds = 3) {
  await runFor(maker, 500);
  const results = [];
  for (let round = 0; round < rounds; round++) results.push(await runFor(maker, ms));
  return results.toSorted((a, b) => b.runsPerSecond - a.runsPerSecond)[0];
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

/** The same rules as bench/fixtures/stateless, with fc.commands. */
function commandsStepsPerSecond(ms) {
  let steps = 0;
  class Inventory {
    free = 100;
    reserved = 0;
    shipped = 0;
    reserve(count) {
      if (count > this.free) return;
      this.free -= count;
      this.reserved += count;
    }
    ship(count) {
      const leaving = Math.min(count, this.reserved);
      this.reserved -= leaving;
      this.shipped += leaving;
    }
    release(count) {
      const released = Math.min(count, this.reserved);
      this.reserved -= released;
      this.free += released;
    }
  }
  const command = (name) => (count) => ({
    check: () => true,
    run: (_model, real) => {
      steps += 1;
      real[name](count);
      if (real.free + real.reserved + real.shipped !== 100) throw new Error("broken");
    },
    toString: () => `${name}(${count})`,
  });
  const count = fc.integer({ min: 1, max: 20 });
  const commands = fc.commands(
    ["reserve", "ship", "release"].map((name) => count.map(command(name))),
    { maxCommands: meanTwentySteps, size: "max" },
  );
  let runs = 0;
  const property = fc.property(commands, (list) => {
    runs += 1;
    fc.modelRun(() => ({ model: {}, real: new Inventory() }), list);
  });
  const start = performance.now();
  for (let seed = 0; performance.now() - start < ms; seed++) {
    fc.assert(property, { seed, numRuns: 200 });
  }
  const seconds = (performance.now() - start) / 1_000;
  return { stepsPerSecond: steps / seconds, runsPerSecond: runs / seconds };
}

async function schedulerRunsPerSecond(ms) {
  let runs = 0;
  const property = fc.asyncProperty(fc.scheduler(), async (scheduler) => {
    runs += 1;
    const state = { holder: 0, clashes: 0 };
    const wait = () => scheduler.schedule(Promise.resolve());
    const task = async (id) => {
      await wait();
      if (state.holder !== 0) return;
      await wait();
      state.holder = id;
      await wait();
      if (state.holder !== id) state.clashes += 1;
      await wait();
      state.holder = 0;
    };
    const all = Promise.all([1, 2, 3, 4].map(task));
    await scheduler.waitFor(all);
  });
  const start = performance.now();
  for (let seed = 0; performance.now() - start < ms; seed++) {
    await fc.assert(property, { seed, numRuns: 100 });
  }
  return runs / ((performance.now() - start) / 1_000);
}

async function threadRunsPerSecond(ms) {
  const code = `const { parentPort } = require("node:worker_threads"); parentPort.postMessage(1);`;
  let runs = 0;
  const start = performance.now();
  while (performance.now() - start < ms) {
    await new Promise((resolve, reject) => {
      const worker = new Worker(code, { eval: true });
      worker.on("error", reject);
      worker.on("exit", resolve);
    });
    runs += 1;
  }
  return runs / ((performance.now() - start) / 1_000);
}

/** Each case in a process of its own, as a worker has one subject: another one would slow it. */
const cases = {
  fresh: async () => best((await makerFor(path.join(fixtures, "fresh/ledger.chaos.ts"))).maker),
  twenty: async () => {
    const folder = twentyModules();
    try {
      return await best((await makerFor(path.join(folder, "twenty.chaos.ts"))).maker);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
  shared: async () =>
    best((await makerFor(path.join(fixtures, "stateless/inventory.chaos.ts"))).maker),
  race: async () => best((await makerFor(path.join(fixtures, "stateless/race.chaos.ts"))).maker),
  commands: () => {
    commandsStepsPerSecond(500);
    return commandsStepsPerSecond(2_000);
  },
  scheduler: async () => {
    await schedulerRunsPerSecond(500);
    return { runsPerSecond: await schedulerRunsPerSecond(2_000) };
  },
  threads: async () => ({ runsPerSecond: await threadRunsPerSecond(2_000) }),
  memory: async () => {
    const { maker } = await makerFor(path.join(fixtures, "stateless/inventory.chaos.ts"));
    return { ratio: await heapRatio(maker, 1_000_000) };
  },
};

async function heapRatio(maker, total) {
  let early;
  const heap = () => {
    globalThis.gc();
    return process.memoryUsage().heapUsed;
  };
  await runFor(maker, 600_000, (runs) => {
    if (early === undefined && runs >= total / 10) early = heap();
    return runs >= total ? "stop" : undefined;
  });
  return heap() / early;
}

const [wanted] = process.argv.slice(2);
if (wanted === undefined) await report();
else console.log(JSON.stringify(await cases[wanted]()));

async function report() {
  const measured = {};
  for (const name of Object.keys(cases)) {
    const program = fileURLToPath(import.meta.url);
    const { stdout } = await promisify(execFile)(process.execPath, [
      ...runnerFlags,
      "--expose-gc",
      program,
      name,
    ]);
    measured[name] = JSON.parse(stdout);
  }
  const { fresh, twenty, shared, race, commands, scheduler, threads, memory } = measured;
  const steps = (result) => `${result.stepsPerRun.toFixed(1)} steps`;
  console.log(`node ${process.version}, drain ${drain}\n`);
  say(`fresh graph, 2 modules, ${steps(fresh)}: runs/s`, fresh.runsPerSecond, 30_000);
  say("fresh graph, 20 modules: runs/s", twenty.runsPerSecond);
  say(`shared graph, ${steps(shared)}: runs/s`, shared.runsPerSecond, 150_000);
  say("  steps/s against fc.commands", shared.stepsPerSecond, commands.stepsPerSecond);
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
  if (goal === undefined) return console.log(line);
  const verdict = measured >= goal ? "met" : "missed";
  console.log(`${line}   goal ${number(goal)}   ${verdict} (${(measured / goal).toFixed(2)}×)`);
}
