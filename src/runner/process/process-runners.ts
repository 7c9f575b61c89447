import type { RunnerPool, Runners } from "../subject-runner.ts";
import { SubjectWorker } from "./subject-worker.ts";
import { workerOptions } from "./worker-options.ts";
import { WorkerPool } from "./worker-pool.ts";

/** Runs happen in child processes of this one: what user code does there harms nobody else. */
export const processRunners: Runners = {
  load: (command, limits, signal) => SubjectWorker.start(command, limits, { signal }),
  pool: processPool,
};

// --- inside ---

function processPool(placesMax: number): RunnerPool {
  const pool = new WorkerPool(placesMax);
  return {
    load: (command, limits, signal) => SubjectWorker.start(command, limits, { pool, signal }),
    startAhead: (projectRoot, { memoryMb, runTimeoutMs: silenceMsMax }) => {
      const how = { memoryMb, silenceMsMax, isWalled: true, isHostAllowed: false };
      pool.start(workerOptions({ projectRoot, ...how }));
    },
    close: () => pool.close(),
  };
}
