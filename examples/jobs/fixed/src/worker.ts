import { setTimeout as sleep } from "node:timers/promises";
import type { Job, JobQueue } from "./queue.ts";

export type Handler = (job: Job, signal: AbortSignal) => Promise<void>;

const pollMs = 5_000;
const renewMs = 10_000;

/** Takes one job after the other until it is killed. */
export class Worker {
  readonly #queue: JobQueue;
  readonly #handler: Handler;
  readonly #killed = new AbortController();

  constructor(queue: JobQueue, handler: Handler) {
    this.#queue = queue;
    this.#handler = handler;
    void this.#work();
  }

  /** Ends it where it stands, as a deploy may: the job in hand is left to its lease. */
  kill(): void {
    this.#killed.abort();
  }

  async #work(): Promise<void> {
    while (!this.#killed.signal.aborted) {
      const job = await this.#queue.lease();
      if (job === undefined) await sleep(pollMs);
      else await this.#run(job);
    }
  }

  async #run(job: Job): Promise<void> {
    const { signal } = this.#killed;
    const renewing = setInterval(() => void this.#queue.renew(job), renewMs);
    try {
      await this.#handler(job, signal);
      if (!signal.aborted) await this.#queue.done(job);
    } catch {
      if (!signal.aborted) await this.#queue.fail(job);
    } finally {
      clearInterval(renewing);
    }
  }
}
