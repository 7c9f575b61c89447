import type { RunnerPool } from "../../runner/subject-runner.ts";
import type { Task, TaskSink } from "./plan-tasks.ts";

/** Targets as they become known, and whoever waits for more of them. */
export class TaskQueue implements TaskSink {
  readonly #tasks: Task[] = [];
  readonly pool: RunnerPool;
  #isClosed = false;
  #wake: (() => void) | undefined;
  #change: Promise<void>;

  constructor(pool: RunnerPool) {
    this.pool = pool;
    this.#change = this.#next();
  }

  /** All that are known so far, in the order in which they became known. */
  get tasks(): readonly Task[] {
    return this.#tasks;
  }

  /** Whether all are known. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Until more are known, or all. */
  get changed(): Promise<void> {
    return this.#change;
  }

  add(tasks: readonly Task[]): void {
    this.#tasks.push(...tasks);
    this.#tell();
  }

  /** No more will come. */
  close(): void {
    this.#isClosed = true;
    this.#tell();
  }

  #tell(): void {
    this.#wake?.();
    this.#change = this.#next();
  }

  #next(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
