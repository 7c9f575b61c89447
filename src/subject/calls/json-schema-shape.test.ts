import { expect, test } from "vitest";
import { z } from "zod";
import { jsonSchemaShape } from "./json-schema-shape.ts";

test.for<[z.ZodType, object]>([
  [z.string().min(2).max(5), { kind: "string", lengthMin: 2, lengthMax: 5 }],
  [z.email(), { kind: "string", format: "email" }],
  [z.string().regex(/^a+$/), { kind: "string", pattern: "^a+$" }],
  [z.int().min(1).max(9), { kind: "number", isInteger: true, min: 1, max: 9 }],
  [z.boolean(), { kind: "boolean" }],
  [z.literal("a"), { kind: "literal", value: "a" }],
  [
    z.enum(["a", "b"]),
    {
      kind: "union",
      of: [
        { kind: "literal", value: "a" },
        { kind: "literal", value: "b" },
      ],
    },
  ],
  [z.nullable(z.boolean()), { kind: "union", of: [{ kind: "boolean" }, { kind: "null" }] }],
  [z.array(z.boolean()).min(1), { kind: "array", of: { kind: "boolean" }, lengthMin: 1 }],
  [z.record(z.string(), z.boolean()), { kind: "record", value: { kind: "boolean" } }],
  [
    z.object({ a: z.boolean(), b: z.boolean().optional() }),
    {
      kind: "object",
      fields: [
        { key: "a", shape: { kind: "boolean" }, isOptional: false },
        { key: "b", shape: { kind: "boolean" }, isOptional: true },
      ],
    },
  ],
  [z.any(), { kind: "weak" }],
  [z.never(), {}],
])("%#: a zod schema becomes its shape", ([schema, shape]) => {
  const json = z.toJSONSchema(schema, { io: "input" });
  expect(jsonSchemaShape(json).shape).toMatchObject(shape);
});

test("definitions are read, and all of several schemas is one object", () => {
  const { shape, definitions } = jsonSchemaShape({
    $defs: { Id: { type: "string" } },
    allOf: [
      { type: "object", properties: { id: { $ref: "#/$defs/Id" } }, required: ["id"] },
      { type: "object", properties: { next: { $ref: "#" } } },
    ],
  });
  expect(shape).toMatchObject({
    kind: "object",
    fields: [
      { key: "id", shape: { kind: "ref", name: "Id" }, isOptional: false },
      { key: "next", shape: { kind: "ref", name: "#" }, isOptional: true },
    ],
  });
  expect(definitions).toMatchObject({ Id: { kind: "string" }, "#": shape });
});

test("what is no schema allows anything", () => {
  for (const odd of [null, 3, "x", [], true, { type: "odd" }]) {
    expect(jsonSchemaShape(odd).shape.kind).toBe("weak");
  }
});
