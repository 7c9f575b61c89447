import type { IntegerRange } from "../../kernel/decisions/decisions.ts";
import { Generator } from "../../kernel/decisions/generator.ts";
import { RandomSource } from "../../kernel/decisions/random-source.ts";
import type { SeedWords } from "../../kernel/decisions/seed.ts";
import type { ScheduleView, SeeSchedule } from "./schedule-view.ts";

/** How the answers of one run by priorities are set up. */
export interface PctRun {
  /** One more than the number of change points: how many orderings a bug may need. */
  readonly depth: number;
  /** How many steps the run is expected to have; change points lie in it. */
  readonly length: number;
}

/**
 * Schedules by priority. A task is a chain of completions, each asked for while the one before it
 * fired; what else is asked for then starts a task of its own. Of all that is pending the task of
 * highest priority completes first: a latency is chosen that puts it before every lower task. At a
 * change point the running task falls below all others. Timers keep the delay that they were given.
 */
export class PctSource extends RandomSource {
  readonly #see: SeeSchedule;
  readonly #generator = new Generator();
  /** Tasks by the order number of the completion that they wait for. */
  readonly #waiting = new Map<number, Task>();
  readonly #changePoints = new Map<number, number>();
  #pending: Pending[] = [];
  /** Made when the first task is: many runs have none. */
  #freeSlots: number[] | undefined;
  #driver: Task | undefined;
  /** How often a task went on to wait again. */
  steps = 0;

  constructor(see: SeeSchedule) {
    super();
    this.#see = see;
  }

  /** Starts the answers of one run. */
  begin(seed: SeedWords, runIndex: number, { depth, length }: PctRun): this {
    this.restart(seed, runIndex);
    const [a, b, c, d] = seed.words;
    // Other words, or priorities would be the same numbers as the decisions of the run.
    this.#generator.restart({ words: [b, c, d, a ^ 0x7063_7431] }, runIndex);
    this.#waiting.clear();
    this.#changePoints.clear();
    this.#pending = [];
    this.#freeSlots = undefined;
    this.#driver = undefined;
    this.steps = 0;
    for (let rank = 1; rank < depth; rank++) {
      // Two points in one place are one point; PCT's bound allows for it.
      this.#changePoints.set(this.#generator.integer(1, Math.max(1, length)), -rank / depth);
    }
    return this;
  }

  override integer(label: string, range: IntegerRange): number {
    if (label === "pause") return this.#pause(range);
    if (!label.startsWith("latency ")) return super.integer(label, range);
    const view = this.#see() ?? unseen;
    const task = this.#running(view) ?? this.#newTask();
    const latencyUs = this.#place(task, view, range);
    const order = view.createdCount + 1;
    this.#waiting.set(order, task);
    if (this.#pending.length < pendingMax) {
      this.#pending.push({ atUs: view.nowUs + latencyUs, priority: task.priority });
    }
    return latencyUs;
  }

  /** The driver of a chaos test is a task too: its steps are the starts of rules. */
  #pause(range: IntegerRange): number {
    this.#driver ??= this.#newTask();
    this.#step(this.#driver);
    return this.#place(this.#driver, this.#see() ?? unseen, range);
  }

  /** The task whose completion fires now, if it has not gone on already. */
  #running({ firing }: ScheduleView): Task | undefined {
    const task = this.#waiting.get(firing);
    if (task === undefined) return undefined;
    this.#waiting.delete(firing);
    this.#step(task);
    return task;
  }

  #step(task: Task): void {
    this.steps += 1;
    const lowered = this.#changePoints.get(this.steps);
    if (lowered !== undefined) task.priority = lowered;
  }

  #newTask(): Task {
    this.#freeSlots ??= Array.from({ length: slotsCount }, (_, slot) => slot);
    const free = this.#freeSlots;
    if (free.length === 0) return { priority: this.#generator.fraction() };
    const at = this.#generator.integer(0, free.length - 1);
    const slot = free[at] ?? 0;
    free[at] = free.at(-1) ?? 0;
    free.pop();
    return { priority: (slot + 0.5) / slotsCount };
  }

  /** A latency behind all pending tasks of higher priority and before all of lower. */
  #place({ priority }: Task, { nowUs }: ScheduleView, { min, max }: IntegerRange): number {
    this.#pending = this.#pending.filter(({ atUs }) => atUs > nowUs);
    let above = nowUs + min;
    let below = nowUs + max + 1;
    for (const other of this.#pending) {
      if (other.priority >= priority) above = Math.max(above, other.atUs);
      else below = Math.min(below, other.atUs);
    }
    const wanted = nowUs + min + Math.floor((max - min) * band(priority));
    const gap = Math.max(0, below - above);
    let atUs = wanted;
    // Near the upper end, so that later steps of this task still find room before the lower ones.
    if (wanted <= above || wanted >= below) atUs = above + Math.floor(gap / gapParts);
    return Math.min(Math.max(atUs - nowUs, min), max);
  }
}

// --- inside ---

interface Task {
  /** Highest first: from 0 to 1 by chance, below 0 after a change point. */
  priority: number;
}

interface Pending {
  readonly atUs: number;
  readonly priority: number;
}

/** So many pending completions are kept apart; further ones only get the latency of their band. */
const pendingMax = 256;
/** The first tasks get priorities that lie apart, so that reads of the clock between do no harm. */
const slotsCount = 32;
/** Which part of the room before lower tasks one step takes up. */
const gapParts = 16;

const unseen: ScheduleView = { nowUs: 0, firing: 0, createdCount: 0, pendingUs: () => [] };

/** Where in the range a task of this priority waits while nothing else is pending. */
function band(priority: number): number {
  if (priority < 0) return 0.8 - 0.2 * priority;
  return 0.8 * (1 - priority);
}
