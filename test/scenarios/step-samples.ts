import type { DistributedSteps, Invariants } from "../../src/subject/scenarios/distributed.ts";
import type { StepOf, StepType } from "../../src/subject/scenarios/step.ts";

/** One good step of each type, with every key that it may have at once. */
export const stepSamples: { readonly [Type in StepType]: StepOf<Type> } = {
  trace_event: { type: "trace_event", name: "begin", fields: { a: 1 } },
  rand_u64: { type: "rand_u64", key: "r" },
  assert_ok: { type: "assert_ok", value: true, msg: "m" },
  assert_eq_int: { type: "assert_eq_int", a: 1, b: 1, msg: "m" },
  assert_ne_int: { type: "assert_ne_int", a: 1, b: 2, msg: "m" },
  assert_eq_str: { type: "assert_eq_str", a: "1", b: "1", msg: "m" },
  assert_ne_str: { type: "assert_ne_str", a: "1", b: "2", msg: "m" },
  fail: { type: "fail", message: "m" },
  panic: { type: "panic", message: "m" },
  sleep: { type: "sleep", duration: "5ms" },
  advance: { type: "advance", duration: "5s" },
  freeze: { type: "freeze", at_ms: 5 },
  unfreeze: { type: "unfreeze" },
  set_kv: { type: "set_kv", key: "k", value: "v" },
  get_kv_assert: { type: "get_kv_assert", key: "k", equals: "v" },
  assert_eventually_kv: watched("assert_eventually_kv"),
  assert_never_kv: watched("assert_never_kv"),
  fs_write: { type: "fs_write", path: "a/b.txt", data: "d" },
  fs_read_assert: { type: "fs_read_assert", path: "a/b.txt", equals: "d" },
  fs_snapshot: { type: "fs_snapshot", name: "s" },
  fs_restore: { type: "fs_restore", name: "s" },
  http_when: {
    type: "http_when",
    method: "GET",
    path: "/a",
    status: 200,
    headers: { a: "b" },
    json: { a: [1] },
    delay: "5ms",
    times: 1,
  },
  http_request: {
    type: "http_request",
    method: "POST",
    path: "/a",
    headers: { a: "b" },
    body: "b",
    expect_status: 200,
    expect_headers: { a: "b" },
    expect_json: { a: 1 },
    save_body_as: "r",
  },
  proc_when: {
    type: "proc_when",
    cmd: "git",
    args: ["status"],
    exit_code: 0,
    stdout: "o",
    stderr: "e",
    times: 2,
  },
  proc_spawn: {
    type: "proc_spawn",
    cmd: "git",
    args: ["status"],
    expect_exit: 0,
    expect_stdout: "o",
    expect_stderr: "e",
    save_stdout_as: "r",
  },
  net_partition: { type: "net_partition", a: "a", b: "b" },
  net_heal: { type: "net_heal", a: "a", b: "b" },
  net_set_drop_rate: { type: "net_set_drop_rate", rate: 0.5 },
  net_set_reorder: { type: "net_set_reorder", enabled: true },
  net_send: { type: "net_send", from: "a", to: "b", payload: "p" },
  net_deliver_one: { type: "net_deliver_one", strategy: "random" },
  net_recv_assert: { type: "net_recv_assert", node: "b", from: "a", payload: "p" },
  memory_alloc: { type: "memory_alloc", bytes: 1, key: "k", tag: "t" },
  memory_free: { type: "memory_free", key: "k" },
  memory_limit_mb: { type: "memory_limit_mb", mb: 1 },
  memory_fail_after_allocs: { type: "memory_fail_after_allocs", count: 1 },
  memory_fragmentation: { type: "memory_fragmentation", seed: 1 },
  memory_pressure_wave: { type: "memory_pressure_wave", pattern: "1,2,4" },
  memory_checkpoint: { type: "memory_checkpoint", name: "c" },
  memory_assert_in_use_bytes: { type: "memory_assert_in_use_bytes", equals: 0 },
  memory_assert_heap: { type: "memory_assert_heap", max_mb: 10, since: "c" },
  let: { type: "let", name: "x", value: { id: 7 } },
  draw: { type: "draw", name: "d", schema: { type: "integer" } },
  call: {
    type: "call",
    fn: "src/pay.ts#pay",
    args: ["${x.id}"],
    save_as: "r",
    expect: { json: { a: 1 } },
    within: "5s",
  },
  http: {
    type: "http",
    app: "src/app.ts#app",
    method: "POST",
    path: "/pay",
    headers: { a: "b" },
    json: { a: 1 },
    expect: { status: 200, headers: { a: "b" }, body: { contains: "a" }, json: { a: 1 } },
    save_as: "a",
  },
  expect: { type: "expect", value: "${x}", equals: { id: 7 }, msg: "m" },
  check: { type: "check", fn: "src/pay.ts#isFine", args: [1], name: "it is fine" },
  fault: { type: "fault", name: "slow", on: true },
  assert_throws: { type: "assert_throws", steps: [{ type: "fail", message: "m" }] },
  assert_rejects: { type: "assert_rejects", steps: [{ type: "fail", message: "m" }] },
  expect_failure: {
    type: "expect_failure",
    steps: [{ type: "fail", message: "m" }],
    error: "StepFailed",
    message: "m",
    regex: "^m$",
    code: "fail",
  },
  parallel: {
    type: "parallel",
    branches: [[{ type: "fail", message: "m" }], [{ type: "fail", message: "m" }]],
  },
  repeat: { type: "repeat", times: 2, steps: [{ type: "fail", message: "m" }] },
};

/** One good step of each type of a scenario of several nodes. */
export const distributedSamples: {
  readonly [Type in keyof DistributedSteps]: { readonly type: Type } & DistributedSteps[Type];
} = {
  client_put: { type: "client_put", node: "a", key: "k", value: "v" },
  client_get_assert: { type: "client_get_assert", node: "a", key: "k", equals: "v" },
  partition: { type: "partition", a: "a", b: "b" },
  heal: { type: "heal", a: "a", b: "b" },
  crash: { type: "crash", node: "a" },
  restart: { type: "restart", node: "a" },
  tick: { type: "tick", duration: "5ms" },
};

/** One good invariant of each type. */
export const invariantSamples: {
  readonly [Type in keyof Invariants]: { readonly type: Type } & Invariants[Type];
} = {
  kv_all_equal: { type: "kv_all_equal", key: "k" },
  kv_present_on_all: { type: "kv_present_on_all", key: "k" },
  kv_node_equals: { type: "kv_node_equals", node: "a", key: "k", equals: "v" },
};

/** The top of a scenario that every sample can stand in. */
export const scenarioTop = {
  version: 1,
  name: "sample",
  faults: { slow: { kind: "slow", at: "src/pay.ts#charge", options: { ms: 5 } } },
} as const;

// --- inside ---

function watched<Type extends "assert_eventually_kv" | "assert_never_kv">(type: Type) {
  return { type, key: "k", equals: "v", within: "5s", poll: "1s", msg: "m" } as const;
}
