// Runs of a subject as the product makes them: its worker process is started, told to load the file
// and to explore, by the messages that a campaign sends. What is measured is read from outside.
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import path from "node:path";
import { workers } from "./product.mjs";
import { processorMsOf, residentBytesOf } from "./process-use.mjs";

const limits = { runTimeoutMs: 60_000, memoryMb: 512 };

/** A process for one subject after the other, so that later ones find it warm. */
export class Bench {
  #pool;
  #SubjectWorker;
  #pid;

  static async open(root) {
    const { SubjectWorker, WorkerPool } = await workers(root);
    const bench = new Bench();
    bench.#SubjectWorker = SubjectWorker;
    bench.#pool = new WorkerPool(1);
    return bench;
  }

  /**
   * Loads a file, has `use` explore it, and leaves the process to the next one. What the file
   * cannot be loaded for is thrown, as the command line would say it.
   */
  async load(file, { settings, coverage, exportName = "default" }, use) {
    const command = {
      type: "load",
      projectRoot: path.dirname(file),
      file: path.basename(file),
      exportName,
      inline: [],
      settings: { latencyUsMax: 20_000, ...settings },
      coverage,
    };
    const started = ({ process: child }) => (this.#pid = () => child.pid);
    subscribe("child_process", started);
    const worker = await this.#SubjectWorker.start(command, limits, { pool: this.#pool }).finally(
      () => unsubscribe("child_process", started),
    );
    try {
      return await use({
        declared: worker.loaded.declared,
        explore: (asked) => explore(worker, this.#pid(), asked),
        residentBytes: () => residentBytesOf(this.#pid()),
      });
    } finally {
      await worker.release(this.#pool);
    }
  }

  close() {
    return this.#pool.close();
  }
}

/** Throws where runs did not hold: what they cost is then the cost of something else. */
export function demandHeld(name, { runs, unknownRuns, sightings, uncontrolled }) {
  const [first] = sightings;
  if (first !== undefined) {
    throw new Error(`${name}: a run that is measured must hold, and broke: ${first.message}`);
  }
  if (!(runs > 0)) throw new Error(`${name}: nothing was run, so nothing is measured`);
  if (unknownRuns > 0)
    throw new Error(`${name}: ${unknownRuns} of ${runs} runs came to no verdict`);
  if (uncontrolled > 0) throw new Error(`${name}: a run left the simulated world`);
}

/** Throws where runs did less than their work. */
export function demandSteps(name, { runs, steps }, least) {
  if (steps / runs >= least) return;
  const each = (steps / runs).toFixed(1);
  throw new Error(`${name}: a run took ${each} of at least ${least} steps, so nothing is measured`);
}

// --- inside ---

async function explore(worker, pid, asked) {
  const sightings = [];
  const command = {
    type: "explore",
    seed: 1,
    fromRun: 0,
    runsMax: Number.MAX_SAFE_INTEGER,
    timeMsMax: 60_000,
    marksEachRun: false,
    ...asked,
  };
  const beganMs = performance.now();
  const before = processorMsOf(pid);
  const found = await worker.explore(command, {
    onSighting: ({ runIndex, failure }) => sightings.push({ runIndex, message: failure.message }),
  });
  const ms = performance.now() - beganMs;
  const after = processorMsOf(pid);
  const { runs, wakes, nextRun, unknownRuns, tally } = found;
  return {
    runs,
    wakes,
    nextRun,
    unknownRuns,
    sightings,
    uncontrolled: found.uncontrolled.length,
    steps: Object.values(tally.operations).reduce((sum, count) => sum + count, 0),
    properties: tally.properties,
    ms,
    // By the clock where the system does not tell.
    processorMs: before === undefined || after === undefined ? ms : after - before,
  };
}
