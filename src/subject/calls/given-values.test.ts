import { expect, test } from "vitest";
import type { CallPlan } from "../../kernel/subject/call-plan.ts";
import { isNowhereFrom } from "./given-values.ts";

const items = { name: "items", isOptional: false, isRest: false, shape: { kind: "null" } } as const;
const first: CallPlan = {
  name: "first",
  kind: "function",
  place: { file: "src/first.ts", line: 1 },
  from: { module: "src/first.ts", path: ["first"] },
  params: [items],
  returns: { kind: "weak", why: "it is declared as `T`" },
  returnsGiven: "T",
  isAsync: false,
  definitions: {},
  examples: [],
  guards: [],
  documentedThrows: [],
};

test("undefined for no items was not given as T", () => {
  expect(isNowhereFrom(undefined, first, [[]])).toBe(true);
  expect(isNowhereFrom(undefined, first, [[1, { a: [null] }]])).toBe(true);
});

test("what was given may be given back", () => {
  expect(isNowhereFrom(1, first, [[]])).toBe(false);
  expect(isNowhereFrom(undefined, first, [[undefined]])).toBe(false);
  // oxlint-disable-next-line no-sparse-arrays
  expect(isNowhereFrom(undefined, first, [[1, , 2]])).toBe(false);
  expect(isNowhereFrom(undefined, first, [[{ a: undefined }]])).toBe(false);
});

test("what nobody can look into may hold anything", () => {
  expect(isNowhereFrom(undefined, first, [new Map()])).toBe(false);
  expect(isNowhereFrom(undefined, first, [Array.from({ length: 500 }, () => 1)])).toBe(false);
});

test("nothing is said where T is not the call's own, or a parameter was left out", () => {
  expect(isNowhereFrom(undefined, { ...first, returnsGiven: undefined }, [[]])).toBe(false);
  const optional = { ...first, params: [items, { ...items, name: "or", isOptional: true }] };
  expect(isNowhereFrom(undefined, optional, [[], undefined])).toBe(false);
  expect(isNowhereFrom(undefined, optional, [[], 1])).toBe(true);
});
