import { type Seed, seedWords } from "../../kernel/seed.ts";
import { DfsStrategy } from "./dfs-strategy.ts";
import { PctStrategy } from "./pct-strategy.ts";
import { FifoSource, RandomStrategy } from "./random-strategy.ts";
import { seeActiveSchedule } from "./schedule-view.ts";
import type { Strategy, StrategyName, StrategyState } from "./strategy.ts";

/** Which strategy, from which seed, and what it has learned before. */
export interface StrategyStart {
  readonly strategy: StrategyName;
  readonly seed: Seed;
  readonly state?: StrategyState | undefined;
}

/** A strategy for the runs of this process. */
export function makeStrategy({ strategy, seed, state }: StrategyStart): Strategy {
  const words = seedWords(seed);
  switch (strategy) {
    case "random":
      return new RandomStrategy(words);
    case "fifo":
      return new RandomStrategy(words, new FifoSource());
    case "pct":
      return new PctStrategy({ seed: words, see: seeActiveSchedule, state });
    case "dfs":
      return new DfsStrategy({ see: seeActiveSchedule, state });
  }
}
