// What bench:kernel compares with: the same work as a user would write it without us.
import { Worker } from "node:worker_threads";
import fc from "fast-check";

/** The same rules as bench/fixtures/stateless, with fc.commands. */
export function commandsStepsPerSecond(ms, maxCommands) {
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
    { maxCommands, size: "max" },
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

export async function schedulerRunsPerSecond(ms) {
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

export async function threadRunsPerSecond(ms) {
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
