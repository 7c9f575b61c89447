import { expect, test } from "vitest";
import { schemaMismatch } from "./schema-mismatch.ts";
import { schemaProblem } from "./schema-problem.ts";
import { SchemaError } from "./schema-words.ts";

const tree = {
  $defs: {
    node: {
      type: "object",
      properties: { value: { type: "number" }, next: { $ref: "#/$defs/node" } },
      required: ["value"],
      additionalProperties: false,
    },
  },
  $ref: "#/$defs/node",
};

test.each<[unknown, unknown, string | undefined]>([
  [{ type: "integer" }, 1, undefined],
  [{ type: "integer" }, 1.5, "$ is number 1.5, not integer"],
  [{ type: ["string", "null"] }, 1, "$ is number 1, not string or null"],
  [{ required: ["a"] }, {}, "$.a is missing"],
  [{ required: ["a"] }, [], undefined],
  [{ properties: { a: { minimum: 3 } } }, { a: 1 }, "$.a is 1, less than 3"],
  [{ maximum: 3 }, 4, "$ is 4, more than 3"],
  [{ exclusiveMinimum: 3 }, 3, "$ is 3, not more than 3"],
  [{ exclusiveMaximum: 3 }, 3, "$ is 3, not less than 3"],
  [{ multipleOf: 0.1 }, 0.3, undefined],
  [{ multipleOf: 2 }, 3, "$ is 3, no multiple of 2"],
  [{ additionalProperties: false, properties: { a: {} } }, { b: 1 }, "$.b is one field too many"],
  [{ additionalProperties: { type: "string" } }, { b: 1 }, "$.b is number 1, not string"],
  [{ patternProperties: { "^x": false } }, { x1: 1 }, "$.x1 is not allowed"],
  [{ propertyNames: { maxLength: 1 } }, { ab: 1 }, "$.ab has 2 characters, at most 1 are allowed"],
  [{ minProperties: 1 }, {}, "$ has 0 fields, at least 1 are asked for"],
  [{ maxProperties: 0 }, { a: 1 }, "$ has 1 fields, at most 0 are allowed"],
  [{ dependentRequired: { a: ["b"] } }, { a: 1 }, "$.b is missing, which `a` needs"],
  [{ dependentSchemas: { a: { required: ["c"] } } }, { a: 1 }, "$.c is missing"],
  [{ minLength: 2 }, "🦊", "$ has 1 characters, at least 2 are asked for"],
  [{ pattern: "^a" }, "ba", "$ does not match /^a/"],
  [{ format: "date" }, "2026-02-30", "$ is not a valid date"],
  [{ format: "date-time" }, "2026-02-03T10:00:00Z", undefined],
  [{ format: "email" }, "a@b", "$ is not a valid email"],
  [{ format: "ipv4" }, "1.2.3.256", "$ is not a valid ipv4"],
  [{ format: "made-up" }, "x", undefined],
  [{ items: { type: "number" } }, [1, "a"], '$[1] is string "a", not number'],
  [{ prefixItems: [{ type: "number" }], items: false }, [1, 2], "$[1] is not allowed"],
  [{ items: [{}], additionalItems: false }, [1, 2], "$[1] is not allowed"],
  [{ minItems: 1 }, [], "$ has 0 items, at least 1 are asked for"],
  [{ maxItems: 0 }, [1], "$ has 1 items, at most 0 are allowed"],
  [
    { uniqueItems: true },
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
    "$ has an item twice",
  ],
  [{ contains: { type: "string" } }, [1], "$ has 0 items that `contains` asks for"],
  [{ contains: { type: "string" }, minContains: 0 }, [1], undefined],
  [{ enum: [1, { a: [2] }] }, { a: [2] }, undefined],
  [{ enum: ["a"] }, "b", '$ is "b", which `enum` does not list'],
  [{ const: { a: 1 } }, { a: 2 }, "$ is not {a: 1}"],
  [{ allOf: [{ required: ["a"] }, { required: ["b"] }] }, { a: 1 }, "$.b is missing"],
  [{ anyOf: [{ type: "string" }, { minimum: 5 }] }, 3, "$ fits none of `anyOf`"],
  [{ oneOf: [{ type: "number" }, { minimum: 1 }] }, 3, "$ fits 2 of `oneOf`, not one"],
  [{ not: { type: "string" } }, "a", "$ fits what `not` rules out"],
  [{ if: { type: "string" }, then: { minLength: 2 }, else: false }, "ab", undefined],
  [{ if: { type: "string" }, then: { minLength: 2 }, else: false }, 1, "$ is not allowed"],
  [tree, { value: 1, next: { value: 2 } }, undefined],
  [tree, { value: 1, next: { next: {} } }, "$.next.value is missing"],
  [{ dependencies: { a: ["b"] } }, { a: 1 }, "$.b is missing, which `a` needs"],
  [{ dependencies: { a: { required: ["c"] } } }, { a: 1 }, "$.c is missing"],
  [
    { allOf: [{ properties: { a: true } }], unevaluatedProperties: false },
    { a: 1, b: 2 },
    "$.b is not allowed",
  ],
  [
    {
      anyOf: [{ prefixItems: [{ const: 1 }] }, { prefixItems: [true, true] }],
      unevaluatedItems: false,
    },
    [1, 2],
    undefined,
  ],
  [
    { contains: { const: 1 }, unevaluatedItems: { type: "string" } },
    [1, "a", 2],
    "$[2] is number 2, not string",
  ],
  [true, 1, undefined],
  [false, 1, "$ is not allowed"],
])("%j on %j: %s", (schema, value, problem) => {
  expect(schemaMismatch(value, schema)).toBe(problem);
  expect(schemaProblem(schema)).toBeUndefined();
});

