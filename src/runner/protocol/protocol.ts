import type { ErrorParts } from "../../kernel/errors/gauntlet-error.ts";
import type { Failure } from "../../kernel/failure/failure.ts";
import type { SourceLocation } from "../../kernel/result/finding.ts";
import type { UnheldComparison } from "../../kernel/result/unheld-comparison.ts";
import type { FailureIdentity } from "../../kernel/failure/identity.ts";
import type { RunEvent } from "../../kernel/decisions/journal.ts";
import type { Minimize } from "../../kernel/shrink/minimize.ts";
import type { Divergence } from "../../kernel/decisions/divergence.ts";
import type { Seed } from "../../kernel/decisions/seed.ts";
import type { SubjectDeclaration } from "../../kernel/subject/subject.ts";
import type { PropertyKind, TallyData } from "../../kernel/judge/tally.ts";
import type { SubjectReference, Tier, Uncontrolled } from "../../kernel/trace/trace.ts";
import type { DrainKind } from "../loop/drain.ts";
import type { PlacedFile, ReachedSlots } from "../../subject/coverage/index.ts";
import type { EncodedDecisions } from "../../kernel/trace/decode-decisions.ts";
import type { Guidance } from "../../search/guidance/guidance.ts";
import type { ProcessEffects } from "./process-effects.ts";
import type { LoadedPackages } from "./loaded-packages.ts";
import type { LoadCommand } from "./load-command.ts";
import type { RunLimit } from "./run-limit.ts";
import type { WitnessedCall } from "./witnessed-call.ts";
import type { StrategyStart } from "../../search/strategies/make-strategy.ts";
import type { Exhaustion, StrategyChanges, StrategyState } from "../../search/strategy.ts";
import type { StrategyName } from "../../search/strategy-names.ts";

/** Runs a stretch of the campaign. */
export interface ExploreCommand {
  readonly type: "explore";
  readonly seed: Seed;
  /** Which run comes next; by chance where it is left out. */
  readonly strategy?: StrategyName | undefined;
  /** What the strategy had learned before `fromRun`. */
  readonly state?: StrategyState | undefined;
  readonly guidance?: Guidance | undefined;
  readonly swarm?: StrategyStart["swarm"];
  readonly input?: StrategyStart["input"];
  /** Lists of other campaigns, run first by a guided search. */
  readonly seeds?: readonly EncodedDecisions[];
  /** Whether the strategy of the last stretch goes on, with these seeds besides. */
  readonly isContinued?: boolean | undefined;
  readonly fromRun: number;
  /** How far apart the runs are, because other processes make those between; 1 where left out. */
  readonly stride?: number | undefined;
  readonly runsMax: number;
  readonly timeMsMax: number;
  /** Says the index before every run, to find the one that kills the process. */
  readonly marksEachRun: boolean;
  /** Says every decision as it is taken, so that a run that kills the process leaves them. */
  readonly isSpoken?: boolean | undefined;
}

/** Makes a failing list small. */
export interface ShrinkCommand {
  readonly type: "shrink";
  readonly decisions: EncodedDecisions;
  readonly key: string;
  readonly attemptsMax: number;
  readonly timeMsMax?: number | undefined;
  /** What of it may be made smaller; all where it is left out. */
  readonly minimize?: Minimize | undefined;
}

/** How a list of decisions is followed. */
export type DecisionPlan =
  | { readonly how: "strict"; readonly decisions: EncodedDecisions }
  /** Goes on by chance where the code has changed, as a regression does. */
  | { readonly how: "seeded"; readonly decisions: EncodedDecisions; readonly seed: Seed }
  /** Takes the simplest answer where the list does not fit, as shrinking does. */
  | { readonly how: "simplest"; readonly decisions: EncodedDecisions }
  | { readonly how: "random"; readonly seed: Seed; readonly runIndex: number }
  /** A run of a campaign, as its strategy stood before it. */
  | ({
      readonly how: "strategy";
      readonly runIndex: number;
      readonly seeds?: readonly EncodedDecisions[];
    } & StrategyStart);

