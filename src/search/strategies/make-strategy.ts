import { type Seed, type SeedWords, seedWords } from "../../kernel/decisions/seed.ts";
import type { Decision } from "../../kernel/decisions/decision.ts";
import type { Coverage } from "../../subject/coverage/index.ts";
import type { DeclaredInput } from "../../kernel/subject/subject.ts";
import { InputStrategy } from "../fuzz/input-strategy.ts";
import type { Guidance } from "../guidance/guidance.ts";
import { GuidedStrategy } from "../guidance/guided-strategy.ts";
import { CountedStrategy } from "./counted-strategy.ts";
import { DfsStrategy } from "./dfs-strategy.ts";
import { PctStrategy } from "./pct-strategy.ts";
import { FifoSource, RandomStrategy } from "./random-strategy.ts";
import { seeActiveSchedule } from "./schedule-view.ts";
import type { SwarmNames, SwarmSettings } from "../guidance/swarm-state.ts";
import { SwarmStrategy } from "../guidance/swarm-strategy.ts";
import { type BaseStrategy, isGuided, type Strategy, type StrategyState } from "../strategy.ts";
import { type StrategyName } from "../strategy-names.ts";

/** Which strategy, from which seed, and what it has learned before. */
export interface StrategyStart {
  readonly strategy: StrategyName;
  readonly seed: Seed;
  readonly state?: StrategyState | undefined;
  /** How it is guided by what runs reach; not at all where it is left out. */
  readonly guidance?: Guidance | undefined;
  /** How rules and faults are left out or brought together; not at all where it is left out. */
  readonly swarm?: (SwarmSettings & SwarmNames) | undefined;
  /** What the one input of each run is, of a subject that has one. */
  readonly input?: DeclaredInput | undefined;
}

/** What only the process that runs can give a strategy. */
export interface StrategyMeans {
  readonly coverage?: Coverage | undefined;
  /** Lists of other campaigns, run before anything else. */
  readonly seeds?: readonly (readonly Decision[])[];
}

/** A strategy for the runs of this process. */
export function makeStrategy(start: StrategyStart, means: StrategyMeans = {}): Strategy {
  const { strategy, state, guidance, swarm, input } = start;
  const seed = seedWords(start.seed);
  const guided = isGuided(state) ? state : undefined;
  const baseState = isGuided(state) ? state.base : state;
  const swarmed = baseState !== undefined && "kind" in baseState ? baseState : undefined;
  const own = baseState !== undefined && !("kind" in baseState) ? baseState : swarmed?.base;
  const plain = baseStrategy(strategy, seed, own);
  if (input !== undefined && input.kind !== "value" && strategy !== "dfs") {
    const coverage = guidance === undefined ? undefined : means.coverage;
    return new InputStrategy({ seed, input, coverage, state: guided, seeds: means.seeds ?? [] });
  }
  // A search of everything needs no guide, and must not be led away from its order.
  if (strategy === "dfs" || (guidance === undefined && swarm === undefined)) {
    return means.coverage === undefined ? plain : new CountedStrategy(plain, means.coverage);
  }
  const base =
    swarm === undefined
      ? plain
      : new SwarmStrategy({ base: plain, settings: swarm, names: swarm, seed, state: swarmed });
  return new GuidedStrategy({
    ...(guidance ?? unguided),
    seed,
    base,
    coverage: guidance === undefined ? undefined : means.coverage,
    seeds: means.seeds ?? [],
    state: guided,
  });
}

// --- inside ---

/** Never goes on from anything. */
const unguided: Guidance = { checkpointProb: 0, checkpointStrategy: "energy", maxCheckpoints: 0 };

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
