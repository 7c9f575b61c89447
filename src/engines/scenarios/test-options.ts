import type { Seed } from "../../kernel/decisions/seed.ts";
import type { ScenariosEvent } from "../../kernel/result/campaign-event.ts";
import type { TraceTarget } from "../../store/trace-file.ts";
import type { CampaignSettings, SubjectTarget } from "../../campaign/settings.ts";
import type { Runners } from "../../runner/subject-runner.ts";

/** A scenario to run, and how. */
export interface ScenarioJob {
  readonly name: string;
  readonly target: SubjectTarget;
  readonly settings: CampaignSettings;
  /** Why it is only listed; absent where it is run. */
  readonly notExecuted?: string | undefined;
}

/** What running scenarios takes. */
export interface TestOptions {
  readonly command: "test" | "run";
  readonly scenarios: readonly ScenarioJob[];
  /** Where they run. */
  readonly runners: Runners;
  readonly seed: Seed;
  /** How many run at once. */
  readonly jobs: number;
  readonly isFailFast: boolean;
  /** Runs each a second time, in another process, and compares all of it. */
  readonly isRepeated: boolean;
  /** How many a filter left out. */
  readonly filteredOut: number;
  /** Whether nothing to run is a success. */
  readonly passesWithNone: boolean;
  /** Where traces of all runs are kept, those that held too. */
  readonly record?:
    | { readonly file: string; readonly collision: TraceTarget["collision"] }
    | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly tell?: ((event: ScenariosEvent) => void) | undefined;
}
