import type { Decision } from "./decision.ts";
import { isSmaller } from "./weight.ts";

/** What one try gave: the decisions really taken, if the same failure identity appeared again. */
export type TryOutcome = readonly Decision[] | undefined;

/** A shrink that is driven from outside: it yields candidates and is told what each one gave. */
export type ShrinkSteps<R> = Generator<readonly Decision[], R, TryOutcome>;

/** The smallest list so far and how many tries were made for it. */
export class Attempts {
  best: readonly Decision[];
  count = 0;
  readonly #max: number;

  constructor(best: readonly Decision[], max: number) {
    this.best = best;
    this.#max = max;
  }

  get isSpent(): boolean {
    return this.count >= this.#max;
  }

  /** Tries a candidate; it becomes the best one if it fails the same way and is smaller. */
  *accepts(candidate: readonly Decision[]): ShrinkSteps<boolean> {
    const taken = yield* this.try(candidate);
    if (taken === undefined || !isSmaller(taken, this.best)) return false;
    this.best = taken;
    return true;
  }

  /** Whether what was taken may be the best one: a smaller value can weigh the same. */
  isNoLarger(taken: readonly Decision[]): boolean {
    return !isSmaller(this.best, taken);
  }

  /** Tries a candidate and gives what was taken; the caller judges whether it is smaller. */
  *try(candidate: readonly Decision[]): ShrinkSteps<TryOutcome> {
    if (this.isSpent) return undefined;
    this.count += 1;
    return yield candidate;
  }
}
