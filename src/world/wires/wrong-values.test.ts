import { expect, test } from "vitest";
import { fraction } from "../../kernel/agent/fault-plan.ts";
import { wrongForSchema } from "./wrong-values.ts";

function draw(what: string, below: number): number {
  return Math.floor(fraction(["seed", what]) * below);
}

test("values that a schema limits stay within it and are wrong all the same", () => {
  const schema = {
    type: "object",
    properties: {
      percent: { type: "number", minimum: 0, maximum: 100 },
      sign: { type: "integer", enum: [-1, 1] },
      state: { enum: ["new", "old", "lost"] },
      even: { type: "integer", multipleOf: 2, maximum: 12 },
      kind: { const: "order" },
      day: { type: "string", format: "date" },
      rows: { type: "array", items: { $ref: "#/$defs/row" } },
    },
    $defs: { row: { type: "object", properties: { count: { type: "integer", maximum: 5 } } } },
  };
  const value = {
    percent: 95,
    sign: 1,
    state: "new",
    even: 10,
    kind: "order",
    day: "2026-01-01",
    rows: [{ count: 5 }, { count: 4 }],
  };
  const wrong = wrongForSchema(value, schema, draw);
  expect(wrong).toMatchInlineSnapshot(`
    {
      "day": "2026-01-01",
      "even": -10,
      "kind": "order",
      "percent": 96,
      "rows": [
        {
          "count": 4,
        },
        {
          "count": 5,
        },
      ],
      "sign": -1,
      "state": "old",
    }
  `);
});
