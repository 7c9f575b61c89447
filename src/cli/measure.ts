import { ablate } from "../engines/ablate/index.ts";
import { scaling } from "../engines/scaling/index.ts";
import { assert } from "../kernel/errors/assert.ts";
import type { CampaignEvent } from "../kernel/result/campaign-event.ts";
import type { Result } from "../kernel/result/result.ts";
import type { Config } from "../config/index.ts";
import type { ExploreFlags } from "./flags.ts";
import { type Job, settingsOf } from "./settings.ts";
import { verbDefaults } from "./verb-defaults.ts";

/** What measuring a search takes besides a job. */
export interface Measuring {
  readonly flags: ExploreFlags;
  readonly config: Config;
  readonly tell: (event: CampaignEvent) => void;
  readonly signal: AbortSignal;
}

/** Compares the search of a job with variants of it. */
export function ablateWith(job: Job, measuring: Measuring): Promise<Result> {
  const { flags, config, tell, signal } = measuring;
  const { guidance } = settingsOf(config);
  assert(guidance !== undefined, "settings are guided unless a flag says otherwise");
  return ablate({
    ...job,
    timeMsMax: isTimed(flags) ? job.timeMsMax : undefined,
    guidance,
    seedsCount: flags.seeds ?? verbDefaults.ablate.seeds,
    signal,
    tell,
  });
}

/** Measures how the search of a job scales. */
export function scaleWith(job: Job, { tell, signal }: Measuring): Promise<Result> {
  const { workers = 0 } = job.settings;
  return scaling({
    ...job,
    // One process is what a campaign has when nobody asks for more, and nothing to compare.
    workersMax: workers > 1 ? workers : undefined,
    signal,
    tell,
  });
}

// --- inside ---

/** Runs alone are a budget too. */
function isTimed({ runs, time }: ExploreFlags): boolean {
  return time !== undefined || runs === undefined;
}
