import type { Decision } from "../decisions/decision.ts";
import {
  Attempts,
  type ShrinkBudget,
  type ShrinkPass,
  type ShrinkSteps,
} from "./shrink-attempts.ts";
import { dropInputs, shrinkBytes } from "./shrink-bytes.ts";
import {
  deleteSpans,
  dropLiterals,
  lowerNumbers,
  shrinkLiterals,
  shrinkValues,
  simplifyAll,
  simplifyAnswers,
} from "./shrink-passes.ts";

/** What shrinking gave. */
export interface ShrinkResult {
  readonly decisions: readonly Decision[];
  readonly attempts: number;
  /** Whether it stopped because nothing smaller was found, not because the budget was used up. */
  readonly isFinished: boolean;
}

/** Passes that know what some decisions mean, before and after those that know none. */
export interface OwnPasses {
  readonly first?: readonly ShrinkPass[];
  readonly last?: readonly ShrinkPass[];
}

/**
 * Makes a failing list of decisions small. It knows neither the subject nor how to run: the caller
 * tries each candidate and answers with the decisions that were really taken, or undefined where
 * the same identity did not appear. Only the same identity is an answer, so a run that can fail
 * in two ways never changes its bug.
 *
 * Passes go from coarse to fine: whole steps, then everything at its simplest, then answers one by
 * one, numbers, and the values of arbitraries. They repeat until a whole round gains nothing.
 */
export function* shrink(
  failing: readonly Decision[],
  options: ShrinkBudget,
  own: OwnPasses = {},
): ShrinkSteps<ShrinkResult> {
  const attempt = new Attempts(failing, options);
  for (;;) {
    const before = attempt.best;
    for (const pass of [...(own.first ?? []), ...passes, ...(own.last ?? [])]) {
      yield* pass(attempt);
      if (attempt.isSpent) break;
    }
    if (attempt.isSpent || attempt.best === before) break;
  }
  return { decisions: attempt.best, attempts: attempt.count, isFinished: !attempt.isSpent };
}

// --- inside ---

const passes = [
  dropLiterals,
  deleteSpans,
  dropInputs,
  simplifyAll,
  simplifyAnswers,
  lowerNumbers,
  shrinkBytes,
  shrinkLiterals,
  shrinkValues,
  shrinkLiterals,
] as const;
