import { describe, expect, test } from "vitest";
import {
  resultOf,
  runAndReplay,
  runData,
  runSteps,
  type StepData,
  whileAlive,
} from "../fixtures/scenario-run.ts";
import { stepCases } from "./step-cases.ts";

const fsWrite: StepData = { type: "fs_write", path: "a.txt", data: "inside" };
const fail: StepData = { type: "fail", message: "on purpose" };

/** A code of the harness, steps before the block, and the steps of the block. */
const harnessCases: readonly (readonly [string, readonly StepData[], readonly StepData[]])[] = [
  ["http_unmatched", [], [{ type: "http_request", method: "GET", path: "/none" }]],
  [
    "http_unmatched",
    [{ type: "http_when", method: "GET", path: "https://prices.example/", status: 200 }],
    [{ type: "call", fn: "shop.ts#price", args: ["tea"] }],
  ],
  ["proc_unmatched", [], [{ type: "proc_spawn", cmd: "none" }]],
  [
    "proc_unmatched",
    [{ type: "proc_when", cmd: "git", exit_code: 0 }],
    [{ type: "call", fn: "shop.ts#version" }],
  ],
  ["unknown_variable", [], [{ type: "set_kv", key: "a", value: "${nothing}" }]],
  ["fs_restore_missing_snapshot", [], [{ type: "fs_restore", name: "none" }]],
  ["memory_free", [], [{ type: "memory_free", key: "none" }]],
  ["memory_unknown_checkpoint", [], [{ type: "memory_assert_heap", since: "none", max_mb: 1 }]],
  [
    "unknown_fault",
    [{ type: "let", name: "f", value: "none" }],
    [{ type: "fault", name: "${f}", on: true }],
  ],
  ["call_late", [], [{ type: "call", fn: "shop.ts#clocks", within: "100ms" }]],
  [
    "call_late",
    [],
    [{ type: "call", fn: "shop.ts#clocks", within: "100ms", expect_error: { regex: "." } }],
  ],
  ["not_a_function", [], [{ type: "call", fn: "shop.ts#later" }]],
];

/** What a family of steps keeps: some before the block, changes in it, and a look afterwards. */
const takenBack: readonly (readonly [string, readonly StepData[]])[] = [
  [
    "the store",
    [
      { type: "set_kv", key: "k", value: "v" },
      { type: "assert_throws", steps: [{ type: "set_kv", key: "k", value: "w" }, fail] },
      { type: "get_kv_assert", key: "k", equals: "v" },
    ],
  ],
  [
    "files that were there",
    [
      { type: "fs_write", path: "a.txt", data: "before" },
      { type: "assert_throws", steps: [fsWrite, fail] },
      { type: "fs_read_assert", path: "a.txt", equals: "before" },
    ],
  ],
  [
    "files that were not there, by a family that was first used inside",
    [
      { type: "assert_throws", steps: [{ ...fsWrite, path: "new/a.txt" }, fail] },
      { type: "call", fn: "shop.ts#load", args: ["new/a.txt"], expect_error: { code: "ENOENT" } },
    ],
  ],
  [
    "files by going back to a snapshot",
    [
      { type: "fs_write", path: "a.txt", data: "one" },
      { type: "fs_snapshot", name: "one" },
      { type: "fs_write", path: "a.txt", data: "two" },
      { type: "assert_throws", steps: [{ type: "fs_restore", name: "one" }, fail] },
      { type: "fs_read_assert", path: "a.txt", equals: "two" },
    ],
  ],
  [
    "rules of HTTP and their counts",
    [
      { type: "http_when", method: "GET", path: "/a", status: 200, times: 1 },
      {
        type: "assert_throws",
        steps: [
          { type: "http_when", method: "GET", path: "/a", status: 500 },
          { type: "http_request", method: "GET", path: "/a", expect_status: 200 },
          { type: "http_request", method: "GET", path: "/a", expect_status: 200 },
        ],
      },
      { type: "http_request", method: "GET", path: "/a", expect_status: 200 },
    ],
  ],
  [
    "an origin that was first scripted inside, which can be scripted again",
    [
      {
        type: "assert_throws",
        steps: [
          { type: "http_when", method: "GET", path: "https://prices.example/", status: 200 },
          fail,
        ],
      },
      {
        type: "http_when",
        method: "GET",
        path: "https://prices.example/v1/tea",
        status: 200,
        json: { cents: 5 },
      },
      { type: "call", fn: "shop.ts#price", args: ["tea"], expect: { equals: 5 } },
    ],
  ],
  [
    "an app that was first asked inside, which can be asked again",
    [
      { type: "assert_throws", steps: [{ type: "http", app: "shop.ts#app", path: "/tea" }, fail] },
      { type: "http", app: "shop.ts#app", path: "/tea", expect: { status: 200 } },
    ],
  ],
  [
    "rules of processes and their counts",
    [
      { type: "proc_when", cmd: "make", exit_code: 0, times: 1 },
      { type: "assert_throws", steps: [{ type: "proc_spawn", cmd: "make" }, fail] },
      { type: "proc_spawn", cmd: "make", expect_exit: 0 },
    ],
  ],
  [
    "the network between nodes",
    [
      { type: "net_send", from: "a", to: "b", payload: "x" },
      {
        type: "assert_throws",
        steps: [
          { type: "net_deliver_one" },
          { type: "net_partition", a: "a", b: "b" },
          { type: "net_set_drop_rate", rate: 1 },
          { type: "net_deliver_one" },
        ],
      },
      { type: "net_deliver_one" },
      { type: "net_recv_assert", node: "b", payload: "x" },
    ],
  ],
  [
    "memory and its limits",
    [
      {
        type: "assert_throws",
        steps: [
          { type: "memory_alloc", bytes: 10 },
          { type: "memory_fail_after_allocs", count: 1 },
          { type: "memory_alloc", bytes: 10 },
        ],
      },
      { type: "memory_alloc", bytes: 5, key: "a" },
      { type: "memory_assert_in_use_bytes", equals: 5 },
      { type: "memory_free", alloc_id: 1 },
    ],
  ],
  [
    "the clock",
    [
      { type: "assert_throws", steps: [{ type: "freeze" }, fail] },
      { type: "call", fn: "shop.ts#clocks", expect: { json: { passed: 250 } } },
    ],
  ],
];

