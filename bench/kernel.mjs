// How fast runs are, as ratios against what a user would write otherwise, measured in one process
// one after the other: npm run bench:kernel. Needs a build.
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import fc from "fast-check";
import { RandomSource } from "../dist/kernel/random-source.js";
import { seedWords } from "../dist/kernel/seed.js";
import { Tally } from "../dist/kernel/tally.js";
import { executeWith, probeDrain } from "../dist/runner/drain.js";
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
  const parts = { graph, exportName: "default", settings, isEverythingFresh: false };
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
  return results.sort((a, b) => b.runsPerSecond - a.runsPerSecond)[0];
}

function say(what, measured, goal) {
  const number = (value) => Math.round(value).toLocaleString("en-US");
  const verdict =
    goal === undefined
      ? ""
      : `   goal ${number(goal)}   ${measured >= goal ? "met" : "missed"} (${(measured / goal).toFixed(2)}×)`;
  console.log(`${what.padEnd(58)} ${number(measured).padStart(12)}${verdict}`);
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
  for (let seed = 0; performance.now() - start < ms; seed++) fc.assert(property, { seed, numRuns: 200 });
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

console.log(`node ${process.version}, drain ${drain}\n`);
const fresh = await makerFor(path.join(fixtures, "fresh/ledger.chaos.ts"));
const freshRuns = await best(fresh.maker);
say(`fresh graph, 2 modules, ${freshRuns.stepsPerRun.toFixed(1)} steps: runs/s`, freshRuns.runsPerSecond, 30_000);
const folder = twentyModules();
try {
  const twenty = await makerFor(path.join(folder, "twenty.chaos.ts"));
  say("fresh graph, 20 modules: runs/s", (await best(twenty.maker)).runsPerSecond);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const shared = await makerFor(path.join(fixtures, "stateless/inventory.chaos.ts"));
const sharedRuns = await best(shared.maker);
say(`shared graph, ${sharedRuns.stepsPerRun.toFixed(1)} steps: runs/s`, sharedRuns.runsPerSecond, 150_000);
commandsStepsPerSecond(500);
const commands = commandsStepsPerSecond(2_000);
say("  steps/s", sharedRuns.stepsPerSecond, commands.stepsPerSecond);
say("  fc.commands, same rules: steps/s", commands.stepsPerSecond);
const race = await makerFor(path.join(fixtures, "stateless/race.chaos.ts"));
const raceRuns = await best(race.maker);
const scheduler = await schedulerRunsPerSecond(2_000);
say("small interleavings (4 tasks, 4 waits): runs/s", raceRuns.runsPerSecond, 100_000);
say("  against 10 × fc.scheduler", raceRuns.runsPerSecond, scheduler * 10);
say("  fc.scheduler, same race: runs/s", scheduler);
const threads = await threadRunsPerSecond(2_000);
say("a worker thread a run: runs/s", threads);
say("  fresh graph against 1,000 × that", freshRuns.runsPerSecond, threads * 1_000);

if (globalThis.gc === undefined) {
  console.log("memory: run with --expose-gc to measure");
} else {
  const total = 1_000_000;
  let early;
  const heap = () => {
    globalThis.gc();
    return process.memoryUsage().heapUsed;
  };
  await runFor(shared.maker, 600_000, (runs) => {
    if (early === undefined && runs >= total / 10) early = heap();
    return runs >= total ? "stop" : undefined;
  });
  const late = heap();
  const ratio = late / early;
  console.log(
    `memory after ${total.toLocaleString("en-US")} runs against 10 % of them`.padEnd(58),
    `${ratio.toFixed(3)}×`.padStart(12),
    `  goal at most 1.2×   ${ratio <= 1.2 ? "met" : "missed"}`,
  );
}
