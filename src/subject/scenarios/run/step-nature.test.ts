import { expect, test } from "vitest";
import type { Step } from "../step.ts";
import { bearsOn, namesUsedIn } from "./step-nature.ts";

const nothing = namesUsedIn([]);
const setKv: Step = { type: "set_kv", key: "k", value: "v" };
const alloc: Step = { type: "memory_alloc", bytes: 1, key: "a" };
const send: Step = { type: "net_send", from: "a", to: "b", payload: "x" };
const call: Step = { type: "call", fn: "a.ts#f", save_as: "got" };
const ask: Step = { type: "http_request", method: "GET", path: "/", save_body_as: "body" };

test("nodes, counted memory and everything else do not meet", () => {
  const steps = [send, alloc, call];
  const bearing = (code: string): readonly Step[] =>
    steps.filter((step) => bearsOn(step, code, nothing));
  expect(bearing("net_recv_assert")).toEqual([send]);
  expect(bearing("memory_leak")).toEqual([alloc]);
  expect(bearing("call_result")).toEqual([call]);
  expect(bearing("http_status")).toEqual([call]);
  expect(bearing("memory_assert_heap")).toEqual([call]);
});

test("nothing bears on a failure of constants, and what only looks bears on none", () => {
  for (const step of [send, alloc, call, setKv]) {
    expect(bearsOn(step, "assert_eq_int", namesUsedIn([step]))).toBe(false);
  }
  expect(bearsOn({ type: "get_kv_assert", key: "k" }, "expect", nothing)).toBe(false);
});

test("a name that somebody asks for bears on everything, in whatever way it is asked for", () => {
  const asking: readonly (readonly [Step, Step])[] = [
    [setKv, { type: "get_kv_assert", key: "k" }],
    [setKv, { type: "fail", message: "it is ${k[0].id}" }],
    [setKv, { type: "repeat", times: 2, steps: [{ type: "get_kv_assert", key: "k" }] }],
    [setKv, { type: "get_kv_assert", key: "item ${n}" }],
    [
      { type: "set_kv", key: "item ${n}", value: "" },
      { type: "assert_ok", value: true },
    ],
    [alloc, { type: "memory_free", key: "a" }],
    [call, { type: "expect", value: "${got}" }],
    [ask, { type: "expect", value: ["${body.id}"] }],
  ];
  for (const [step, other] of asking) {
    expect(bearsOn(step, "net_recv_assert", namesUsedIn([step, other]))).toBe(true);
  }
});

test("a name that nobody asks for bears on nothing by itself", () => {
  expect(bearsOn(setKv, "expect", namesUsedIn([setKv, call]))).toBe(false);
  expect(bearsOn(call, "net_recv_assert", namesUsedIn([setKv, call]))).toBe(false);
});

test("a block bears on what its steps do", () => {
  const inner = { type: "assert_throws", steps: [setKv, send] } as const;
  expect(bearsOn(inner, "net_recv_assert", nothing)).toBe(true);
  expect(bearsOn(inner, "memory_leak", nothing)).toBe(false);
  const branches = { type: "parallel", branches: [[setKv], [alloc]] } as const;
  expect(bearsOn(branches, "memory_leak", nothing)).toBe(true);
});