describe("a step", () => {
  const holding = Object.entries(stepCases).filter(([, { holds }]) => holds.length > 0);
  test.each(holding)("%s holds, and so does its replay", async (_type, { holds }) => {
    expect(await twice(holds)).toEqual(["held", "held"]);
  });

  const failing = Object.entries(stepCases).flatMap(([type, { fails }]) =>
    fails === undefined ? [] : [[type, fails.code, fails.steps] as const],
  );
  test.each(failing)("%s fails with the code %s, and so does its replay", async (...row) => {
    const [, code, steps] = row;
    expect(await twice(steps)).toEqual([code, code]);
  });
});

describe("what the harness cannot do", () => {
  const blocks: readonly (readonly [string, StepData])[] = [
    ["assert_throws", { type: "assert_throws" }],
    ["assert_rejects", { type: "assert_rejects" }],
    ["expect_failure", { type: "expect_failure", regex: "." }],
  ];
  for (const [name, block] of blocks) {
    test.each(harnessCases)(`is no failure that ${name} may expect (AC-6b): %s`, async (...row) => {
      const [code, before, failing] = row;
      const inner = [{ ...block, steps: failing }];
      expect(resultOf(await runSteps([...before, { ...block, steps: inner }]))).toBe(code);
      // It is not hidden by a failure of another branch either.
      const branches = [[{ type: "fail", message: "an expected one" }], failing];
      const besides = [{ type: "parallel", branches }];
      expect(resultOf(await runSteps([...before, { ...block, steps: besides }]))).toBe(code);
    });
  }
});

test("a replay that leaves its trace inside of a block has not failed as expected", async () => {
  const failing = (step: StepData): readonly StepData[] => [
    { type: "assert_throws", steps: [step, fail] },
  ];
  const { decisions } = await runSteps(failing({ type: "rand_u64" }));
  const drawn = { type: "draw", name: "x", schema: { type: "integer" } };
  const again = await runSteps(failing(drawn), { replays: decisions, isStrictAtEnd: true });
  expect(resultOf(again)).toBe("unknown: diverged");
});

