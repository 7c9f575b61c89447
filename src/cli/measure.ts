import { ablate } from "../engines/ablate/index.ts";
import { scaling } from "../engines/scaling/index.ts";
import { assert } from "../kernel/errors/assert.ts";
import type { Result } from "../kernel/result/result.ts";
import { amountText, countText, durationText, printable } from "../report/index.ts";
import type { Config } from "../config/index.ts";
import type { ExploreFlags } from "./flags.ts";
import type { ProgressPainter } from "./progress.ts";
import { type Job, settingsOf } from "./settings.ts";
import { verbDefaults } from "./verb-defaults.ts";

/** What measuring a search takes besides a job. */
export interface Measuring {
  readonly flags: ExploreFlags;
  readonly config: Config;
  readonly painter: ProgressPainter;
  readonly signal: AbortSignal;
}

/** Compares the search of a job with variants of it. */
export function ablateWith(job: Job, measuring: Measuring): Promise<Result> {
  const { flags, config, painter, signal } = measuring;
  const { guidance } = settingsOf(config);
  assert(guidance !== undefined, "settings are guided unless a flag says otherwise");
  return ablate({
    ...job,
    timeMsMax: isTimed(flags) ? job.timeMsMax : undefined,
    guidance,
    seedsCount: flags.seeds ?? verbDefaults.ablate.seeds,
    signal,
    onProgress: ({ number, count, variant, seed, findings }) =>
      painter.say((seconds) =>
        [
          durationText(seconds),
          `campaign ${countText(number + 1)} of ${countText(count)}`,
          `${variant}, seed ${printable(String(seed))}`,
          amountText(findings, "bug"),
        ].join("   "),
      ),
  });
}

/** Measures how the search of a job scales. */
export function scaleWith(job: Job, { painter, signal }: Measuring): Promise<Result> {
  const { workers = 0 } = job.settings;
  return scaling({
    ...job,
    // One process is what a campaign has when nobody asks for more, and nothing to compare.
    workersMax: workers > 1 ? workers : undefined,
    signal,
    onProgress: ({ number, count, workers: now, runs }) =>
      painter.say((seconds) =>
        [
          durationText(seconds),
          `stretch ${countText(number + 1)} of ${countText(count)}`,
          amountText(now, "worker"),
          amountText(runs, "run"),
        ].join("   "),
      ),
  });
}

// --- inside ---

/** Runs alone are a budget too. */
function isTimed({ runs, time }: ExploreFlags): boolean {
  return time !== undefined || runs === undefined;
}