test.each<[unknown, string, string]>([
  [{ $dynamicRef: "#node" }, "$dynamicRef", "is not a key of a JSON Schema"],
  [{ dependencies: { a: ["b", 1] } }, "dependencies/a", "must be a list of texts"],
  [{ dependencies: { a: { tipe: 1 } } }, "dependencies/a/tipe", "is not a key of a JSON Schema"],
  [{ properties: { a: { minimun: 1 } } }, "properties/a/minimun", "is not a key of a JSON Schema"],
  [{ not: { items: [{ type: "float" }] } }, "not/items/0/type", "must be a type of JSON"],
  [{ type: ["string", "float"] }, "type/1", "must be a type of JSON"],
  [{ type: [] }, "type", "must be at least one type"],
  [{ $ref: "other.json" }, "$ref", "must lead to a place in the same schema"],
  [{ $ref: "#/$defs/gone" }, "$ref", "must lead to a place in the same schema"],
  [{ $ref: "#name", $anchor: "name" }, "$ref", "must lead to a place in the same schema"],
  [{ anyOf: {} }, "anyOf", "must be a list of schemas"],
  [{ properties: [] }, "properties", "must be a table of schemas"],
  [{ pattern: "(" }, "pattern", "must be a regular expression"],
  [{ patternProperties: { "(": {} } }, "patternProperties/(", "must be a regular expression"],
  [{ required: "id" }, "required", "must be a list of texts"],
  [{ exclusiveMinimum: true }, "exclusiveMinimum", "must be a number"],
  [{ minItems: -1 }, "minItems", "must be a count"],
  [{ multipleOf: 0 }, "multipleOf", "must be a number above 0"],
  [{ uniqueItems: "yes" }, "uniqueItems", "must be true or false"],
  [{ enum: "a" }, "enum", "must be a list"],
  ["text", "", "must be a JSON Schema"],
])("%j is told to be no schema, with the place", (schema, place, must) => {
  const problem = schemaProblem(schema);
  expect(problem?.path.join("/")).toBe(place);
  expect(problem?.must).toContain(must);
});

test("a field that holds undefined and a number that JSON has not are judged as JSON would", () => {
  expect(schemaMismatch({ id: undefined }, { required: ["id"] })).toBe("$.id is missing");
  const closed = { additionalProperties: false };
  expect(schemaMismatch({ id: undefined }, closed)).toBeUndefined();
  const nan = "$ is NaN, which is not a number of JSON";
  expect(schemaMismatch(Number.NaN, { type: "number" })).toBe(nan);
});

test("a schema that goes round in circles ends as an error", () => {
  expect(() => schemaMismatch(1, { $ref: "#" })).toThrow(SchemaError);
});
