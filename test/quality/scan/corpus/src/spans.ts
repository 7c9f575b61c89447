export type Span = [from: number, to: number];

/** Spans of time with those that touch put together. */
export function mergeSpans(spans: Span[]): Span[] {
  const sorted = spans.toSorted((a, b) => a[0] - b[0]);
  const merged: Span[] = [sorted[0]];
  for (const [from, to] of sorted.slice(1)) {
    const last = merged[merged.length - 1];
    if (from <= last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

/** A value within bounds. */
export function clamp(value: number, min: number, max: number): number {
  if (min > max) throw new RangeError(`${min} is above ${max}`);
  return Math.min(max, Math.max(min, value));
}

/** Whether two spans share a moment. */
export function overlaps(a: Readonly<Span>, b: Readonly<Span>): boolean {
  return a[0] < b[1] && b[0] < a[1];
}

/** The gaps between spans that are sorted and apart. */
export function gaps(spans: readonly Readonly<Span>[]): Span[] {
  const found: Span[] = [];
  spans.forEach((span, at) => {
    const next = spans[at + 1];
    if (next !== undefined && next[0] > span[1]) found.push([span[1], next[0]]);
  });
  return found;
}
