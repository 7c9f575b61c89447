// What bench:kernel compares with: the same work as a user would write it without us, in a process
// of its own, by its processor time.
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import fc from "fast-check";
import { processorMs } from "./processor-time.mjs";

/** Runs and steps a second of a peer, once it is warm. */
export function peerRate(name, asked) {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(import.meta.url), [name, JSON.stringify(asked)]);
    child.once("message", resolve);
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`the peer ${name} ended with ${code}`)));
  });
}

// --- inside ---

const [peer, asked] = process.argv.slice(2);
if (process.send !== undefined && peer !== undefined) {
  const peers = { commands, scheduler, threads };
  const { ms, maxCommands } = JSON.parse(asked);
  await peers[peer](ms / 4, maxCommands); // until it is compiled
  process.send(await peers[peer](ms, maxCommands));
}

/** What a peer did for so long; a peer that did nothing is no measure. */
async function rateOf(ms, act) {
  const began = performance.now();
  const before = processorMs();
  const done = { runs: 0, steps: 0 };
  for (let seed = 0; performance.now() - began < ms; seed++) await act(seed, done);
  const seconds = (processorMs() - before) / 1_000;
  if (done.runs === 0) throw new Error("the peer ran nothing");
  return { runs: done.runs / seconds, steps: done.steps / seconds };
}

/** The same rules as bench/fixtures/stateless, with fc.commands. */
function commands(ms, maxCommands) {
  let counts = { runs: 0, steps: 0 };
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
      counts.steps += 1;
      real[name](count);
      if (real.free + real.reserved + real.shipped !== 100) throw new Error("broken");
    },
    toString: () => `${name}(${count})`,
  });
  const count = fc.integer({ min: 1, max: 20 });
  const lists = fc.commands(
    ["reserve", "ship", "release"].map((name) => count.map(command(name))),
    { maxCommands, size: "max" },
  );
  const property = fc.property(lists, (list) => {
    counts.runs += 1;
    fc.modelRun(() => ({ model: {}, real: new Inventory() }), list);
  });
  return rateOf(ms, (seed, done) => {
    counts = done;
    fc.assert(property, { seed, numRuns: 200 });
  });
}

/** The same tasks as bench/fixtures/stateless/race.chaos.ts, with fc.scheduler. */
function scheduler(ms) {
  let counts = { runs: 0 };
  const property = fc.asyncProperty(fc.scheduler(), async (given) => {
    counts.runs += 1;
    const state = { holder: 0, clashes: 0 };
    const wait = () => given.schedule(Promise.resolve());
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
    await given.waitFor(all);
  });
  return rateOf(ms, async (seed, done) => {
    counts = done;
    await fc.assert(property, { seed, numRuns: 100 });
  });
}

/** A thread for each run, which does nothing. */
function threads(ms) {
  const code = `const { parentPort } = require("node:worker_threads"); parentPort.postMessage(1);`;
  return rateOf(ms, async (_seed, done) => {
    await new Promise((resolve, reject) => {
      const worker = new Worker(code, { eval: true });
      worker.on("error", reject);
      worker.on("exit", resolve);
    });
    done.runs += 1;
  });
}