/** Runs once and tells everything. */
export interface RecordCommand {
  readonly type: "record";
  readonly following: DecisionPlan;
  /** Says every decision as it is taken, so that a run that kills the process leaves them. */
  readonly isSpoken?: boolean;
  /** After so long without an end, says where the run is; for runs that are known to hang. */
  readonly hangAfterMs?: number | undefined;
  /** Tells only what comes before this. */
  readonly limit?: RunLimit | undefined;
  /** Waits for a debugger, and stops in it when this decision is taken, counted from 1. */
  readonly inspectAt?: number | undefined;
}

/** Runs a list to its end and no further, and says which places that reached. */
export interface CoverCommand {
  readonly type: "cover";
  readonly decisions: EncodedDecisions;
}

/** What a list reaches; the numbers of places mean something only in the process that said them. */
export interface CoverResult {
  readonly type: "covered";
  readonly verdict: "held" | "broken" | "unknown";
  readonly slots: readonly number[];
}

/** Finds the user's own lines in a stack that another process has seen. */
export interface PlacesCommand {
  readonly type: "places";
  readonly stack: string;
}

/** Runs the given runs and says a digest of each. */
export interface DigestCommand {
  readonly type: "digest";
  readonly seed: Seed;
  readonly runs: readonly number[];
  /** Stops after so long, with the digests that there are. */
  readonly timeMsMax?: number | undefined;
}

/** What a worker can be asked. */
export type Command =
  | LoadCommand
  | ExploreCommand
  | ShrinkCommand
  | RecordCommand
  | DigestCommand
  | CoverCommand
  | PlacesCommand
  | PostgresData;

/** Where the data of Postgres is, or why there is none; said to a worker that asked for it. */
export interface PostgresData {
  readonly type: "postgresData";
  readonly file?: string | undefined;
  readonly failure?: string | undefined;
}

/** What the loaded code says of itself. */
export interface LoadedSubject extends LoadedPackages {
  readonly type: "loaded";
  readonly subject: SubjectReference;
  readonly declared: Omit<SubjectDeclaration, "faults"> & { readonly faults: readonly string[] };
  readonly claims: readonly { readonly kind: PropertyKind; readonly name: string }[];
  readonly versions: Readonly<Record<string, string>>;
  readonly tiers: Readonly<Record<string, Tier>>;
  readonly drain: DrainKind;
  readonly freshCount: number;
  readonly sharedCount: number;
  /** Whether the code calls `world.worker`, as its text tells: it needs real processes. */
  readonly startsWorkers: boolean;
}

/** The first sighting of a failure, said at once so that a later crash cannot lose it. */
export interface Sighting {
  readonly type: "sighting";
  readonly runIndex: number;
  readonly identity: FailureIdentity;
  readonly failure: Failure;
  readonly decisions: EncodedDecisions;
}

/** Said before a run, with what the strategy has learned since the last mark. */
export interface Mark {
  readonly type: "mark";
  readonly runIndex: number;
  readonly changes: StrategyChanges;
}

/** How far a stretch has come. */
export interface Progress {
  readonly type: "progress";
  readonly runs: number;
  /** How many of them came after something new was last reached, kept or found. */
  readonly sinceNews?: number | undefined;
  readonly wakes: number;
  /** How many rule steps there were, and lists to go on from. */
  readonly steps?: number | undefined;
  /** Places reached for the first time since it was last said. */
  readonly reached?: ReachedSlots | undefined;
  readonly corpus?: number | undefined;
}

/** A place for when something goes wrong, and in how many runs of a stretch it was entered. */
export interface HandlerData {
  readonly kind: "catch" | "retry" | "fallback";
  readonly file: string;
  readonly line: number;
  readonly entered: number;
  readonly underFault: number;
}

