import type { StepType } from "../../src/subject/scenarios/step.ts";
import type { StepData } from "../fixtures/scenario-run.ts";
import type { StepCase } from "./step-case.ts";

const kv = (key: string, value: string): StepData => ({ type: "set_kv", key, value });
const fail: StepData = { type: "fail", message: "on purpose" };

/** Steps that call code, and blocks. */
export const codeCases = {
  let: {
    holds: [
      { type: "let", name: "x", value: 1 },
      { type: "expect", value: "${x}", equals: 1 },
    ],
  },
  draw: {
    holds: [
      { type: "draw", name: "n", schema: { type: "integer", minimum: 3, maximum: 3 } },
      { type: "expect", value: "${n}", equals: 3 },
    ],
  },
  call: {
    holds: [{ type: "call", fn: "shop.ts#save", args: [1] }],
    fails: {
      steps: [{ type: "call", fn: "shop.ts#save", args: [1], expect: { equals: 1 } }],
      code: "call_result",
    },
  },
  http: {
    holds: [{ type: "http", app: "shop.ts#app", path: "/tea", expect: { status: 200 } }],
    fails: {
      steps: [{ type: "http", app: "shop.ts#app", path: "/tea", expect: { status: 404 } }],
      code: "http_answer",
    },
  },
  expect: {
    holds: [{ type: "expect", value: [1, 2], contains: 2 }],
    fails: { steps: [{ type: "expect", value: "abc", regex: "x" }], code: "expect" },
  },
  check: {
    holds: [{ type: "check", fn: "shop.ts#isOpen", args: [true] }],
    fails: {
      steps: [{ type: "check", fn: "shop.ts#isOpen", args: [false], name: "it is open" }],
      code: "check",
    },
  },
  fault: {
    holds: [],
    fails: {
      steps: [
        { type: "let", name: "f", value: "none" },
        { type: "fault", name: "${f}", on: true },
      ],
      code: "unknown_fault",
    },
  },
  assert_throws: {
    holds: [{ type: "assert_throws", steps: [fail] }],
    fails: { steps: [{ type: "assert_throws", steps: [kv("a", "b")] }], code: "assert_throws" },
  },
  assert_rejects: {
    holds: [{ type: "assert_rejects", steps: [fail] }],
    fails: { steps: [{ type: "assert_rejects", steps: [kv("a", "b")] }], code: "assert_rejects" },
  },
  expect_failure: {
    holds: [{ type: "expect_failure", code: "fail", message: "purpose", steps: [fail] }],
    fails: {
      steps: [{ type: "expect_failure", code: "panic", steps: [fail] }],
      code: "expect_failure",
    },
  },
  parallel: {
    holds: [{ type: "parallel", branches: [[kv("a", "1")], [kv("b", "2")]] }],
    fails: { steps: [{ type: "parallel", branches: [[kv("a", "1")], [fail]] }], code: "fail" },
  },
  repeat: {
    holds: [
      { type: "repeat", times: 3, steps: [kv("k", "${index}")] },
      { type: "get_kv_assert", key: "k", equals: "2" },
    ],
    fails: { steps: [{ type: "repeat", times: 3, steps: [fail] }], code: "fail" },
  },
} satisfies Partial<Record<StepType, StepCase>>;
