import type { Decision } from "../../kernel/decisions/decision.ts";
import type { Failure } from "../../kernel/failure/failure.ts";
import type { FailureIdentity, ProjectPaths } from "../../kernel/failure/identity.ts";
import type { SourceLocation } from "../../kernel/result/finding.ts";
import type { Seed } from "../../kernel/decisions/seed.ts";
import type { Tally } from "../../kernel/judge/tally.ts";
import type { Uncontrolled } from "../../kernel/trace/trace.ts";
import type { Execute } from "../loop/drain.ts";
import type { RunMaker } from "./run-maker.ts";
import type { StrategyStart } from "../../search/strategies/make-strategy.ts";
import type { Progress } from "../protocol/protocol.ts";
import type { Guidance } from "../../search/guidance/guidance.ts";
import type { Coverage, HandlerCount } from "../../subject/coverage/index.ts";
import type {
  Exhaustion,
  Strategy,
  StrategyChanges,
  StrategyState,
} from "../../search/strategy.ts";
import type { StrategyName } from "../../search/strategy-names.ts";

/** Equal failures of a stretch: how many, and the list that is best to start shrinking from. */
export interface Cluster {
  readonly identity: FailureIdentity;
  occurrences: number;
  decisions: readonly Decision[];
}

/** What exploring needs and whom it tells. */
export interface Exploration {
  readonly maker: RunMaker;
  readonly execute: Execute;
  readonly paths: ProjectPaths;
  /** The user's own lines in a stack. */
  readonly frames?: (stack: string) => readonly SourceLocation[];
  readonly seed: Seed;
  /** Which run comes next; by chance where it is left out. */
  readonly strategy?: StrategyName | undefined;
  /** What the strategy had learned before `fromRun`. */
  readonly state?: StrategyState | undefined;
  /** How the search is guided, by what it counts, from which lists; not at all where left out. */
  readonly guidance?: Guidance | undefined;
  readonly swarm?: StrategyStart["swarm"];
  readonly input?: StrategyStart["input"];
  readonly coverage?: Coverage | undefined;
  readonly seeds?: readonly (readonly Decision[])[];
  readonly fromRun: number;
  /** How far apart the runs are; 1 where it is left out. */
  readonly stride?: number | undefined;
  /** Goes on instead of a new one, with the seeds besides. */
  readonly known?: Strategy | undefined;
  readonly runsMax: number;
  readonly timeMsMax: number;
  readonly onMark: (runIndex: number, changes: StrategyChanges) => void;
  readonly marksEachRun: boolean;
  readonly onProgress: (progress: Omit<Progress, "type">) => void;
  /** Hears of every decision as it is taken. */
  readonly onDecision?: ((decision: Decision) => void) | undefined;
  readonly onSighting: (sighting: {
    readonly runIndex: number;
    readonly identity: FailureIdentity;
    readonly failure: Failure;
    readonly decisions: readonly Decision[];
  }) => void;
}

/** What a stretch of runs gave. */
export interface StretchCounts {
  readonly nextRun: number;
  readonly runs: number;
  /** How many of them came after something new was last reached, kept or found. */
  readonly sinceNews: number | undefined;
  readonly wakes: number;
  readonly unknownRuns: number;
  readonly tally: Tally;
  readonly clusters: ReadonlyMap<string, Cluster>;
  readonly impureRun: number | undefined;
  /** How many lists there are to go on from. */
  readonly corpus: number | undefined;
  /** What has decided which runs were made, to go on with. */
  readonly strategy: Strategy;
  /** Handlers, retries and fallbacks of the code that was counted. */
  readonly handlers: readonly Readonly<HandlerCount>[];
  readonly exhaustion: Exhaustion | undefined;
  /** What left the simulated world. */
  readonly uncontrolled: readonly Uncontrolled[];
  /** Names that runs left changed for all later ones, and that were put back after each. */
  readonly changed: readonly string[];
  /** Whether the last run left something that cannot be put back. */
  readonly isSpoiled: boolean;
}