/** The end of a stretch. */
export interface StretchResult extends ProcessEffects {
  readonly type: "explored";
  readonly nextRun: number;
  readonly runs: number;
  /** How many of them came after something new was last reached, kept or found. */
  readonly sinceNews?: number | undefined;
  readonly wakes: number;
  readonly unknownRuns: number;
  readonly tally: TallyData;
  readonly clusters: readonly {
    readonly key: string;
    readonly occurrences: number;
    readonly decisions: EncodedDecisions;
  }[];
  /** Handlers, retries and fallbacks of the code that was counted; none where nothing was. */
  readonly handlers: readonly HandlerData[];
  readonly blocksTotal: number;
  /** Places reached for the first time since it was last said. */
  readonly reached?: ReachedSlots | undefined;
  /** A run in which shared modules turned out to keep state. */
  readonly impureRun: number | undefined;
  /** How many lists there are to go on from. */
  readonly corpus?: number | undefined;
  readonly exhaustion: Exhaustion | undefined;
  /** Comparisons that never held, the deepest first; only of subjects with one input. */
  readonly unheld?: readonly UnheldComparison[] | undefined;
  /** Where blocks stand, of the files that were not told of before; only where asked. */
  readonly placed?: readonly PlacedFile[] | undefined;
  /** What left the simulated world in these runs. */
  readonly uncontrolled: readonly Uncontrolled[];
}

/** One run, told whole. */
export interface RunRecording {
  readonly type: "recorded";
  readonly verdict: "held" | "broken" | "unknown";
  readonly because: string;
  readonly divergence: Divergence | undefined;
  readonly failure: Failure | undefined;
  readonly identity: FailureIdentity | undefined;
  readonly place: SourceLocation | undefined;
  readonly decisions: EncodedDecisions;
  readonly events: readonly RunEvent[];
  /** How many of them came before it failed; all where absent. No list decides the rest. */
  readonly eventsToFailure?: number | undefined;
  /** Where the user's code was when each decision was taken; only of a witnessed run. */
  readonly decisionFrames: readonly (readonly SourceLocation[])[];
  readonly witnessed: readonly WitnessedCall[];
  /** What left the simulated world in this run. */
  readonly uncontrolled: readonly Uncontrolled[];
  /** Whether what is told was cut off at the limit that was given. */
  readonly isCut?: boolean | undefined;
}

/** Said before the user's code ends the process on purpose. */
export interface IntendedExit {
  readonly type: "intendedExit";
  readonly failure: Failure;
  readonly place: SourceLocation | undefined;
}

/** The smallest list that still fails in the same way, as far as it was looked for. */
export interface ShrinkResult {
  readonly type: "shrunk";
  readonly decisions: EncodedDecisions;
  readonly attempts: number;
  readonly isFinished: boolean;
}

/** One digest for each run, in the order in which they were asked for. */
export interface DigestResult {
  readonly type: "digests";
  readonly digests: readonly string[];
  /** The runs of these that left the simulated world. */
  readonly escaped: readonly number[];
}

/** What a worker can say. */
export type Message =
  | LoadedSubject
  | Sighting
  | Progress
  | StretchResult
  | RunRecording
  | CoverResult
  | Mark
  | { readonly type: "decision"; readonly line: string }
  | { readonly type: "event"; readonly event: RunEvent }
  | IntendedExit
  /** Asks for the data of Postgres, which it may not be able to make. */
  | { readonly type: "wantsPostgresData" }
  /** Where a debugger can be attached; the run waits for it. */
  | { readonly type: "inspecting"; readonly url: string }
  /** Where a run is that gives no sign of life; said by a thread beside it. */
  | { readonly type: "hung"; readonly stack: string }
  | { readonly type: "places"; readonly places: readonly SourceLocation[] }
  | ShrinkResult
  | DigestResult
  | {
      readonly type: "refused";
      readonly error: ErrorParts;
      /** Each of them, where there may be several. */
      readonly problems?: readonly ErrorParts[] | undefined;
    }
  | { readonly type: "bug"; readonly message: string; readonly stack: string };
