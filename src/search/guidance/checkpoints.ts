import type { Generator } from "../../kernel/generator.ts";
import {
  type Checkpoint,
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
  #all: Checkpoint[];
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
    this.#all = [...options.known];
    this.#nextId = options.nextId;
  }

  get count(): number {
    return this.#all.length;
  }

  /** Keeps a list; with too many, the one that promises least goes. */
  add(found: Pick<Checkpoint, "decisions" | "hits" | "newSlots" | "stage">): void {
    if (this.#max === 0) return;
    const id = this.#nextId++;
    this.#all.push({ ...found, id, trims: 0, hints: [], selected: 0, finds: 0 });
    this.#written.add(id);
    if (this.#all.length <= this.#max) return;
    const least = this.#all.reduce((a, b) => (energyOf(b) < energyOf(a) ? b : a));
    this.remove(least.id);
  }

  /** Puts a changed checkpoint in the place of the one with its id. */
  replace(entry: Checkpoint): void {
    this.#all = this.#all.map((known) => (known.id === entry.id ? entry : known));
    this.#written.add(entry.id);
  }

  remove(id: number): void {
    this.#all = this.#all.filter((entry) => entry.id !== id);
    if (!this.#written.delete(id)) this.#removed.add(id);
    this.#counted.delete(id);
  }

  /** The first one that still has to be looked at or made shorter. */
  unready(): Checkpoint | undefined {
    return this.#all.find(({ stage }) => stage !== "ready");
  }

  /** One to go on from. */
  choose(generator: Generator): Checkpoint | undefined {
    const all = this.#all;
    if (all.length === 0) return undefined;
    let sum = 0;
    for (let at = 0; at < all.length; at++) sum += this.#weight(at);
    let left = (generator.next() / 0x1_0000_0000) * sum;
    for (let at = 0; at < all.length; at++) {
      left -= this.#weight(at);
      if (left < 0) return all[at];
    }
    return all.at(-1);
  }

  /** Counts that a run went on from a checkpoint. */
  select(entry: Checkpoint): void {
    entry.selected += 1;
    this.#counted.add(entry.id);
  }

  /** Counts that such a run reached something new. */
  reward(entry: Checkpoint): void {
    entry.finds += 1;
    this.#counted.add(entry.id);
  }

  /** Everything, as data. */
  data(): Pick<GuidedState, "nextId" | "checkpoints"> {
    return { nextId: this.#nextId, checkpoints: this.#all.map(checkpointData) };
  }

  /** What has changed since it was last asked. */
  changes(): Pick<GuidedChanges, "nextId" | "written" | "removed" | "counts"> {
    const byId = new Map(this.#all.map((entry) => [entry.id, entry]));
    const written = [...this.#written].flatMap((id) => {
      const entry = byId.get(id);
      return entry === undefined ? [] : [checkpointData(entry)];
    });
    const counts = [...this.#counted].flatMap((id) => {
      const entry = byId.get(id);
      const isWritten = this.#written.has(id);
      return entry === undefined || isWritten ? [] : [[id, entry.selected, entry.finds] as const];
    });
    const removed = [...this.#removed];
    this.#written.clear();
    this.#removed.clear();
    this.#counted.clear();
    return { nextId: this.#nextId, written, removed, counts };
  }

  #weight(at: number): number {
    const entry = this.#all[at];
    if (entry === undefined) return 0;
    if (this.#strategy === "energy") return energyOf(entry);
    return this.#strategy === "recent" ? at + 1 : 1;
  }
}

// --- inside ---

/** New places promise more than known ones hit more often; what was tried in vain promises less. */
function energyOf({ newSlots, finds, selected }: Checkpoint): number {
  return ((1 + 2 * Math.min(newSlots, 4)) * (1 + finds)) / (1 + selected);
}
