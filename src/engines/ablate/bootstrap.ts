import type { Estimate } from "../../report/sections/ablation.ts";
import { generatorFrom } from "../../kernel/decisions/generator.ts";
import { ascending, medianOf } from "../../kernel/values/median.ts";

/** How often the sample is drawn again from itself. */
const resamplesCount = 2_000;
const lowShare = 0.025;
const highShare = 0.975;

/**
 * The median of a sample with its 95 % percentile-bootstrap interval. Infinity stands for a value
 * that is only known to be larger than all that could be measured, and comes back as null. The
 * resampling starts from a fixed number, so that equal samples give equal intervals.
 */
export function medianEstimate(sample: readonly number[]): Estimate {
  const generator = generatorFrom(sample.length);
  const medians = Array.from({ length: resamplesCount }, () =>
    medianOf(sample.map(() => sample[generator.integer(0, sample.length - 1)] ?? Number.NaN)),
  ).toSorted(ascending);
  const at = (share: number): number =>
    medians[Math.round(share * (resamplesCount - 1))] ?? Number.POSITIVE_INFINITY;
  return {
    median: finite(medianOf(sample)),
    low: finite(at(lowShare)),
    high: finite(at(highShare)),
  };
}

// --- inside ---

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
