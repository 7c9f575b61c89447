import { expect, test } from "vitest";
import { fitScaling, predicted } from "./fit-law.ts";

/** Points that a law gives, each moved by a share. */
function pointsOf(
  law: { readonly lambda: number; readonly sigma: number; readonly kappa: number },
  moved: readonly number[],
): { workers: number; runsPerSecond: number }[] {
  return moved.map((share, at) => ({
    workers: at + 1,
    runsPerSecond: predicted(law, at + 1) * (1 + share),
  }));
}

const exactly = Array.from({ length: 8 }, () => 0);

test.each([
  { lambda: 500, sigma: 0, kappa: 0 },
  { lambda: 500, sigma: 0.0307, kappa: 0 },
  { lambda: 500, sigma: 0.02, kappa: 0.01 },
  { lambda: 3, sigma: 0, kappa: 0.05 },
])("the law behind exact points is found again: $sigma, $kappa", (law) => {
  const fit = fitScaling(pointsOf(law, exactly));
  if (fit.kind !== "fitted") throw new Error(fit.because);
  expect(fit.lambda).toBeCloseTo(law.lambda, 6);
  expect(fit.sigma).toBeCloseTo(law.sigma, 6);
  expect(fit.kappa).toBeCloseTo(law.kappa, 6);
  expect(fit.rSquared).toBeCloseTo(1, 9);
});

test("the fastest number of processes follows from the law, where there is one", () => {
  const one = fitScaling(pointsOf({ lambda: 100, sigma: 0.04, kappa: 0.015 }, exactly));
  // The root of (1 - 0.04) / 0.015 is 8.
  expect(one).toMatchObject({ kind: "fitted", peakWorkers: 8 });
  const none = fitScaling(pointsOf({ lambda: 100, sigma: 0.04, kappa: 0 }, exactly));
  expect(none).toMatchObject({ kind: "fitted" });
  expect(none).not.toHaveProperty("peakWorkers");
});

test("points better than linear do not make sigma or kappa negative", () => {
  const fit = fitScaling(
    [1, 2.1, 3.2, 4.3].map((x, at) => ({ workers: at + 1, runsPerSecond: x * 100 })),
  );
  expect(fit).toMatchObject({ kind: "fitted", sigma: 0, kappa: 0 });
});

test("noise of a few percent still gives a law near the one behind it", () => {
  const law = { lambda: 1_000, sigma: 0.05, kappa: 0.002 };
  const fit = fitScaling(pointsOf(law, [0.02, -0.02, 0.01, -0.01, 0.02, -0.02, 0.01, -0.01]));
  if (fit.kind !== "fitted") throw new Error(fit.because);
  expect(Math.abs(predicted(fit, 8) / predicted(law, 8) - 1)).toBeLessThan(0.03);
});

test("what the data does not carry is inconclusive, with the reason", () => {
  const speeds = (...all: number[]): ReturnType<typeof fitScaling> =>
    fitScaling(all.map((runsPerSecond, at) => ({ workers: at + 1, runsPerSecond })));
  expect([speeds(100, 190), speeds(100, 0, 200)]).toEqual([
    { kind: "inconclusive", because: "2 of at least 3 counts of processes" },
    { kind: "inconclusive", because: "a stretch made no run" },
  ]);
  // Up and down: no law has that shape.
  expect(speeds(100, 40, 110, 50)).toMatchObject({
    kind: "inconclusive",
    because: expect.stringContaining("R² is "),
  });
  // Explained as a whole, but the first point is far off.
  expect(speeds(150, 200, 300, 400, 500, 600, 700, 800)).toMatchObject({
    kind: "inconclusive",
    because: expect.stringMatching(/^a point is \d+ % off the law, more than 20 %$/),
  });
});
