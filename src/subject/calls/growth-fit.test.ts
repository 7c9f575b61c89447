import { expect, test } from "vitest";
import { growthOf, type Measured } from "./growth-fit.ts";

const sizes = [8, 16, 32, 64, 128, 256, 512, 1_024];
const limit = 2_000_000;

test.for<[string, (n: number) => number, string | undefined]>([
  ["a constant", () => 10_000, undefined],
  ["n", (n) => 40 * n, undefined],
  ["n log n", (n) => 12 * n * Math.log2(n), undefined],
  ["n^1.5", (n) => 12 * n ** 1.5, undefined],
  ["n with one step", (n) => (n < 256 ? n : 100 * n), undefined],
  ["n^2 of nothing", (n) => n ** 2 / 1_000, undefined],
  ["n^2", (n) => n ** 2 / 2, "power 2.0"],
  ["n^2 with a large part of n", (n) => n ** 2 + 40 * n, "power 1.9"],
  ["n^3", (n) => n ** 3, "power 3.0"],
  ["2^n", (n) => 2 ** n, "exponential"],
  ["1.6^n", (n) => 1.6 ** n, "exponential"],
])("%s", ([, work, growth]) => {
  const found = growthOf(measured(work));
  const shown = found?.kind === "power" ? `power ${found.exponent.toFixed(1)}` : found?.kind;
  expect(shown).toBe(growth);
});

test("too few sizes say nothing", () => {
  expect(growthOf(measured((n) => n ** 2 * 1_000).slice(0, 4))).toBeUndefined();
  expect(growthOf([])).toBeUndefined();
});

// --- inside ---

/** As a run measures: up to the first call that does too much. */
function measured(work: (n: number) => number): readonly Measured[] {
  const all = sizes.map((size) => {
    const isCut = work(size) > limit;
    return { size, work: isCut ? limit : Math.round(work(size)), isCut };
  });
  const cut = all.findIndex(({ isCut }) => isCut);
  return cut < 0 ? all : all.slice(0, cut + 1);
}
