import type { SeedWords } from "../../kernel/decisions/seed.ts";
import { PctSource } from "./pct-source.ts";
import type { SeeSchedule } from "./schedule-view.ts";
import type { BaseStrategy, Exhaustion, RunSource } from "../strategy.ts";

/** What probabilistic concurrency testing starts from. */
export interface PctOptions {
  readonly seed: SeedWords;
  readonly see: SeeSchedule;
  readonly state?: readonly number[] | undefined;
  readonly depth?: number;
}

/** Most ordering bugs need at most so many orderings. */
const depthDefault = 3;
/** The length of a run before one was seen. */
const lengthFirst = 16;
/** How slowly a long run is forgotten: change points behind the end of a run change nothing. */
const lengthDecay = 0.95;

/**
 * Probabilistic concurrency testing: random priorities of tasks and few change points. A bug that
 * needs d orderings among n tasks of k steps is found with probability 1/(n·k^(d-1)) or better in
 * each run, where chance alone must guess every step.
 */
export class PctStrategy implements BaseStrategy {
  readonly #source: PctSource;
  readonly #seed: SeedWords;
  readonly #depth: number;
  #length: number;

  constructor({ seed, see, state, depth = depthDefault }: PctOptions) {
    this.#source = new PctSource(see);
    this.#seed = seed;
    this.#depth = depth;
    this.#length = state?.[0] ?? lengthFirst;
  }

  next(runIndex: number): RunSource {
    const run = { depth: this.#depth, length: this.#length };
    return this.#source.begin(this.#seed, runIndex, run);
  }

  learn(): void {
    this.#length = Math.max(this.#source.steps, Math.floor(this.#length * lengthDecay), 1);
  }

  lose(): void {}

  state(): readonly number[] {
    return [this.#length];
  }

  changes(): readonly number[] {
    return this.state();
  }

  exhaustion(): Exhaustion | undefined {
    return undefined;
  }
}
