import { expect, test } from "vitest";
import { nearestNames } from "./nearest-name.ts";

const known = ["max_time", "max_runs", "seed", "steps_per_run"];

test.each([
  ["max_rns", "max_runs"],
  ["maxRuns", "max_runs"],
  ["MAX-TIME", "max_time"],
  ["sede", "seed"],
  ["step_per_run", "steps_per_run"],
])("%s is near %s", (name, expected) => {
  expect(nearestNames(name, known, { countMax: 1 })).toEqual([expected]);
});

test("a name that is like none of them has no neighbour", () => {
  expect(nearestNames("colour", known, { countMax: 3 })).toEqual([]);
  expect(nearestNames("", known, { countMax: 3 })).toEqual([]);
});
