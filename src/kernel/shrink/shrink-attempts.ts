import type { Decision } from "../decisions/decision.ts";
import { isSmaller } from "../decisions/weight.ts";

/** What one try gave: the decisions really taken, if the same failure identity appeared again. */
export type TryOutcome = readonly Decision[] | undefined;

/** A shrink that is driven from outside: it yields candidates and is told what each one gave. */
export type ShrinkSteps<R> = Generator<readonly Decision[], R, TryOutcome>;

/** One way to make a list smaller. */
export type ShrinkPass = (attempt: Attempts) => ShrinkSteps<void>;

/** How much may be spent on making a list small. */
export interface ShrinkBudget {
  readonly attemptsMax: number;
  /** Whether something besides the tries is used up, such as time. */
  readonly isOver?: (() => boolean) | undefined;
  /** Whether a list may become another one; every change is fine where it is left out. */
  readonly mayBecome?:
    | ((before: readonly Decision[], after: readonly Decision[]) => boolean)
    | undefined;
}

/** The smallest list so far and how many tries were made for it. */
export class Attempts {
  best: readonly Decision[];
  count = 0;
  readonly #budget: ShrinkBudget;

  constructor(best: readonly Decision[], budget: ShrinkBudget) {
    this.best = best;
    this.#budget = budget;
  }

  get isSpent(): boolean {
    const { attemptsMax, isOver } = this.#budget;
    return this.count >= attemptsMax || isOver?.() === true;
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
    if (this.isSpent || !this.#isAllowed(candidate)) return undefined;
    this.count += 1;
    const taken = yield candidate;
    return taken === undefined || this.#isAllowed(taken) ? taken : undefined;
  }

  #isAllowed(list: readonly Decision[]): boolean {
    return this.#budget.mayBecome?.(this.best, list) ?? true;
  }
}
