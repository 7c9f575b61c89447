import fc from "fast-check";
import { expect, test } from "vitest";
import type { Shape } from "../../kernel/values/shape.ts";
import { conforms } from "../../subject/calls/conforms.ts";
import { brokenCode } from "./broken-code.ts";
import { drawCode } from "./draw-code.ts";

function codeOf(name: string, shape: Shape, examples: readonly unknown[][] = []) {
  const param = { name, shape, isOptional: false, isRest: false };
  const seen = examples.map((args) => ({ args: args as never, source: "test" as const }));
  return drawCode(param, 0, { examples: seen, definitions: {} }, ["seat"]);
}

const text: Shape = { kind: "string" };
const row: Shape = {
  kind: "object",
  fields: [
    { key: "id", shape: text, isOptional: false },
    { key: "odd key", shape: { kind: "number", min: 3, max: 4 }, isOptional: false },
    { key: "left", shape: text, isOptional: true },
  ],
};
const shapes: readonly (readonly [string, Shape])[] = [
  ["entry", text],
  ["userId", text],
  ["email", text],
  ["url", text],
  ["count", { kind: "number" }],
  ["flag", { kind: "boolean" }],
  ["rows", { kind: "array", of: row }],
  ["pair", { kind: "tuple", items: [{ shape: row, isOptional: false }] }],
  [
    "kind",
    {
      kind: "union",
      of: [
        { kind: "literal", value: "a" },
        { kind: "literal", value: 2 },
      ],
    },
  ],
  ["maybe", { kind: "union", of: [text, { kind: "null" }] }],
  ["table", { kind: "map", key: text, value: { kind: "number" } }],
  ["seen", { kind: "set", of: text }],
  ["record", { kind: "record", key: text, value: { kind: "boolean" } }],
  ["content", { kind: "bytes", type: "Buffer" }],
  ["at", { kind: "builtin", name: "Date" }],
];

test.each(shapes)(
  "the arbitrary that is written for `%s` makes values of its type",
  (name, shape) => {
    const code = codeOf(name, shape) ?? "";
    const lines = brokenCode(code, 8);
    expect(lines.every((line) => line.length <= 100)).toBe(true);
    // oxlint-disable-next-line no-new-func, typescript/no-implied-eval -- it must run as it stands
    const made = new Function("fc", `return ${lines.join("\n")}`)(fc) as fc.Arbitrary<unknown>;
    for (const value of fc.sample(made, { numRuns: 20, seed: 1 })) {
      expect(conforms(value, shape, { definitions: {} })).toBeUndefined();
    }
  },
);

test("keys are those of the project's data, and examples come before what is made up", () => {
  expect(codeOf("id", text)).toBe('fc.constantFrom("seat", "a", "b")');
  expect(codeOf("entry", text, [["x"], ["x"], ["y"]])).toBe('fc.constantFrom("x", "y")');
  const number: Shape = { kind: "number" };
  const mixed = "fc.oneof(fc.constantFrom(7), fc.integer({ min: 1, max: 100 }))";
  expect(codeOf("count", number, [[7]])).toBe(mixed);
});

test("what cannot be drawn is not written", () => {
  expect(codeOf("signal", { kind: "builtin", name: "AbortSignal" })).toBeUndefined();
  expect(codeOf("pool", { kind: "blocked", why: "", help: "" })).toBeUndefined();
});
