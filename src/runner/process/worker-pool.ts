import { type WorkerOptions, WorkerProcess } from "./worker-process.ts";

/**
 * Processes that have run one subject and may run another: loading code costs far less than a
 * process. Only for searching; what is found is shown again in a process that ran nothing before.
 */
export class WorkerPool {
  readonly #idle: WorkerProcess[] = [];
  readonly #max: number;
  #isClosed = false;

  constructor(max: number) {
    this.#max = max;
  }

  /** Starts a process for whoever comes first: that takes as long as much else of a command. */
  start(options: WorkerOptions): void {
    if (!this.#isClosed && this.#idle.length < this.#max) {
      this.#idle.push(new WorkerProcess(options));
    }
  }

  /** A process that waits and may do as much as is asked for, where there is one. */
  take(isWalled: boolean): WorkerProcess | undefined {
    const at = this.#idle.findLastIndex((process) => process.isWalled === isWalled);
    return at === -1 ? undefined : this.#idle.splice(at, 1)[0];
  }

  /** Takes a process back; false where it is of no further use and must be ended. */
  give(process: WorkerProcess): boolean {
    if (this.#isClosed || process.isBusy || process.hasEnded) return false;
    if (this.#idle.length >= this.#max) return false;
    this.#idle.push(process);
    return true;
  }

  /** Ends all that wait; none is taken back from now on. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#idle.splice(0).map((process) => process.stop()));
  }
}
