import type { z } from "zod";
import type { ShapeOf, Zod } from "../../../config/schema-values.ts";
import type { DistributedScenario, DistributedSteps, Invariants } from "../distributed.ts";
import { ruled, rulesCode, stepRules } from "./field-rules.ts";
import { referenceCode, typedUnion } from "./typed-union.ts";
import { durationOf, schemaAddress, textOf, wordOf } from "./values.ts";

/** The shape of a scenario of several nodes. */
export function distributedSchema(zod: Zod): z.ZodType<DistributedScenario> {
  const table = ruled(
    zod,
    {
      nodes: zod
        .array(wordOf(zod), "must be a list of names")
        .min(1, "must have at least one name")
        .max(nodesMax, `must have at most ${nodesMax} names`)
        .optional(),
      node_count: zod.int(countMust).gte(1, countMust).lte(nodesMax, countMust).optional(),
      steps: zod
        .array(typedUnion(zod, stepShapes(zod), stepRules), "must be a list of steps")
        .min(1, "must have at least one step")
        .max(listMax, `must have at most ${listMax} steps`),
      invariants: zod
        .array(typedUnion(zod, invariantShapes(zod), {}), "must be a list of invariants")
        .max(listMax, `must have at most ${listMax} invariants`)
        .optional(),
    },
    [{ kind: "exactly one", keys: ["nodes", "node_count"] }],
  );
  const whole = zod.strictObject(
    {
      $schema: schemaAddress(zod).optional(),
      version: zod.literal(1, "must be 1"),
      name: wordOf(zod),
      distributed: table,
    },
    "must be a table",
  ) as unknown as z.ZodType<DistributedScenario>;
  return whole.check(checkNodes);
}

// --- inside ---

const nodesMax = 100;
const listMax = 10_000;
const countMust = `must be a count of nodes from 1 to ${nodesMax}`;

function stepShapes(zod: Zod): {
  readonly [Type in keyof DistributedSteps]: ShapeOf<DistributedSteps[Type]>;
} {
  const link = { a: wordOf(zod), b: wordOf(zod) };
  const place = { node: wordOf(zod), key: wordOf(zod) };
  return {
    client_put: { ...place, value: textOf(zod) },
    client_get_assert: {
      ...place,
      equals: textOf(zod).optional(),
      is_null: zod.boolean("must be true or false").optional(),
    },
    partition: link,
    heal: link,
    crash: { node: wordOf(zod) },
    restart: { node: wordOf(zod) },
    tick: { duration: durationOf(zod) },
  };
}

function invariantShapes(zod: Zod): {
  readonly [Type in keyof Invariants]: ShapeOf<Invariants[Type]>;
} {
  return {
    kv_all_equal: { key: wordOf(zod) },
    kv_present_on_all: { key: wordOf(zod) },
    kv_node_equals: { node: wordOf(zod), key: wordOf(zod), equals: textOf(zod) },
  };
}

/** Nodes are named once, and whatever names a node names one of them. */
function checkNodes({ value, issues }: z.core.ParsePayload<DistributedScenario>): void {
  const { nodes, node_count: count = 0, steps, invariants = [] } = value.distributed;
  const known =
    nodes ?? Array.from({ length: Math.min(count, nodesMax) }, (_, index) => `n${index}`);
  const say = (path: (string | number)[], message: string, code: string): void => {
    issues.push({
      code: "custom",
      message,
      path: ["distributed", ...path],
      input: value,
      params: { code, known },
    });
  };
  for (const [index, name] of (nodes ?? []).entries()) {
    if (known.indexOf(name) < index) say(["nodes", index], "is the name of two nodes", rulesCode);
  }
  const lists = { steps, invariants } as const;
  for (const [list, items] of Object.entries(lists)) {
    for (const [index, item] of items.entries()) {
      for (const key of ["node", "a", "b"]) {
        const name: unknown = Reflect.get(item, key);
        if (typeof name !== "string" || known.includes(name)) continue;
        say([list, index, key], "is not a node of this scenario", referenceCode);
      }
    }
  }
}
