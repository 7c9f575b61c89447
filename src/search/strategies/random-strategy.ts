import type { IntegerRange } from "../../kernel/decisions/decisions.ts";
import { RandomSource } from "../../kernel/decisions/random-source.ts";
import type { SeedWords } from "../../kernel/decisions/seed.ts";
import {
  type Exhaustion,
  isSchedulingLabel,
  type RunSource,
  type BaseStrategy,
} from "../strategy.ts";

/** Every decision by chance. */
export class RandomStrategy implements BaseStrategy {
  readonly #source: RandomSource;
  readonly #seed: SeedWords;

  constructor(seed: SeedWords, source: RandomSource = new RandomSource()) {
    this.#seed = seed;
    this.#source = source;
  }

  next(runIndex: number): RunSource {
    return this.#source.restart(this.#seed, runIndex);
  }

  learn(): void {}

  lose(): void {}

  state(): readonly number[] {
    return noState;
  }

  changes(): readonly number[] {
    return this.state();
  }

  exhaustion(): Exhaustion | undefined {
    return undefined;
  }
}

/** Everything completes at once and in the order it was asked for; the rest is left to chance. */
export class FifoSource extends RandomSource {
  override integer(label: string, range: IntegerRange): number {
    return isSchedulingLabel(label) ? range.min : super.integer(label, range);
  }
}

// --- inside ---

const noState: readonly number[] = [];
