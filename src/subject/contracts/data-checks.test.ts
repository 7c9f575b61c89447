import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { judged } from "./fixtures/probed-call.ts";

type Env = Record<string, string | undefined>;

describe("protected variables", () => {
  const contract = {
    protectedKeys: ["PATH", "HOME"],
    envParam: "env",
    kwargs: { env: { PATH: "/bin", HOME: "/tmp/home", LANG: "C" } },
  };
  const options = { params: ["env"], contract };

  test("keep their value in what a call gives", async () => {
    const bug = (env: Env): Env => ({ ...env, PATH: "/opt/tool/bin" });
    const fixed = (env: Env): Env => ({ ...env, TOOL: "/opt/tool" });
    expect(await judged("protected_env_keys", bug, options)).toEqual([
      {
        problem: "a protected variable is lost or changed in what it gives",
        shown: 'PATH was "/bin" and is "/opt/tool/bin"',
      },
    ]);
    expect(await judged("protected_env_keys", fixed, options)).toEqual([]);
  });

  test("keep their value in a child process", async () => {
    const bug = (env: Env): unknown => spawnSync("tool", [], { env: { LANG: env["LANG"] } });
    const fixed = (env: Env): unknown => spawnSync("tool", [], { env: { ...env, LANG: "de" } });
    const [wrong] = await judged("protected_env_keys", bug, options);
    expect(wrong?.problem).toBe("a protected variable is lost or changed in a child process");
    expect(await judged("protected_env_keys", fixed, options)).toEqual([]);
  });

  test("keep their value in the process itself, and a probe leaves nothing behind", async () => {
    const before = process.env["PATH"];
    const bug = (): void => void (process.env["PATH"] = "/evil");
    const [wrong] = await judged("protected_env_vars", bug, options);
    expect(wrong?.problem).toBe("a protected variable is lost or changed in `process.env`");
    expect(process.env["PATH"]).toBe(before);
  });
});

describe("what survives JSON", () => {
  const cases: readonly (readonly [string, unknown, string | undefined])[] = [
    ["plain data", { a: [1, "x", null, undefined, { b: true }] }, undefined],
    ["a date", { at: new Date(0) }, 'it.at was a Date and is "1970-01-01T00:00:00.000Z"'],
    ["a map", { tags: new Map([["a", 1]]) }, "it.tags was a Map and is a Object"],
    ["NaN", { score: [Number.NaN] }, "it.score.0 was NaN and is null"],
    ["a bigint", { id: 1n }, "Do not know how to serialize a BigInt"],
    ["JSON text", '{"a":1}', undefined],
    ["other text", "{'a':1}", "\"{'a':1}\""],
  ];
  for (const [name, value, shown] of cases) {
    test(`${name}: ${shown === undefined ? "all" : "not all"}`, async () => {
      const found = await judged("json_roundtrip", () => value);
      expect(found.map((wrong) => wrong.shown)).toEqual(shown === undefined ? [] : [shown]);
    });
  }

  test("a text that is put together by hand breaks on quotes, a made one does not", async () => {
    const bug = (name: string): string => `{"name":"${name}"}`;
    const fixed = (name: string): string => JSON.stringify({ name });
    expect(await judged("json_tool_call_normalization", bug)).toHaveLength(1);
    expect(await judged("json_tool_call_normalization", fixed)).toEqual([]);
  });
});

describe("the shape of an HTTP answer", () => {
  const json = { "content-type": "application/json" };
  const cases: readonly (readonly [string, unknown, string | undefined])[] = [
    ["a Response", new Response("{}", { status: 200, headers: json }), undefined],
    ["a plain answer", { status: 200, headers: json, body: "{}" }, undefined],
    ["no answer at all", { id: 1 }, undefined],
    ["a status", { statusCode: 2000 }, "the status is none of HTTP"],
    ["a body", { status: 204, body: "gone" }, "an answer that has no body has one"],
    ["a header", { status: 200, headers: { "a b": "c" } }, "a header is not valid"],
    ["its JSON", { status: 200, headers: json, body: "{" }, "a body that says it is JSON is not"],
  ];
  for (const [name, value, problem] of cases) {
    test(`${name} is ${problem === undefined ? "right" : "wrong"}`, async () => {
      const found = await judged("http_shape", () => value);
      expect(found.map((wrong) => wrong.problem)).toEqual(problem === undefined ? [] : [problem]);
    });
  }

  test("a line break in an argument must not become a header", async () => {
    const bug = (name: string): unknown => ({ status: 302, headers: { location: `/${name}` } });
    const fixed = (name: string): unknown => ({
      status: 302,
      headers: { location: `/${encodeURIComponent(name)}` },
    });
    expect(await judged("http_shape", bug)).toHaveLength(1);
    expect(await judged("http_shape", fixed)).toEqual([]);
  });
});
