import type { StepType } from "../../src/subject/scenarios/step.ts";
import type { StepData } from "../fixtures/scenario-run.ts";
import type { StepCase } from "./step-case.ts";

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

/** Steps about files, HTTP and processes. */
export const outsideCases = {
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
