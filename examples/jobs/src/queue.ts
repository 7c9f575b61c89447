import { setTimeout as sleep } from "node:timers/promises";

export interface Job {
  readonly id: string;
  readonly address: string;
  state: "open" | "done" | "dead";
  tries: number;
  /** When it may be begun; while a worker has it, when its lease ends. */
  dueAt: number;
}

const leaseMs = 30_000;
const triesMax = 3;
const backoffMs = 2_000;

/** Jobs in a table behind a network. Who leases one has it alone until the lease ends. */
export class JobQueue {
  readonly jobs = new Map<string, Job>();

  async add(address: string): Promise<Job> {
    await roundTrip();
    const id = `job-${this.jobs.size + 1}`;
    const job: Job = { id, address, state: "open", tries: 0, dueAt: Date.now() };
    this.jobs.set(id, job);
    return job;
  }

  /**
   * Lends a job that is due. One whose worker fell silent is due again when its lease ends; what
   * was tried too often is put aside.
   */
  async lease(): Promise<Job | undefined> {
    await roundTrip();
    for (const job of this.jobs.values()) {
      if (job.state !== "open" || job.dueAt > Date.now()) continue;
      if (job.tries === triesMax) {
        job.state = "dead";
        continue;
      }
      job.tries += 1;
      job.dueAt = Date.now() + leaseMs;
      return job;
    }
    return undefined;
  }

  async done(job: Job): Promise<void> {
    await roundTrip();
    job.state = "done";
  }

  /** Has the job tried again, later each time. */
  async fail(job: Job): Promise<void> {
    await roundTrip();
    job.dueAt = Date.now() + backoffMs * 2 ** job.tries;
  }
}

function roundTrip(): Promise<void> {
  return sleep(Math.random() * 5);
}
