import type { Decision } from "../../kernel/decisions/decision.ts";
import { decisionLine } from "../../kernel/trace/trace-write.ts";
import type { Coverage } from "../../subject/coverage/index.ts";
import { Checkpoints } from "./checkpoints.ts";
import {
  type BrokenList,
  type Checkpoint,
  checkpointFrom,
  type GuidedChanges,
  type GuidedState,
  type Hit,
} from "./guided-state.ts";

/** What a guided search begins with. */
export interface SearchMemoryOptions {
  readonly strategy: ConstructorParameters<typeof Checkpoints>[0]["strategy"];
  /** So many lists are kept. */
  readonly max: number;
  readonly coverage: Coverage | undefined;
  readonly state?: GuidedState | undefined;
  /** Lists of other campaigns, run before anything else. */
  readonly seeds?: readonly (readonly Decision[])[] | undefined;
}

/** What of a search's own is kept with its memory. */
type Own = Pick<GuidedState, "base" | "arms">;

/**
 * What a guided search knows, however it chooses: lists that reached something new, places that are
 * known without a list, lists that broke, and lists of others that are still to be run.
 */
export class SearchMemory {
  readonly entries: Checkpoints;
  readonly #coverage: Coverage | undefined;
  readonly #loose: Hit[];
  #looseSaid: number;
  readonly #broken: BrokenList[] = [];
  #seeds: readonly (readonly Decision[])[];
  #seedsLeft: number;

  constructor({ strategy, max, coverage, state, seeds = [] }: SearchMemoryOptions) {
    const known = (state?.checkpoints ?? []).map(checkpointFrom);
    this.entries = new Checkpoints({ strategy, max, known, nextId: state?.nextId ?? 0 });
    this.#coverage = coverage;
    this.#seeds = seeds;
    this.#seedsLeft = state === undefined ? seeds.length : Math.min(state.seedsLeft, seeds.length);
    this.#loose = [...(state?.loose ?? [])];
    this.#looseSaid = this.#loose.length;
    for (const { hits } of known) this.#learn(hits);
    this.#learn(this.#loose);
  }

  /** The next list of others; undefined where all have been run. */
  get given(): readonly Decision[] | undefined {
    return this.#seedsLeft > 0 ? this.#seeds.at(-this.#seedsLeft) : undefined;
  }

  /** The next list of others has been run. */
  passGiven(): void {
    if (this.#seedsLeft > 0) this.#seedsLeft -= 1;
  }

  /** Takes lists that others have found meanwhile. */
  adopt(seeds: readonly (readonly Decision[])[]): void {
    if (seeds.length === 0) return;
    this.#seeds = [...this.#seeds.slice(this.#seeds.length - this.#seedsLeft), ...seeds];
    this.#seedsLeft = this.#seeds.length;
  }

  keep(entry: Parameters<Checkpoints["add"]>[0]): void {
    const dropped = this.entries.add(entry);
    if (dropped !== undefined) this.#loose.push(...dropped.hits);
  }

  drop(entry: Checkpoint): void {
    this.entries.remove(entry.id);
    this.#loose.push(...entry.hits);
  }

  /** Keeps hits as known, without a list to go on from. */
  loosen(hits: readonly Hit[]): void {
    this.#loose.push(...hits);
  }

  /** The same for hits that no map has yet. */
  disregard(hits: readonly Hit[]): void {
    this.#learn(hits);
    this.#loose.push(...hits);
  }

  addBroken(decisions: readonly Decision[], newSlots: number): void {
    if (newSlots > 0) this.#broken.push({ decisions: decisions.map(decisionLine), newSlots });
  }

  /** All of it, for another process. */
  state({ base, arms }: Own): GuidedState {
    const [seedsLeft, loose] = [this.#seedsLeft, [...this.#loose]];
    return { kind: "guided", base, ...this.entries.data(), arms, seedsLeft, loose };
  }

  /** What came since the last call. */
  changes({ base, arms }: Own): GuidedChanges {
    const loose = this.#loose.slice(this.#looseSaid);
    this.#looseSaid = this.#loose.length;
    return {
      kind: "guidedChanges",
      base,
      ...this.entries.changes(),
      broken: this.#broken.splice(0),
      arms,
      seedsLeft: this.#seedsLeft,
      loose,
    };
  }

  #learn(hits: readonly Hit[]): void {
    for (const hit of hits) this.#coverage?.map.learn(...hit);
  }
}
