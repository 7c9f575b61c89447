import type { StepType } from "../../src/subject/scenarios/step.ts";
import type { StepData } from "../fixtures/scenario-run.ts";

/** A use of one type of step that holds, and one that fails with this code. */
export interface StepCase {
  readonly holds: readonly StepData[];
  /** Left out where the step cannot fail. */
  readonly fails?: { readonly steps: readonly StepData[]; readonly code: string };
}

const kv = (key: string, value: string): StepData => ({ type: "set_kv", key, value });
const tea = "https://prices.example/v1/tea";
const teaCosts = (json: unknown): StepData => {
  return { type: "http_when", method: "GET", path: tea, status: 200, json };
};
const charge = (more: StepData = {}): StepData => {
  return { type: "http_when", method: "POST", path: "/charge", status: 200, body: "ok", ...more };
};
const ask = (more: StepData = {}): StepData => {
  return { type: "http_request", method: "POST", path: "/charge", ...more };
};
const git = (more: StepData = {}): StepData => {
  return { type: "proc_when", cmd: "git", args: ["describe", "--tags"], exit_code: 0, ...more };
};
const send = (payload: string): StepData => ({ type: "net_send", from: "a", to: "b", payload });
const recv = (payload: string, more: StepData = {}): StepData => {
  return { type: "net_recv_assert", node: "b", payload, ...more };
};
const deliver: StepData = { type: "net_deliver_one" };
const alloc = (bytes: number, key: string): StepData => ({ type: "memory_alloc", bytes, key });
const free = (key: string): StepData => ({ type: "memory_free", key });
const inUse = (equals: number): StepData => ({ type: "memory_assert_in_use_bytes", equals });
const fail: StepData = { type: "fail", message: "on purpose" };
const watched = { key: "k", equals: "v", within: "1s", poll: "100ms" };

/** Steps about the story, constants, the flow, time and the store. */
const basicCases = {
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

/** Steps about files, HTTP and processes. */
const outsideCases = {
  fs_write: {
    holds: [
      { type: "fs_write", path: "data/new/a.txt", data: "one" },
      { type: "call", fn: "shop.ts#load", args: ["data/new/a.txt"], expect: { equals: "one" } },
    ],
    fails: { steps: [{ type: "fs_write", path: "src", data: "x" }], code: "fs_write" },
  },
  fs_read_assert: {
    holds: [
      { type: "call", fn: "shop.ts#save", args: [7] },
      { type: "fs_read_assert", path: "orders/7.json", equals: '{"id":7}' },
    ],
    fails: {
      steps: [{ type: "fs_read_assert", path: "no/such/file", equals: "" }],
      code: "fs_read_assert",
    },
  },
  fs_snapshot: {
    holds: [
      { type: "fs_snapshot", name: "empty" },
      { type: "fs_write", path: "a.txt", data: "x" },
      { type: "call", fn: "shop.ts#save", args: [8] },
      { type: "fs_restore", name: "empty" },
      { type: "call", fn: "shop.ts#load", args: ["a.txt"], expect_error: { code: "ENOENT" } },
      {
        type: "call",
        fn: "shop.ts#load",
        args: ["orders/8.json"],
        expect_error: { code: "ENOENT" },
      },
    ],
  },
  fs_restore: {
    holds: [
      { type: "fs_write", path: "a.txt", data: "one" },
      { type: "fs_snapshot", name: "one" },
      { type: "fs_write", path: "a.txt", data: "two" },
      { type: "fs_restore", name: "one" },
      { type: "fs_read_assert", path: "a.txt", equals: "one" },
    ],
    fails: {
      steps: [{ type: "fs_restore", name: "none" }],
      code: "fs_restore_missing_snapshot",
    },
  },
  http_when: {
    holds: [
      teaCosts({ cents: 300 }),
      { type: "call", fn: "shop.ts#price", args: ["tea"], expect: { equals: 300 } },
    ],
    fails: {
      steps: [
        teaCosts({ cents: 300 }),
        // The code swallows the error; the run is broken all the same.
        { type: "call", fn: "shop.ts#priceOrZero", args: ["coffee"] },
      ],
      code: "http_unmatched",
    },
  },
  http_request: {
    holds: [
      charge({ headers: { "X-Id": "7" }, delay: "2s", times: 1 }),
      ask({ expect_status: 200, expect_headers: { "x-id": "7" }, expect_body: "ok" }),
    ],
    fails: { steps: [charge(), ask({ expect_status: 201 })], code: "http_status" },
  },
  proc_when: {
    holds: [
      git({ stdout: "v1.2\n" }),
      { type: "call", fn: "shop.ts#version", expect: { equals: "v1.2" } },
      { type: "call", fn: "shop.ts#versionOrNothing", expect: { equals: "v1.2" } },
    ],
    fails: {
      steps: [git({ args: ["log"] }), { type: "call", fn: "shop.ts#versionOrNothing" }],
      code: "proc_unmatched",
    },
  },
  proc_spawn: {
    holds: [
      { type: "proc_when", cmd: "make", exit_code: 2, stdout: "o", stderr: "e" },
      {
        type: "proc_spawn",
        cmd: "make",
        expect_exit: 2,
        expect_stdout: "o",
        expect_stderr: "e",
        save_stdout_as: "out",
      },
      { type: "get_kv_assert", key: "out", equals: "o" },
    ],
    fails: {
      steps: [
        { type: "proc_when", cmd: "make", exit_code: 2 },
        { type: "proc_spawn", cmd: "make", expect_exit: 0 },
      ],
      code: "proc_exit",
    },
  },
} satisfies Partial<Record<StepType, StepCase>>;

/** Steps about nodes and memory. */
const simulatedCases = {
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

/** Steps that call code, and blocks. */
const codeCases = {
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

/** A case for every type of step; one that is missing does not compile. */
export const stepCases: Readonly<Record<StepType, StepCase>> = {
  ...basicCases,
  ...outsideCases,
  ...simulatedCases,
  ...codeCases,
};
