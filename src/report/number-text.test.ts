import { expect, test } from "vitest";
import { amountText, countText, durationText, scoreText } from "./number-text.ts";

test("counts have their thousands marked", () => {
  expect([0, 999, 1_000, 12_345_678].map(countText)).toEqual(["0", "999", "1,000", "12,345,678"]);
});

test("amounts agree with what they count", () => {
  expect(amountText(1, "run")).toBe("1 run");
  expect(amountText(0, "run")).toBe("0 runs");
  expect(amountText(2_000, "property", "properties")).toBe("2,000 properties");
});

test("durations are told in the two units that matter", () => {
  const seconds = [
    0,
    0.0853,
    0.0996,
    4.0812,
    59,
    99.94,
    99.96,
    725,
    3_599.6,
    12_000,
    1e7,
    Number.NaN,
  ];
  expect(seconds.map(durationText)).toEqual([
    "0 ms",
    "85 ms",
    "0.1 s",
    "4.1 s",
    "59 s",
    "99.9 s",
    "1 min 40 s",
    "12 min 5 s",
    "1 h 0 min",
    "3 h 20 min",
    "2,777 h 46 min",
    "? s",
  ]);
});

test("a score is never rounded up, and one that there is not is none", () => {
  const scores = [0, 0.29, 0.9996, 0.5005, 1, undefined];
  expect(scores.map(scoreText)).toEqual(["0.000", "0.290", "0.999", "0.500", "1.000", "none"]);
});
