import { describe, expect, test } from "vitest";
import {
  resultOf,
  runAndReplay,
  runSteps,
  type StepData,
  whileAlive,
} from "../fixtures/scenario-run.ts";
import { stepCases } from "./step-cases.ts";

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

test("patterns and schemas of matchers are taken as they are written", async () => {
  const save = (expected: object): StepData => {
    return { type: "call", fn: "shop.ts#load", args: ["a.txt"], expect: expected };
  };
  const steps = [
    { type: "fs_write", path: "a.txt", data: "$${x}" },
    { type: "let", name: "x", value: "y" },
    save({ regex: "[${x}]" }),
    save({ schema: { const: "${x}" } }),
    save({ equals: "$${x}" }),
  ];
  expect(resultOf(await runSteps(steps))).toBe("held");
  const app = { type: "http", app: "shop.ts#app", path: "/tea" };
  const matched = [{ ...app, expect: { body: { regex: "[${nothing}]" } } }];
  expect(resultOf(await runSteps(matched))).toBe("held");
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
