import type { Arbitrary, Random, Value } from "fast-check";
import type { Decision } from "../kernel/decisions/decision.ts";
import type { Decisions, DecisionSource } from "../kernel/decisions/decisions.ts";
import { RandomSource, SimplestSource } from "../kernel/decisions/random-source.ts";
import { RecordedDecisions } from "../kernel/decisions/recorded-decisions.ts";
import { ReplaySource } from "../kernel/decisions/replay-source.ts";
import { seedWords } from "../kernel/decisions/seed.ts";
import { isSmaller } from "../kernel/decisions/weight.ts";
import { shrink } from "../kernel/shrink/shrink.ts";
import type { FastCheckModule } from "./pack.ts";

/**
 * An arbitrary of the user's own fast-check that gives what a function of decisions makes. It
 * shrinks by the kernel's shrinker: each list that it would try is a smaller value.
 */
export function arbitraryOf<T>(
  fc: FastCheckModule,
  make: (decisions: Decisions) => T,
): Arbitrary<T> {
  const made = (source: DecisionSource): { readonly value: T; readonly log: Log } => {
    const decisions = new RecordedDecisions(source);
    return { value: make(decisions), log: decisions.log };
  };
  class DecidedArbitrary extends fc.Arbitrary<T> {
    override generate(random: Random): Value<T> {
      const index = random.nextInt(0, 0x7fff_ffff);
      const { value, log } = made(new RandomSource().restart(words, index));
      return new fc.Value(value, log);
    }

    // A value of somebody else has no decisions behind it.
    override canShrinkWithoutContext(_: unknown): _ is T {
      return false;
    }

    override shrink(_: T, context: unknown): ReturnType<Arbitrary<T>["shrink"]> {
      return fc.stream(smaller(context as Log));
    }
  }
  function* smaller(log: Log): IterableIterator<Value<T>> {
    const steps = shrink(log, { attemptsMax });
    for (let step = steps.next(); step.done !== true; step = steps.next()) {
      const next = made(new ReplaySource(step.value, { atDrift: new SimplestSource() }));
      if (isSmaller(next.log, log)) yield new fc.Value(next.value, next.log);
    }
  }
  return new DecidedArbitrary();
}

// --- inside ---

type Log = readonly Decision[];

/** A level of a shrink tree is not looked at for longer. */
const attemptsMax = 1_000;

const words = seedWords("arbitrary");
