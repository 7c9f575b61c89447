import { expect, test } from "vitest";
import { numberArbitrary } from "./number-arbitrary.ts";

test("a huge number is first tried as the plainest of its kinds", () => {
  expect(firstSmaller(7.9e233)).toEqual([0, 1, -1, 0.5]);
  expect(firstSmaller(Number.NaN)).toEqual([0, 1, -1, 0.5]);
});

test("the plainest numbers shrink only to plainer ones, so that shrinking ends", () => {
  expect(firstSmaller(0.5)).toEqual([0, 1, -1]);
  expect(firstSmaller(-1)).toEqual([0, 1]);
  expect(firstSmaller(0)).toEqual([]);
});

test("smaller numbers are ones of the shape", () => {
  expect(firstSmaller(9, { min: 1 })).not.toContain(0);
  expect(firstSmaller(9, { isInteger: true })).not.toContain(0.5);
});

// --- inside ---

function firstSmaller(
  value: number,
  limits: { min?: number; isInteger?: boolean } = {},
): unknown[] {
  const shrunk = numberArbitrary({ kind: "number", ...limits }).shrink(value, undefined);
  return [...shrunk.take(4)].map((smaller) => smaller.value);
}
