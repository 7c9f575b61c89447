import { expect, test } from "vitest";
import { StarvedTime } from "./starved-time.ts";

test("time without a processor is given back, until it was several times the limit", () => {
  let waitedMs = 5_000;
  const starved = new StarvedTime(undefined, () => waitedMs);
  starved.restart();
  waitedMs += 900;
  expect(starved.grantMs(1_000)).toBe(900);
  waitedMs += 5_000;
  const grants = Array.from({ length: 6 }, () => {
    const ms = starved.grantMs(1_000);
    waitedMs += 5_000;
    return ms;
  });
  expect(grants).toEqual([1_000, 1_000, 1_000, 1_000, 0, 0]);
});

test("a process that had its processor is given nothing", () => {
  let waitedMs = 70_000;
  const starved = new StarvedTime(undefined, () => waitedMs);
  starved.restart();
  waitedMs += 20;
  expect(starved.grantMs(1_000)).toBe(0);
});

test("what was waited for before a question does not count", () => {
  let waitedMs = 0;
  const starved = new StarvedTime(undefined, () => waitedMs);
  waitedMs = 9_000;
  starved.restart();
  expect(starved.grantMs(1_000)).toBe(0);
});
