import { expect, test } from "vitest";
import { decidedSteps } from "./decided-steps.ts";
import type { Decision } from "./decision.ts";

const drawn = { bias: 1, draws: [], path: [] };

test("a list that was not run again still tells which rules began, and with what", () => {
  const list: Decision[] = [
    { kind: "chance", label: "rules overlap", value: true },
    { kind: "span", label: "step" },
    { kind: "pick", label: "rule", value: "pay" },
    { kind: "value", label: "cents", ...drawn, literal: { value: 5 } },
    { kind: "value", label: "made", ...drawn },
    { kind: "end" },
    { kind: "pick", label: "rule", value: "not of a step" },
    { kind: "span", label: "step" },
    { kind: "span", label: "inner" },
    { kind: "pick", label: "rule", value: "not the step's own" },
    { kind: "end" },
    { kind: "pick", label: "rule", value: "close" },
    { kind: "end" },
    { kind: "span", label: "step" },
    { kind: "end" },
    { kind: "end" },
  ];
  expect(decidedSteps(list)).toEqual([
    { atUs: 0, kind: "step", name: "pay", detail: "cents=5 made=…" },
    { atUs: 0, kind: "step", name: "close", detail: "" },
  ]);
});