describe("an expected failure", () => {
  test.each(takenBack)("takes back what steps did to %s", async (_name, steps) => {
    expect(resultOf(await runSteps(steps))).toBe("held");
  });

  test("leaves alone what other branches did meanwhile", async () => {
    const steps = [
      { type: "set_kv", key: "mine", value: "before" },
      {
        type: "parallel",
        branches: [
          [
            {
              type: "assert_throws",
              steps: [
                { type: "set_kv", key: "mine", value: "inside" },
                { type: "set_kv", key: "new", value: "inside" },
                { type: "set_kv", key: "both", value: "inside" },
                { type: "sleep", duration: "10s" },
                fail,
              ],
            },
          ],
          [
            { type: "sleep", duration: "5s" },
            { type: "set_kv", key: "both", value: "theirs" },
            { type: "set_kv", key: "theirs", value: "stays" },
            { type: "fs_write", path: "theirs.txt", data: "stays" },
          ],
        ],
      },
      { type: "get_kv_assert", key: "mine", equals: "before" },
      { type: "get_kv_assert", key: "new", is_null: true },
      { type: "get_kv_assert", key: "both", equals: "theirs" },
      { type: "get_kv_assert", key: "theirs", equals: "stays" },
      { type: "fs_read_assert", path: "theirs.txt", equals: "stays" },
    ];
    expect(resultOf(await runSteps(steps))).toBe("held");
  });

  test.each(["alone", "beside another branch"])("switches faults back, %s", async (where) => {
    const block = {
      type: "assert_throws",
      steps: [{ type: "fault", name: "down", on: true }, fail],
    };
    const other = [{ type: "sleep", duration: "1s" }];
    const steps = [
      where === "alone" ? block : { type: "parallel", branches: [[block], other] },
      { type: "http", app: "shop.ts#app", path: "/tea", expect: { status: 200 } },
    ];
    const faults = { down: { kind: "http", options: { status: 503 } } };
    expect(resultOf(await runData({ faults, steps }))).toBe("held");
    const on = [{ type: "fault", name: "down", on: true }, ...steps.slice(1)];
    expect(resultOf(await runData({ faults, steps: on }))).toBe("http_answer");
  });

  test.each(["isOpen", "saveAndFail"])("is no broken property: %s", async (fn) => {
    const check = { type: "check", fn: `shop.ts#${fn}`, args: [false], name: "it is open" };
    const { outcome } = await runSteps([{ type: "assert_throws", steps: [check] }]);
    expect(outcome.failure?.property).toBe("it is open");
  });

  test("leaves what called code wrote, because nobody can take back what it knows", async () => {
    const steps = [
      { type: "assert_throws", steps: [{ type: "call", fn: "shop.ts#saveAndFail", args: [3] }] },
      { type: "fs_read_assert", path: "orders/3.json", equals: '{"id":3}' },
    ];
    expect(resultOf(await runSteps(steps))).toBe("held");
  });
});

test("`${index}` belongs to its own `repeat`", async () => {
  const kv = (key: string): StepData => ({ type: "set_kv", key, value: "x" });
  const inner = { type: "repeat", times: 2, steps: [kv("inner ${index}")] };
  const nested = { type: "repeat", times: 3, steps: [inner, kv("outer ${index}")] };
  const slow = { type: "sleep", duration: "1s" };
  const branch = (name: string, times: number): readonly StepData[] => [
    { type: "repeat", times, steps: [slow, kv(`${name} \${index}`)] },
  ];
  const steps = [
    { type: "let", name: "index", value: "mine" },
    nested,
    { type: "parallel", branches: [branch("a", 2), branch("b", 3)] },
    ...["outer 0", "outer 1", "outer 2", "a 0", "a 1", "b 0", "b 1", "b 2"].map((key) => {
      return { type: "get_kv_assert", key, equals: "x" };
    }),
    { type: "expect", value: "${index}", equals: "mine" },
  ];
  expect(resultOf(await runSteps(steps))).toBe("held");
});

describe("a polling assertion (AC-23)", () => {
  test("ends at its time, however long that is", async () => {
    const watched = { key: "k", equals: "v", within: "8760h", poll: "1h" };
    const never = await runSteps([{ type: "assert_never_kv", ...watched }]);
    expect([resultOf(never), never.outcome.endUs]).toEqual(["held", 8_760 * 3_600_000_000]);
    const eventually = await runSteps([{ type: "assert_eventually_kv", ...watched }]);
    expect(resultOf(eventually)).toBe("assert_eventually_kv");
  });

  test("that would look for ever is stopped and said to be stalled", async () => {
    const watched = { key: "k", equals: "v", within: "8760h", poll: "1ms" };
    const { outcome } = await runSteps([{ type: "assert_never_kv", ...watched }]);
    expect([outcome.verdict, outcome.failure?.kind]).toEqual(["broken", "stalled"]);
  });

  test("cannot look without time passing", async () => {
    const watched = { key: "k", equals: "v", within: "1s", poll: "0ms" };
    const steps = [{ type: "assert_never_kv", ...watched }];
    await expect(async () => runSteps(steps)).rejects.toThrow("must be a duration above 0");
  });
});

async function twice(steps: readonly StepData[]): Promise<readonly string[]> {
  const { first, again } = await runAndReplay((options) => runSteps(steps, options));
  expect(whileAlive(again)).toEqual(whileAlive(first));
  return [resultOf(first), resultOf(again)];
}
