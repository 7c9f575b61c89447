/** The middle of a sample, or the mean of its two middles; Infinity of none. */
export function medianOf(sample: readonly number[]): number {
  if (sample.length === 0) return Number.POSITIVE_INFINITY;
  const sorted = sample.toSorted(ascending);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  if (sorted.length % 2 === 1) return upper;
  return ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** Orders numbers; a difference would be NaN for two infinities. */
export function ascending(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
