import { expect, test } from "vitest";
import { speedOf } from "./stretches.ts";

test("the first quarter of a stretch, in which processes warm up, is not counted", () => {
  const samples = [
    { runs: 0, seconds: 0.1 },
    { runs: 10, seconds: 0.5 },
    { runs: 110, seconds: 1 },
    { runs: 310, seconds: 2 },
  ];
  expect(speedOf(samples)).toBe((310 - 10) / 1.5);
});

test("a stretch that was over at once counts whole, one without a run is 0", () => {
  expect(speedOf([{ runs: 30, seconds: 0.5 }])).toBe(60);
  expect(speedOf([])).toBe(0);
  expect(speedOf([{ runs: 0, seconds: 0 }])).toBe(0);
});
