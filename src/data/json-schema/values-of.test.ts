import fc from "fast-check";
import { expect, test } from "vitest";
import { schemaMismatch } from "../../kernel/json-schema/schema-mismatch.ts";
import { valuesOf } from "./values-of.ts";

const order = {
  type: "object",
  properties: {
    id: { type: "string", pattern: "^[a-z]{2}-[0-9]+$" },
    count: { type: "integer", minimum: 1, maximum: 9 },
    state: { enum: ["open", "paid"] },
    lines: { type: "array", items: { $ref: "#/$defs/line" }, maxItems: 3, uniqueItems: true },
  },
  required: ["id", "count"],
  additionalProperties: false,
  $defs: { line: { type: "object", properties: { name: { type: "string" } }, required: ["name"] } },
};

test("values of a schema are allowed by it, and those of the other tier are not", () => {
  const legal = fc.sample(valuesOf(fc, order), { seed: 1, numRuns: 300 });
  const invalid = fc.sample(valuesOf(fc, order, { tier: "invalid" }), { seed: 1, numRuns: 300 });
  expect(legal.filter((value) => schemaMismatch(value, order) !== undefined)).toEqual([]);
  expect(invalid.filter((value) => schemaMismatch(value, order) === undefined)).toEqual([]);
  // Limits come often, and each key of the schema is broken by some value.
  expect(legal.filter((value) => (value as { count: number }).count === 9).length).toBeGreaterThan(
    9,
  );
  const reasons = invalid.map((value) => schemaMismatch(value, order) ?? "").join("\n");
  for (const part of [
    "$.id",
    "$.count",
    "$.state",
    "$.lines",
    "one field too many",
    "is missing",
  ]) {
    expect(reasons).toContain(part);
  }
});

test("a failure shrinks to the plainest value that shows it", () => {
  const property = fc.property(valuesOf(fc, order), (value) => (value as Order).count < 9);
  const { counterexample } = fc.check(property, { seed: 1 });
  expect(counterexample?.[0]).toEqual({ id: expect.stringMatching(/^[a-z]{2}-\d$/u), count: 9 });
});

test("a schema that allows nothing, or everything, says so", () => {
  const nothing = { type: "string", not: {} };
  expect(() => fc.sample(valuesOf(fc, nothing))).toThrow(
    "no value was found that the JSON Schema allows",
  );
  expect(() => fc.sample(valuesOf(fc, true, { tier: "invalid" }))).toThrow("does not allow");
  expect(() => valuesOf(fc, { $ref: "https://example.com/other" })).toThrow("$ref");
});

interface Order {
  readonly count: number;
}
