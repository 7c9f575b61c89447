import { expect, test } from "vitest";
import { resultOf, runSteps } from "../fixtures/scenario-run.ts";

// What a schema says and nobody checks would look as if it held.

test.each<[string, object, unknown]>([
  ["a field that is asked for and not described", { type: "object", required: ["id"] }, {}],
  ["`not`", { not: { type: "string" } }, "text"],
  ["`uniqueItems`", { type: "array", uniqueItems: true }, [1, 1]],
  ["a field too many", { properties: {}, additionalProperties: false }, { more: 1 }],
  ["`pattern` beside `format`", { type: "string", format: "email", pattern: "^a" }, "b@c.de"],
  ["a number that is no multiple", { type: "integer", multipleOf: 5 }, 7],
  ["`oneOf` that fits twice", { oneOf: [{ type: "number" }, { minimum: 1 }] }, 2],
  ["a bound without a type", { minimum: 3 }, 1],
])("the matcher `schema` sees %s", async (_what, schema, value) => {
  const expected = await runSteps([{ type: "expect", value, schema }]);
  expect(resultOf(expected)).toBe("expect");
});

test.each<[string, object]>([
  ["a field that is asked for", { type: "object", required: ["id"] }],
  ["`not`", { type: "integer", minimum: 0, maximum: 3, not: { const: 1 } }],
  [
    "items that are all different",
    { type: "array", items: { type: "boolean" }, uniqueItems: true },
  ],
  ["multiples", { type: "integer", minimum: 0, maximum: 50, multipleOf: 10 }],
])("`draw` gives what its schema allows: %s", async (_what, schema) => {
  const steps = [
    { type: "draw", name: "x", schema },
    { type: "expect", value: "${x}", schema },
  ];
  for (let seed = 1; seed <= 20; seed++) {
    expect(resultOf(await runSteps(steps, { seed }))).toBe("held");
  }
});

test("a schema that nothing fits, or that has no end, is the harness's own", async () => {
  const nothing = [{ type: "draw", name: "x", schema: { type: "integer", not: {} } }];
  expect(resultOf(await runSteps(nothing))).toBe("draw_nothing");
  const endless = [
    { type: "assert_throws", steps: [{ type: "expect", value: 1, schema: { $ref: "#" } }] },
  ];
  expect(resultOf(await runSteps(endless))).toBe("schema");
});
