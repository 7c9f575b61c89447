import { expect, test } from "vitest";
import type { Shape } from "../../kernel/values/shape.ts";
import { shapeCheck } from "./shape-check.ts";

const text: Shape = { kind: "string" };
const number: Shape = { kind: "number" };

function fits(shape: Shape, value: unknown): unknown {
  const check = shapeCheck(shape, "value") ?? "undefined";
  // oxlint-disable-next-line no-implied-eval, typescript/no-implied-eval
  return new Function("value", `return ${check};`)(value);
}

const user: Shape = {
  kind: "object",
  fields: [
    { key: "name", shape: text, isOptional: false },
    { key: "tag-list", shape: { kind: "array", of: text }, isOptional: true },
  ],
};

test.each<{ shape: Shape; good: readonly unknown[]; bad: readonly unknown[] }>([
  { shape: number, good: [1, Number.NaN], bad: ["1", undefined] },
  { shape: { kind: "number", isInteger: true, min: 0, max: 3 }, good: [3], bad: [1.5, -1, 4] },
  { shape: { kind: "string", lengthMin: 1, lengthMax: 2 }, good: ["a"], bad: ["", "abc", 1] },
  { shape: { kind: "null" }, good: [null], bad: [undefined] },
  { shape: { kind: "void" }, good: [undefined, 1], bad: [] },
  { shape: { kind: "never" }, good: [], bad: [undefined] },
  { shape: { kind: "literal", value: "on" }, good: ["on"], bad: ["off"] },
  { shape: { kind: "union", of: [text, { kind: "undefined" }] }, good: ["", undefined], bad: [1] },
  {
    shape: { kind: "array", of: { kind: "array", of: number }, lengthMin: 1 },
    good: [[[1], []]],
    bad: [[], [["a"]], {}, null],
  },
  {
    shape: { kind: "tuple", items: [{ shape: text, isOptional: false }] },
    good: [["a"]],
    bad: [[], [1], ["a", "b"]],
  },
  {
    shape: user,
    good: [{ name: "a" }, { name: "a", "tag-list": [] }],
    bad: [null, {}, { name: 1 }],
  },
  {
    shape: { kind: "record", key: text, value: number },
    good: [{ a: 1 }],
    bad: [{ a: "1" }, null],
  },
  { shape: { kind: "map", key: text, value: number }, good: [new Map([["a", 1]])], bad: [{}] },
  { shape: { kind: "set", of: text }, good: [new Set(["a"])], bad: [new Set([1]), []] },
  { shape: { kind: "builtin", name: "Date" }, good: [new Date(0)], bad: ["1970"] },
])("the check of $shape tells good from bad", ({ shape, good, bad }) => {
  expect(good.map((value) => fits(shape, value))).toEqual(good.map(() => true));
  expect(bad.map((value) => fits(shape, value))).toEqual(bad.map(() => false));
});

test.each<Shape>([
  { kind: "string", format: "email" },
  { kind: "ref", name: "Tree" },
  { kind: "array", of: { kind: "ref", name: "Tree" } },
  { kind: "object", fields: [], rest: text },
  { kind: "union", of: [text, { kind: "blocked", why: "", help: "" }] },
])("%o is too much for a few lines of code", (shape) => {
  expect(shapeCheck(shape, "value")).toBeUndefined();
});
