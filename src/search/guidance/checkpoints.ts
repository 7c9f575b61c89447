import type { Generator } from "../../kernel/decisions/generator.ts";
import {
  type Checkpoint,
  type CheckpointData,
  checkpointData,
  type GuidedChanges,
  type GuidedState,
} from "./guided-state.ts";

/** How the next checkpoint is chosen. */
export const checkpointStrategies = ["energy", "uniform", "recent"] as const;

/** The name of a way to choose checkpoints. */
export type CheckpointStrategy = (typeof checkpointStrategies)[number];

/** The lists of decisions from which runs go on, at most so many, and which one comes next. */
export class Checkpoints {
  readonly #strategy: CheckpointStrategy;
  readonly #max: number;
  /** By their ids, the oldest first. */
  readonly #all: Map<number, Checkpoint>;
  /** Those that still have to be looked at or made shorter, the oldest first. */
  readonly #unready = new Set<number>();
  /** Those that can be used, in a row, because every run goes through them. */
  #row: readonly Checkpoint[] | undefined;
  /** What each of the row weighs; worked out again only for those that have changed since. */
  #weights: number[] = [];
  #nextId: number;
  readonly #written = new Set<number>();
  readonly #removed = new Set<number>();
  readonly #counted = new Set<number>();

  constructor(options: {
    readonly strategy: CheckpointStrategy;
    readonly max: number;
    readonly known: readonly Checkpoint[];
    readonly nextId: number;
  }) {
    this.#strategy = options.strategy;
    this.#max = options.max;
    this.#all = new Map(options.known.map((entry) => [entry.id, entry]));
    for (const { id, stage } of options.known) if (stage !== "ready") this.#unready.add(id);
    this.#nextId = options.nextId;
  }

  get all(): readonly Checkpoint[] {
    return [...this.#all.values()];
  }

  get count(): number {
    return this.#all.size;
  }

  /** Keeps a list; with too many, the one that promises least goes, and is given back. */
  add(
    found: Pick<Checkpoint, "decisions" | "hits" | "newSlots" | "stage" | "gates">,
  ): Checkpoint | undefined {
    const entry = { ...found, id: this.#nextId++, trims: 0, hints: [], selected: 0, finds: 0 };
    if (this.#max === 0) return entry;
    this.#all.set(entry.id, entry);
    this.#row = undefined;
    this.#written.add(entry.id);
    if (entry.stage !== "ready") this.#unready.add(entry.id);
    return this.#all.size > this.#max ? this.#removeLeast() : undefined;
  }

  /** Puts a changed checkpoint in the place of the one with its id. */
  replace(entry: Checkpoint): void {
    if (!this.#all.has(entry.id)) return;
    this.#all.set(entry.id, entry);
    this.#row = undefined;
    this.#written.add(entry.id);
    if (entry.stage === "ready") this.#unready.delete(entry.id);
  }

  remove(id: number): void {
    this.#all.delete(id);
    this.#row = undefined;
    this.#unready.delete(id);
    this.#written.delete(id);
    this.#counted.delete(id);
    // Also of one that was never said as it is now: an older form of it may have been.
    this.#removed.add(id);
  }

  /** One that still has to be looked at or made shorter: those with new places first. */
  unready(): Checkpoint | undefined {
    let first: Checkpoint | undefined;
    for (const id of this.#unready) {
      const entry = this.#all.get(id);
      if (entry !== undefined && entry.newSlots > 0) return entry;
      first ??= entry;
    }
    return first;
  }

  /** The same, but the one that comes before all others. */
  firstUnready(isBefore: (one: Checkpoint, other: Checkpoint) => boolean): Checkpoint | undefined {
    let first: Checkpoint | undefined;
    for (const id of this.#unready) {
      const entry = this.#all.get(id);
      if (entry !== undefined && (first === undefined || isBefore(entry, first))) first = entry;
    }
    return first;
  }

  /** The one of this id, if it is still there. */
  at(id: number): Checkpoint | undefined {
    return this.#all.get(id);
  }

  /** One to go on from. */
  choose(generator: Generator): Checkpoint | undefined {
    const row = this.#row ?? this.#newRow();
    const weights = this.#weights;
    let sum = 0;
    for (let at = 0; at < weights.length; at++) sum += weights[at] ?? 0;
    let left = (generator.next() / 0x1_0000_0000) * sum;
    for (let at = 0; at < weights.length; at++) {
      left -= weights[at] ?? 0;
      if (left < 0) return row[at];
    }
    return row.at(-1);
  }

  /** Counts that a run went on from a checkpoint. */
  select(entry: Checkpoint): void {
    entry.selected += 1;
    this.#weighAgain(entry);
    this.#counted.add(entry.id);
  }

  /** Counts that such a run reached something new. */
  reward(entry: Checkpoint): void {
    entry.finds += 1;
    this.#weighAgain(entry);
    this.#counted.add(entry.id);
  }

  /** Everything, as data. */
  data(): Pick<GuidedState, "nextId" | "checkpoints"> {
    return { nextId: this.#nextId, checkpoints: Array.from(this.#all.values(), checkpointData) };
  }

  /** What has changed since it was last asked. */
  changes(): Pick<GuidedChanges, "nextId" | "written" | "removed" | "counts"> {
    const written: CheckpointData[] = [];
    for (const id of this.#written) {
      const entry = this.#all.get(id);
      if (entry !== undefined) written.push(checkpointData(entry));
    }
    const counts: (readonly [number, number, number])[] = [];
    for (const id of this.#counted) {
      const entry = this.#all.get(id);
      if (entry === undefined || this.#written.has(id)) continue;
      counts.push([id, entry.selected, entry.finds]);
    }
    const removed = [...this.#removed];
    this.#written.clear();
    this.#removed.clear();
    this.#counted.clear();
    return { nextId: this.#nextId, written, removed, counts };
  }

  #newRow(): readonly Checkpoint[] {
    const row = [...this.#all.values()].filter(({ stage }) => stage !== "look");
    this.#row = row;
    this.#weights = row.map((entry, at) => this.#weight(entry, at));
    return row;
  }

  #weighAgain(entry: Checkpoint): void {
    const at = this.#row?.indexOf(entry) ?? -1;
    if (at >= 0) this.#weights[at] = this.#weight(entry, at);
  }

  #removeLeast(): Checkpoint | undefined {
    let least: Checkpoint | undefined;
    for (const entry of this.#all.values()) {
      if (least === undefined || energyOf(entry) < energyOf(least)) least = entry;
    }
    if (least !== undefined) this.remove(least.id);
    return least;
  }

  #weight(entry: Checkpoint, at: number): number {
    if (this.#strategy === "energy") return energyOf(entry);
    return this.#strategy === "recent" ? at + 1 : 1;
  }
}

// --- inside ---

/** New places promise more than known ones hit more often; what was tried in vain promises less. */
function energyOf({ newSlots, finds, selected, decisions }: Checkpoint): number {
  const promise = newSlots === 0 ? promiseOfKnown(decisions.length) : 1 + 2 * Math.min(newSlots, 4);
  return (promise * (1 + finds)) / (1 + selected);
}

/**
 * There are many of these: what they lead to, fresh runs mostly reach too. They are never made
 * shorter, and a long one costs the time of several short ones.
 */
function promiseOfKnown(length: number): number {
  return 0.3 / (1 + length / lengthOfHalf);
}

/** A list of so many decisions promises half as much as an empty one. */
const lengthOfHalf = 32;
