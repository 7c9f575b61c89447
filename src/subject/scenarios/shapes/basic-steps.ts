import type { Zod } from "../../../config/schema-values.ts";
import type { BasicSteps } from "../step-fields/basic-fields.ts";
import type { ShapesOf } from "./values.ts";
import { dataOf, durationOf, intervalOf, longWordOf, textOf } from "./values.ts";

/** The types of steps about the store. */
export type StoreStep = "set_kv" | "get_kv_assert" | "assert_eventually_kv" | "assert_never_kv";

/** The types of the steps that need nothing else. */
export type BasicStep = Exclude<keyof BasicSteps, StoreStep>;

/** Steps about the story, constants, the flow and time. */
export function basicSteps(zod: Zod): ShapesOf<BasicStep> {
  const whole = zod.int("must be a whole number");
  const msg = textOf(zod).optional();
  return {
    trace_event: {
      name: longWordOf(zod),
      fields: zod.record(zod.string(), dataOf(zod), "must be a table").optional(),
    },
    rand_u64: { key: longWordOf(zod).optional() },
    assert_ok: { value: zod.boolean("must be true or false"), msg },
    assert_eq_int: { a: whole, b: whole, msg },
    assert_ne_int: { a: whole, b: whole, msg },
    assert_eq_str: { a: textOf(zod), b: textOf(zod), msg },
    assert_ne_str: { a: textOf(zod), b: textOf(zod), msg },
    fail: { message: textOf(zod) },
    panic: { message: textOf(zod) },
    sleep: { duration: durationOf(zod) },
    advance: { duration: durationOf(zod) },
    freeze: { at_ms: zod.int(atMust).gte(0, atMust).optional() },
    unfreeze: {},
  };
}

const atMust = "must be whole milliseconds, 0 or above";

/** Steps about the store of names and values. */
export function storeSteps(zod: Zod): ShapesOf<StoreStep> {
  const watched = {
    key: longWordOf(zod),
    equals: textOf(zod),
    within: durationOf(zod),
    poll: intervalOf(zod),
    msg: textOf(zod).optional(),
  };
  return {
    set_kv: { key: longWordOf(zod), value: textOf(zod) },
    get_kv_assert: {
      key: longWordOf(zod),
      equals: textOf(zod).optional(),
      is_null: zod.boolean("must be true or false").optional(),
    },
    assert_eventually_kv: watched,
    assert_never_kv: watched,
  };
}
