import { describe, expect, test } from "vitest";
import { resultOf, runData, runSteps, type StepData } from "../fixtures/scenario-run.ts";

// What a block that expects a failure takes back, and what it does not.

const fsWrite: StepData = { type: "fs_write", path: "a.txt", data: "inside" };
const fail: StepData = { type: "fail", message: "on purpose" };

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
    const branches = [[fail], [check]];
    const hidden = [{ type: "assert_throws", steps: [{ type: "parallel", branches }] }];
    expect((await runSteps(hidden)).outcome.failure?.property).toBe("it is open");
  });

  test("leaves what called code wrote, because nobody can take back what it knows", async () => {
    const steps = [
      { type: "assert_throws", steps: [{ type: "call", fn: "shop.ts#saveAndFail", args: [3] }] },
      { type: "fs_read_assert", path: "orders/3.json", equals: '{"id":3}' },
    ];
    expect(resultOf(await runSteps(steps))).toBe("held");
  });
});
