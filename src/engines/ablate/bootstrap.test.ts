import { expect, test } from "vitest";
import { medianEstimate } from "./bootstrap.ts";

const never = Number.POSITIVE_INFINITY;

test("equal samples give equal intervals, and a constant sample has no width", () => {
  expect(medianEstimate([7, 7, 7, 7, 7])).toEqual({ median: 7, low: 7, high: 7 });
  const sample = [3, 9, 4, 12, 5];
  expect(medianEstimate(sample)).toEqual(medianEstimate(sample));
  expect(medianEstimate(sample)).toEqual({ median: 5, low: 3, high: 12 });
});

test("the interval of a larger sample is narrower than its range and holds the median", () => {
  const sample = Array.from({ length: 41 }, (_, at) => at);
  const { median, low, high } = medianEstimate(sample);
  expect(median).toBe(20);
  // The exact interval of the order statistics is 14 to 26.
  expect(low).toBeGreaterThanOrEqual(12);
  expect(low).toBeLessThan(20);
  expect(high).toBeGreaterThan(20);
  expect(high).toBeLessThanOrEqual(28);
});

test("what was not found in time is larger than anything", () => {
  expect(medianEstimate([10, 20, never, 30, 40])).toMatchObject({ median: 30, high: null });
  expect(medianEstimate([10, never, never])).toMatchObject({ median: null, low: 10, high: null });
  expect(medianEstimate([never, never])).toEqual({ median: null, low: null, high: null });
  expect(medianEstimate([])).toEqual({ median: null, low: null, high: null });
});
