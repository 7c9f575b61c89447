import type { StepType } from "../../src/subject/scenarios/step.ts";
import type { StepData } from "../fixtures/scenario-run.ts";
import type { StepCase } from "./step-case.ts";

const send = (payload: string): StepData => ({ type: "net_send", from: "a", to: "b", payload });
const recv = (payload: string, more: StepData = {}): StepData => {
  return { type: "net_recv_assert", node: "b", payload, ...more };
};
const deliver: StepData = { type: "net_deliver_one" };
const alloc = (bytes: number, key: string): StepData => ({ type: "memory_alloc", bytes, key });
const free = (key: string): StepData => ({ type: "memory_free", key });
const inUse = (equals: number): StepData => ({ type: "memory_assert_in_use_bytes", equals });

/** Steps about nodes and memory. */
export const simulatedCases = {
  net_partition: {
    holds: [
      { type: "net_partition", a: "a", b: "b" },
      send("x"),
      { type: "expect_failure", code: "net_deliver", steps: [deliver] },
    ],
    fails: {
      steps: [{ type: "net_partition", a: "b", b: "a" }, send("x"), deliver],
      code: "net_deliver",
    },
  },
  net_heal: {
    holds: [
      { type: "net_partition", a: "a", b: "b" },
      send("x"),
      { type: "net_heal", a: "b", b: "a" },
      deliver,
      recv("x"),
    ],
  },
  net_set_drop_rate: {
    holds: [{ type: "net_set_drop_rate", rate: 0 }, send("x"), deliver, recv("x")],
    fails: {
      steps: [{ type: "net_set_drop_rate", rate: 1 }, send("x"), deliver, recv("x")],
      code: "net_recv_assert",
    },
  },
  net_set_reorder: {
    holds: [
      { type: "net_set_reorder", enabled: true },
      send("x"),
      send("y"),
      deliver,
      deliver,
      recv("y"),
      recv("x"),
    ],
  },
  net_send: { holds: [send("x"), send("y"), deliver, recv("x"), deliver, recv("y")] },
  net_deliver_one: {
    holds: [send("x"), { type: "net_deliver_one", strategy: "random" }, recv("x")],
    fails: { steps: [deliver], code: "net_deliver" },
  },
  net_recv_assert: {
    holds: [send("x"), deliver, recv("x", { from: "a" })],
    fails: { steps: [send("x"), deliver, recv("x"), recv("x")], code: "net_recv_assert" },
  },
  memory_alloc: {
    holds: [alloc(10, "a"), inUse(10), free("a")],
    fails: { steps: [alloc(10, "a")], code: "memory_leak" },
  },
  memory_free: {
    holds: [{ type: "memory_alloc", bytes: 5 }, { type: "memory_free", alloc_id: 1 }, inUse(0)],
    fails: { steps: [alloc(1, "a"), free("a"), free("a")], code: "memory_free_missing" },
  },
  memory_limit_mb: {
    holds: [{ type: "memory_limit_mb", mb: 1 }, alloc(1_048_576, "a"), free("a")],
    fails: {
      steps: [{ type: "memory_limit_mb", mb: 1 }, alloc(1_048_577, "a")],
      code: "memory_alloc_failed",
    },
  },
  memory_fail_after_allocs: {
    holds: [{ type: "memory_fail_after_allocs", count: 1 }, alloc(1, "a"), free("a")],
    fails: {
      steps: [{ type: "memory_fail_after_allocs", count: 0 }, alloc(1, "a")],
      code: "memory_alloc_failed",
    },
  },
  memory_fragmentation: {
    holds: [
      { type: "memory_fragmentation", seed: 7 },
      alloc(200_000, "a"),
      inUse(224_000),
      free("a"),
    ],
  },
  memory_pressure_wave: {
    holds: [
      { type: "memory_pressure_wave", pattern: [1, 3] },
      alloc(10, "a"),
      alloc(10, "b"),
      inUse(40),
      free("a"),
      free("b"),
    ],
  },
  memory_checkpoint: { holds: [{ type: "memory_checkpoint", name: "start" }] },
  memory_assert_in_use_bytes: {
    holds: [inUse(0)],
    fails: { steps: [inUse(1)], code: "memory_assert_in_use_bytes" },
  },
  memory_assert_heap: {
    holds: [
      { type: "memory_checkpoint", name: "start" },
      { type: "memory_assert_heap", since: "start", max_mb: 512 },
      { type: "memory_assert_heap", max_mb: 100_000 },
    ],
    fails: {
      steps: [{ type: "memory_assert_heap", max_mb: 0.001 }],
      code: "memory_assert_heap",
    },
  },
} satisfies Partial<Record<StepType, StepCase>>;
