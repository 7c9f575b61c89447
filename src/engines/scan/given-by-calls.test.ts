import { expect, test } from "vitest";
import type { CallPlan, CallTarget } from "../../kernel/subject/call-plan.ts";
import type { Decision } from "../../kernel/decisions/decision.ts";
import type { Shape } from "../../kernel/values/shape.ts";
import { isGivenByCalls } from "./given-by-calls.ts";

const zero: Shape = { kind: "literal", value: 0 };
const free: Shape = { kind: "weak", why: "a caller of the package chooses it" };
const untold: Shape = { kind: "never" };

test("arguments count where one call could give all of them", () => {
  const target = targetWith([[free, zero]]);
  expect(isGivenByCalls(target, drawn({ list: [], at: 0 }))).toBe(true);
  expect(isGivenByCalls(target, drawn({ list: [], at: 1 }))).toBe(false);
});

test("what is computed on the way is not known to be given", () => {
  expect(isGivenByCalls(targetWith([[untold, zero]]), drawn({ list: [], at: 0 }))).toBe(false);
  const two = targetWith([
    [untold, zero],
    [free, free],
  ]);
  expect(isGivenByCalls(two, drawn({ list: [], at: 5 }))).toBe(true);
});

test("what others can call is given whatever its types allow", () => {
  expect(isGivenByCalls(targetWith(undefined), drawn({ list: [], at: 5 }))).toBe(true);
});

// --- inside ---

function targetWith(callSites: CallPlan["callSites"]): CallTarget {
  const number: Shape = { kind: "number" };
  const params = [
    { name: "list", shape: { kind: "array" as const, of: number } },
    { name: "at", shape: number },
  ].map((param) => ({ ...param, isOptional: false, isRest: false }));
  const call: CallPlan = {
    name: "itemAt",
    kind: "function",
    from: { module: "a.ts", path: ["itemAt"] },
    place: { file: "a.ts", line: 1 },
    params,
    returns: number,
    isAsync: false,
    definitions: {},
    examples: [],
    guards: [],
    documentedThrows: [],
    callSites,
  };
  return { name: "itemAt", module: "a.ts", calls: [call], harness: "fresh", isWeak: false };
}

function drawn(values: Readonly<Record<string, unknown>>): readonly Decision[] {
  return Object.entries(values).map(
    ([label, value]) => ({ kind: "value", label, literal: { value } }) as unknown as Decision,
  );
}
