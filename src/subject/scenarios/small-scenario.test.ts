import { expect, test } from "vitest";
import type { Decision } from "../../kernel/decisions/decision.ts";
import { smallScenario } from "./small-scenario.ts";
import type { Step } from "./step.ts";

const fail: Step = { type: "fail", message: "m" };
const wait: Step = { type: "sleep", duration: "1s" };

/** The decisions of a step: kept or not, and the faults that were switched before it. */
function step(name: string, switched: readonly string[] = [], isKept = true): readonly Decision[] {
  return [
    { kind: "span", label: `step ${name}` },
    { kind: "chance", label: "keep", value: isKept },
    ...switched.map((value): Decision => ({ kind: "pick", label: "fault", value })),
    { kind: "end" },
  ];
}

function smallOf(steps: readonly Step[], decisions: readonly Decision[]): readonly Step[] {
  const faults = { slow: { kind: "slow" } };
  return smallScenario({ version: 1, name: "a", faults, steps }, decisions, ".").steps;
}

test("a fault that is switched off in a block is written as off, and stays off after it", () => {
  const block: Step = { type: "assert_throws", steps: [fail] };
  const decisions = [
    ...step("1 sleep", ["slow"]),
    ...step("2 assert_throws"),
    ...step("2.1 fail", ["slow"]),
    ...step("3 sleep", ["slow"]),
  ];
  expect(smallOf([wait, block, wait], decisions)).toEqual([
    { type: "fault", name: "slow", on: true },
    wait,
    { type: "assert_throws", steps: [{ type: "fault", name: "slow", on: false }, fail] },
    { type: "fault", name: "slow", on: false },
    { type: "fault", name: "slow", on: true },
    wait,
  ]);
});

test("what is switched in branches is written in the order in which it was", () => {
  const parallel: Step = { type: "parallel", branches: [[wait], [fail]] };
  const decisions = [
    ...step("1 parallel"),
    ...step("1b.1 fail", ["slow"]),
    ...step("1a.1 sleep", ["slow"]),
  ];
  expect(smallOf([parallel], decisions)).toEqual([
    {
      type: "parallel",
      branches: [
        [{ type: "fault", name: "slow", on: false }, wait],
        [{ type: "fault", name: "slow", on: true }, fail],
      ],
    },
  ]);
});

test("branches of which nothing is left are left out", () => {
  const parallel: Step = { type: "parallel", branches: [[wait], [wait]] };
  const gone = [...step("1a.1 sleep", [], false), ...step("1b.1 sleep", [], false)];
  const decisions = [...step("1 parallel"), ...gone, ...step("2 fail")];
  expect(smallOf([parallel, fail], decisions)).toEqual([fail]);
});
