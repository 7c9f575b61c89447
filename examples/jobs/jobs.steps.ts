import { sendWelcome } from "./src/mailer.ts";
import { type Job, JobQueue } from "./src/queue.ts";
import { Worker } from "./src/worker.ts";

/** The queue of `jobs.scenario.yaml`; every run has a new one. */
export const queue: JobQueue = new JobQueue();

const running = new Set<string>();
const runTwice = new Set<string>();

/** Starts a worker, which works until the run is over. */
export function hire(): void {
  void new Worker(queue, handle);
}

export function isEachEnded(): boolean {
  return [...queue.jobs.values()].every(({ state }) => state !== "open");
}

export function isEachAlone(): boolean {
  return runTwice.size === 0;
}

async function handle(job: Job, signal: AbortSignal): Promise<void> {
  if (running.has(job.id)) runTwice.add(job.id);
  running.add(job.id);
  try {
    await sendWelcome(job.address, signal);
  } finally {
    running.delete(job.id);
  }
}
