import { type Seed, type SeedWords, seedWords } from "../../kernel/seed.ts";
import type { Decision } from "../../kernel/decision.ts";
import type { Coverage } from "../../subject/coverage/index.ts";
import { type Guidance, GuidedStrategy } from "../guidance/guided-strategy.ts";
import { DfsStrategy } from "./dfs-strategy.ts";
import { PctStrategy } from "./pct-strategy.ts";
import { FifoSource, RandomStrategy } from "./random-strategy.ts";
import { seeActiveSchedule } from "./schedule-view.ts";
import type { BaseStrategy, Strategy, StrategyName, StrategyState } from "./strategy.ts";

/** Which strategy, from which seed, and what it has learned before. */
export interface StrategyStart {
  readonly strategy: StrategyName;
  readonly seed: Seed;
  readonly state?: StrategyState | undefined;
  /** How it is guided by what runs reach; not at all where it is left out. */
  readonly guidance?: Guidance | undefined;
}

/** What only the process that runs can give a strategy. */
export interface StrategyMeans {
  readonly coverage?: Coverage | undefined;
  /** Lists of other campaigns, run before anything else. */
  readonly seeds?: readonly (readonly Decision[])[];
}

/** A strategy for the runs of this process. */
export function makeStrategy(start: StrategyStart, means: StrategyMeans = {}): Strategy {
  const { strategy, seed, state, guidance } = start;
  const words = seedWords(seed);
  const guided = state !== undefined && "kind" in state ? state : undefined;
  const own = state !== undefined && !("kind" in state) ? state : guided?.base;
  const base = baseStrategy(strategy, words, own);
  // A search of everything needs no guide, and must not be led away from its order.
  if (guidance === undefined || strategy === "dfs") return base;
  return new GuidedStrategy({
    ...guidance,
    seed: words,
    base,
    coverage: means.coverage,
    seeds: means.seeds ?? [],
    state: guided,
  });
}

// --- inside ---

function baseStrategy(
  name: StrategyName,
  seed: SeedWords,
  state: readonly number[] | undefined,
): BaseStrategy {
  switch (name) {
    case "random":
      return new RandomStrategy(seed);
    case "fifo":
      return new RandomStrategy(seed, new FifoSource());
    case "pct":
      return new PctStrategy({ seed, see: seeActiveSchedule, state });
    case "dfs":
      return new DfsStrategy({ see: seeActiveSchedule, state });
  }
}
