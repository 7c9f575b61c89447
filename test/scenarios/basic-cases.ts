import type { StepType } from "../../src/subject/scenarios/step.ts";
import type { StepData } from "../fixtures/scenario-run.ts";
import type { StepCase } from "./step-case.ts";

const kv = (key: string, value: string): StepData => ({ type: "set_kv", key, value });
const fail: StepData = { type: "fail", message: "on purpose" };
const watched = { key: "k", equals: "v", within: "1s", poll: "100ms" };

/** Steps about the story, constants, the flow, time and the store. */
export const basicCases = {
  trace_event: { holds: [{ type: "trace_event", name: "began", fields: { at: 1 } }] },
  rand_u64: {
    holds: [
      { type: "rand_u64", key: "r" },
      { type: "get_kv_assert", key: "r" },
    ],
  },
  assert_ok: {
    holds: [{ type: "assert_ok", value: true }],
    fails: { steps: [{ type: "assert_ok", value: false }], code: "assert_ok" },
  },
  assert_eq_int: {
    holds: [{ type: "assert_eq_int", a: 1, b: 1 }],
    fails: { steps: [{ type: "assert_eq_int", a: 1, b: 2 }], code: "assert_eq_int" },
  },
  assert_ne_int: {
    holds: [{ type: "assert_ne_int", a: 1, b: 2 }],
    fails: { steps: [{ type: "assert_ne_int", a: 1, b: 1 }], code: "assert_ne_int" },
  },
  assert_eq_str: {
    holds: [{ type: "assert_eq_str", a: "x", b: "x" }],
    fails: { steps: [{ type: "assert_eq_str", a: "x", b: "y" }], code: "assert_eq_str" },
  },
  assert_ne_str: {
    holds: [{ type: "assert_ne_str", a: "x", b: "y" }],
    fails: { steps: [{ type: "assert_ne_str", a: "x", b: "x" }], code: "assert_ne_str" },
  },
  fail: {
    holds: [{ type: "assert_throws", steps: [fail] }],
    fails: { steps: [fail], code: "fail" },
  },
  panic: {
    holds: [{ type: "assert_throws", steps: [{ type: "panic", message: "no" }] }],
    fails: { steps: [{ type: "panic", message: "no" }], code: "panic" },
  },
  sleep: { holds: [{ type: "sleep", duration: "36h" }] },
  advance: { holds: [{ type: "advance", duration: "5m" }] },
  freeze: {
    holds: [
      { type: "freeze", at_ms: 1_500 },
      {
        type: "call",
        fn: "shop.ts#clocks",
        expect: { json: { date: 1_767_225_601_500, passed: 0, measured: 0 } },
      },
    ],
    fails: {
      steps: [
        { type: "freeze" },
        { type: "call", fn: "shop.ts#clocks", expect: { json: { passed: 250 } } },
      ],
      code: "call_result",
    },
  },
  unfreeze: {
    holds: [
      { type: "freeze" },
      { type: "unfreeze" },
      { type: "call", fn: "shop.ts#clocks", expect: { json: { passed: 250 } } },
    ],
  },
  set_kv: { holds: [kv("k", "v"), { type: "get_kv_assert", key: "k", equals: "v" }] },
  get_kv_assert: {
    holds: [{ type: "get_kv_assert", key: "k", is_null: true }],
    fails: {
      steps: [kv("k", "v"), { type: "get_kv_assert", key: "k", equals: "w" }],
      code: "get_kv_assert",
    },
  },
  assert_eventually_kv: {
    holds: [
      {
        type: "parallel",
        branches: [
          [{ type: "assert_eventually_kv", ...watched }],
          [{ type: "sleep", duration: "300ms" }, kv("k", "v")],
        ],
      },
    ],
    fails: { steps: [{ type: "assert_eventually_kv", ...watched }], code: "assert_eventually_kv" },
  },
  assert_never_kv: {
    holds: [{ type: "assert_never_kv", ...watched }],
    fails: {
      steps: [
        {
          type: "parallel",
          branches: [
            [{ type: "assert_never_kv", ...watched }],
            [{ type: "sleep", duration: "300ms" }, kv("k", "v")],
          ],
        },
      ],
      code: "assert_never_kv",
    },
  },
} satisfies Partial<Record<StepType, StepCase>>;
