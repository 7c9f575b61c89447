import { expect, test } from "vitest";
import { medianOf } from "./median.ts";

const never = Number.POSITIVE_INFINITY;

test("the median of an odd sample is one of it, of an even one between its two middles", () => {
  expect(medianOf([10, 9, 100])).toBe(10);
  expect(medianOf([4, 1, 3, 2])).toBe(2.5);
});

test("infinities are larger than all else", () => {
  expect(medianOf([never, 1, never, 2, 3])).toBe(3);
  expect(medianOf([4, 1, never, never])).toBe(never);
  expect(medianOf([])).toBe(never);
});
