import type { Decision } from "../kernel/decisions/decision.ts";
import type { DecisionSource, DrawSource } from "../kernel/decisions/decisions.ts";
import type { RunOutcome } from "../world/run-outcome.ts";
import type { BaseState } from "./guidance/swarm-state.ts";
import { type GuidedChanges, type GuidedState, withChanges } from "./guidance/guided-state.ts";

/** What answers the decisions of one run. */
export type RunSource = DecisionSource & DrawSource;

/** What a strategy has learned: with it another process goes on from here. */
export type StrategyState = BaseState | GuidedState;

/** What a strategy has learned since it last said it. */
export type StrategyChanges = BaseState | GuidedChanges;

/** How much of what is possible was run, as far as a strategy can tell. */
export interface Exhaustion {
  /** Whether nothing is left to run. */
  readonly isOver: boolean;
  /** What was passed over on the way; a search that is over and missed nothing is exhausted. */
  readonly missed: readonly string[];
}

/**
 * Decides which run comes next. Each run's answers follow from the seed, the run's index and the
 * state alone. `next` and `learn` take turns: what a source answered is learned before the next.
 */
export interface Strategy {
  /** Answers for the run of this index, or undefined where nothing is left to run. */
  next(runIndex: number): GivenSource | undefined;
  /** Hears what the run decided and how it came out. */
  learn(log: readonly Decision[], outcome: Outcome): void;
  /** Hears, instead of `next` and `learn`, that the run of this index killed its process. */
  lose(runIndex: number): void;
  /** What is known before the next run. */
  state(): StrategyState;
  /** What is known now and was not when this was last called. */
  changes(): StrategyChanges;
  /** Takes lists of other campaigns, to be run next; only of a guided search. */
  adopt?(seeds: readonly (readonly Decision[])[]): void;
  /** How many lists there are to go on from; only of a guided search. */
  readonly corpusCount?: number;
  /** Only of strategies that can run out. */
  exhaustion(): Exhaustion | undefined;
}

/** What a strategy is told of a run. */
export type Outcome = Pick<RunOutcome, "verdict" | "decisionsCount"> & {
  readonly exposures?: RunOutcome["exposures"];
};

/** What a strategy answers with; some runs are wanted with every value written down. */
export type GivenSource = DecisionSource & { readonly wantsLiterals?: boolean };

/** A strategy that needs no other one, whose answers another one can use. */
export interface BaseStrategy extends Strategy {
  next(runIndex: number): RunSource | undefined;
  state(): BaseState;
  changes(): BaseState;
  /** Hears what the run brought, once that is known. */
  reward?(newSlots: number, isBroken: boolean): void;
}

/** What is known after changes. */
export function afterChanges(
  state: StrategyState | undefined,
  changes: StrategyChanges,
): StrategyState {
  if (!("kind" in changes) || changes.kind === "swarm") return changes;
  return withChanges(isGuided(state) ? state : undefined, changes);
}

/** Whether a state is that of a guided search. */
export function isGuided(state: StrategyState | undefined): state is GuidedState {
  return state !== undefined && "kind" in state && state.kind === "guided";
}

/** Whether the decision is about when something happens, and nothing else. */
export function isSchedulingLabel(label: string): boolean {
  return label.startsWith("latency ") || label === "pause";
}
