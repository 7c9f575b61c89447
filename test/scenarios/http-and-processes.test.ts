import { describe, expect, test } from "vitest";
import { resultOf, runSteps, type StepData } from "../fixtures/scenario-run.ts";

const when = (more: StepData): StepData => {
  return { type: "http_when", method: "GET", path: "/a", status: 200, ...more };
};
const ask = (more: StepData = {}): StepData => {
  return { type: "http_request", method: "GET", path: "/a", ...more };
};
const make = (more: StepData = {}): StepData => {
  return { type: "proc_when", cmd: "make", args: ["all"], exit_code: 0, ...more };
};
const spawn = (more: StepData = {}): StepData => {
  return { type: "proc_spawn", cmd: "make", args: ["all"], ...more };
};

describe("an answer that is not what was expected", () => {
  test.each<readonly [string, readonly StepData[]]>([
    ["http_status", [when({ status: 404 }), ask({ expect_status: 200 })]],
    ["http_headers", [when({}), ask({ expect_headers: { etag: "x" } })]],
    ["http_body", [when({ body: "a" }), ask({ expect_body: "b" })]],
    ["http_json_parse", [when({ body: "a" }), ask({ expect_json: {} })]],
    ["http_json", [when({ json: { a: 1 } }), ask({ expect_json: { a: 2 } })]],
    ["proc_exit", [make({ exit_code: 1 }), spawn({ expect_exit: 0 })]],
    ["proc_stdout", [make({ stdout: "a" }), spawn({ expect_stdout: "b" })]],
    ["proc_stderr", [make({ stderr: "a" }), spawn({ expect_stderr: "b" })]],
  ])("fails with the code %s, which a block may expect", async (code, steps) => {
    expect(resultOf(await runSteps(steps))).toBe(code);
    expect(resultOf(await runSteps([{ type: "expect_failure", code, steps }]))).toBe("held");
  });

  test("is told place by place where it is JSON", async () => {
    const steps = [
      when({ json: { id: 7, items: [1, 2], "odd key": true, more: null } }),
      ask({ expect_json: { id: 8, items: [1, 2, 3], name: "tea" } }),
    ];
    const { outcome } = await runSteps(steps);
    expect(outcome.failure?.message).toMatchInlineSnapshot(`
      "GET /a: the body differs in 5 places
        value_mismatch $.id, expected 8, found 7
        missing_index $.items[2], expected 3
        missing_key $.name, expected "tea"
        extra_key $["odd key"], found true
        extra_key $.more, found null"
    `);
  });
});

test("a server of called code answers requests of the scenario", async () => {
  const path = "http://localhost:8080/door?a=1";
  const steps = [
    { type: "call", fn: "shop.ts#open", args: [8080] },
    {
      ...ask({ path, method: "POST", body: "knock" }),
      expect_status: 200,
      expect_headers: { "x-method": "POST" },
      expect_body: "open at /door?a=1",
    },
    ask({ path: "http://localhost:8081/" }),
  ];
  const { outcome } = await runSteps(steps);
  expect(outcome.failure?.message).toContain(
    "there is no http_when for GET http://localhost:8081/",
  );
});

describe("a rule", () => {
  test("answers as often as it says, then the next one does", async () => {
    const steps = [
      when({ status: 500, times: 2 }),
      when({ status: 200 }),
      ask({ expect_status: 500 }),
      ask({ expect_status: 500 }),
      ask({ expect_status: 200 }),
      ask({ expect_status: 200 }),
    ];
    expect(resultOf(await runSteps(steps))).toBe("held");
  });

  test("takes its delay in virtual time", async () => {
    const { outcome } = await runSteps([when({ delay: "90m" }), ask()]);
    expect([outcome.verdict, outcome.endUs]).toEqual(["held", 5_400_000_000]);
  });

  test("says what a body is when it is JSON, unless it is told otherwise", async () => {
    const steps = [
      when({ json: null }),
      ask({ expect_json: null, expect_headers: { "Content-Type": "application/json" } }),
      when({ path: "/b", json: [], headers: { "Content-Type": "text/x" } }),
      ask({ path: "/b", expect_headers: { "content-type": "text/x" }, save_body_as: "body" }),
      { type: "get_kv_assert", key: "body", equals: "[]" },
    ];
    expect(resultOf(await runSteps(steps))).toBe("held");
  });

  test("of an address answers the scenario and called code alike, and counts both", async () => {
    const path = "https://prices.example/v1/tea";
    const steps = [
      when({ path, json: { cents: 5 }, times: 2 }),
      ask({ path, expect_json: { cents: 5 } }),
      { type: "call", fn: "shop.ts#price", args: ["tea"], expect: { equals: 5 } },
      { type: "call", fn: "shop.ts#priceOrZero", args: ["tea"] },
    ];
    const { outcome } = await runSteps(steps);
    const [said, rule = ""] = outcome.failure?.message.split("; add before it: ") ?? [];
    expect(said).toBe(`every http_when is used up for GET ${path}`);
    const answer = { status: 200, body: "", times: 1 };
    expect(JSON.parse(rule)).toEqual({ type: "http_when", method: "GET", path, ...answer });
    expect(outcome.failure?.stack).toContain("at 4 call (file:///project/steps.scenario.yaml:");
  });

  test("that is missing is written out, ready to be pasted", async () => {
    const { outcome } = await runSteps([make(), spawn({ args: ["test", "-v"] })]);
    const { message = "" } = outcome.failure ?? {};
    const pasted = JSON.parse(message.slice(message.indexOf("{"))) as StepData;
    const mended = [make(), pasted, spawn({ args: ["test", "-v"], expect_exit: 0 })];
    expect(resultOf(await runSteps(mended))).toBe("held");
  });

  test("of a status that has no body gives called code none", async () => {
    const path = "https://prices.example/v1/tea";
    const steps = [
      when({ path, status: 204, body: "ignored" }),
      { type: "call", fn: "shop.ts#price", args: ["tea"], expect_error: { name: "SyntaxError" } },
    ];
    expect(resultOf(await runSteps(steps))).toBe("held");
  });
});
