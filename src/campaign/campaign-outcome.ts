import type { Tally } from "../kernel/judge/tally.ts";
import type { Uncontrolled } from "../kernel/trace/trace.ts";
import type { RunsEvent } from "../kernel/result/campaign-event.ts";
import type { ReachedFile } from "../kernel/result/reached-file.ts";
import type { UnheldComparison } from "../kernel/result/unheld-comparison.ts";
import type { EncodedDecisions } from "../kernel/trace/decode-decisions.ts";
import type { HandlerData, LoadedSubject } from "../runner/protocol/protocol.ts";
import type { Suspect } from "./proof/prove.ts";
import type { Exhaustion, StrategyState } from "../search/strategy.ts";
import type { FoundList, ResumePoint } from "./worker-slot.ts";

/** What a campaign tells the engine that started it; users are told the first of these as it is. */
export type CampaignNews =
  | RunsEvent
  /** What was loaded, before the first run. */
  | { readonly type: "loaded"; readonly loaded: LoadedSubject }
  /** A failure that is seen for the first time, so many seconds into the search. */
  | { readonly type: "sighting"; readonly suspect: Suspect; readonly seconds: number }
  /** A list that reached something new, told at once, so that no later crash loses it. */
  | { readonly type: "list"; readonly list: FoundList };

/** How much may be spent on a campaign, and who is told. */
export interface CampaignBudget {
  readonly runsMax: number;
  /** From when the subject is loaded. */
  readonly timeMsMax: number;
  /** What is left of a time that is shared with others, and in which loading counts. */
  readonly leftMs?: () => number;
  readonly tell?: (news: CampaignNews) => void;
  /** Why the campaign has what it was asked for; undefined as long as it has not. */
  readonly isEnough?: () => string | undefined;
  /** Ends the campaign early; what was found is kept. */
  readonly signal?: AbortSignal;
  /** Whether the signal ends loading too; if nothing is known, an `Interrupted` is thrown. */
  readonly stopsLoading?: boolean;
  /** What is known of the subject before it is loaded for the campaign. */
  readonly loaded?: LoadedSubject | undefined;
  /** What earlier campaigns have left; asked once, when the subject is known. */
  readonly begin?: (loaded: LoadedSubject, slotsCount: number) => CampaignStart;
}

/** Where a campaign starts. */
export interface CampaignStart {
  /** One for each process. */
  readonly places: readonly ResumePoint[];
  /** Lists that are run before anything else. */
  readonly seeds: readonly EncodedDecisions[];
}

/** What came of a campaign. */
export interface CampaignOutcome {
  readonly loaded: LoadedSubject;
  readonly runs: number;
  /** How long it searched. */
  readonly seconds: number;
  readonly wakes: number;
  readonly unknownRuns: number;
  readonly tally: Tally;
  /** So many runs are counted in the tally: those of a process that died are not all of them. */
  readonly talliedRuns: number;
  readonly suspects: readonly Suspect[];
  /** Why it stopped before its budget was used up, if it did. */
  readonly endedEarly: string | undefined;
  /** Worth knowing, not a failure. */
  readonly notes: readonly string[];
  /** A run in which modules that looked stateless kept state. */
  readonly impureRun: number | undefined;
  /** How much of all that is possible was run, where the strategy can tell. */
  readonly exhaustion: Exhaustion | undefined;
  /** What left the simulated world. */
  readonly uncontrolled: readonly Uncontrolled[];
  /** Places of the code that were reached, by any process. */
  readonly edges: number;
  readonly blocks: { readonly total: number; readonly reached: number };
  readonly handlers: readonly HandlerData[];
  /** After how many runs something new was last reached or found. */
  readonly newsAtRun: number;
  /** Comparisons that never held, the deepest first; only of subjects with one input. */
  readonly unheld: readonly UnheldComparison[] | undefined;
  /** What was reached of each file that was counted; only where it was asked for. */
  readonly files: readonly ReachedFile[] | undefined;
  /** What the strategy of each process knew in the end. */
  readonly states: readonly StrategyState[];
  /** Where each process stood in the end. */
  readonly places: readonly ResumePoint[];
  /** How many lists there are to go on from. */
  readonly corpus: number;
  /** How many places were reached, after how many runs. */
  readonly curve: readonly { readonly runs: number; readonly edges: number }[];
}
