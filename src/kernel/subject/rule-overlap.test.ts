import { expect, test } from "vitest";
import type { Decision } from "../decisions/decision.ts";
import { isBetterStart, overlapLabel, rulesOverlap } from "./rule-overlap.ts";

const more: Decision = { kind: "chance", label: "more", value: true };
const overlap: Decision = { kind: "chance", label: overlapLabel, value: true };
const serial: Decision = { kind: "chance", label: overlapLabel, value: false };

test("a list says whether its rules overlap", () => {
  expect(rulesOverlap([more, overlap])).toBe(true);
  expect(rulesOverlap([more, serial])).toBe(false);
});

test("shrinking starts from a list without overlapping rules, even if it is longer", () => {
  expect(isBetterStart([more, more, serial], [overlap])).toBe(true);
  expect(isBetterStart([overlap], [more, more, serial])).toBe(false);
});

test("of two lists of one kind shrinking starts from the shorter one", () => {
  expect(isBetterStart([serial], [more, serial])).toBe(true);
  expect(isBetterStart([more, overlap], [overlap])).toBe(false);
  expect(isBetterStart([overlap], [overlap])).toBe(false);
});
