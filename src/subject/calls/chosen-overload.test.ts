import { expect, test } from "vitest";
import type { CallPlan } from "../../kernel/subject/call-plan.ts";
import type { ParamPlan, Shape } from "../../kernel/values/shape.ts";
import { chosenOverload } from "./chosen-overload.ts";

const text: Shape = { kind: "string" };
const number: Shape = { kind: "number" };

test("arguments are judged by the first overload that takes them", () => {
  const ofText = plan("ms", [param("value", text)]);
  const ofNumber = plan("ms (overload 2)", [param("value", number), param("long", text, true)]);
  const ofEither = plan("ms (overload 3)", [param("value", { kind: "union", of: [text, number] })]);
  const all = [ofText, ofNumber, ofEither];
  expect(chosenOverload(ofText, all, [31_557_600_001])).toBe(ofNumber);
  expect(chosenOverload(ofEither, all, ["1m"])).toBe(ofText);
  expect(chosenOverload(ofEither, all, [1])).toBe(ofNumber);
  expect(chosenOverload(ofNumber, all, [1, "a"])).toBe(ofNumber);
  // None takes it, so nothing is known better than what it was drawn for.
  expect(chosenOverload(ofText, all, [true])).toBe(ofText);
});

test("other functions of the target are no overloads", () => {
  const one = plan("one", [param("value", text)]);
  const other = { ...plan("other", [param("value", number)]), from: place("other") };
  expect(chosenOverload(one, [other, one], [1])).toBe(one);
});

test("a rest parameter takes what is left, and only such", () => {
  const rest: ParamPlan = { ...param("all", { kind: "array", of: number }), isRest: true };
  const ofText = plan("sum", [param("first", text)]);
  const ofRest = plan("sum (overload 2)", [param("first", text), rest]);
  expect(chosenOverload(ofText, [ofText, ofRest], ["a", 1, 2])).toBe(ofRest);
  expect(chosenOverload(ofRest, [ofText, ofRest], ["a"])).toBe(ofText);
});

test("a list longer than a tuple chooses the overload for longer ones", () => {
  const one: Shape = { kind: "tuple", items: [{ shape: number, isOptional: false }] };
  const ofOne = plan("initial", [param("items", one)]);
  const ofAll = plan("initial (overload 2)", [param("items", { kind: "array", of: number })]);
  const ofMore = plan("initial (overload 3)", [param("items", { ...one, rest: number })]);
  expect(chosenOverload(ofAll, [ofOne, ofAll], [[1, 2]])).toBe(ofAll);
  expect(chosenOverload(ofAll, [ofOne, ofAll], [[1]])).toBe(ofOne);
  expect(chosenOverload(ofAll, [ofMore, ofAll], [[1, 2]])).toBe(ofMore);
});

// --- inside ---

function place(name: string): CallPlan["from"] {
  return { module: "src/main.ts", path: [name] };
}

function param(name: string, shape: Shape, isOptional = false): ParamPlan {
  return { name, shape, isOptional, isRest: false };
}

function plan(name: string, params: readonly ParamPlan[]): CallPlan {
  return {
    name,
    kind: "function",
    from: place("ms"),
    place: { file: "src/main.ts", line: 1 },
    params,
    returns: text,
    isAsync: false,
    definitions: {},
    examples: [],
    guards: [],
    documentedThrows: [],
  };
}
