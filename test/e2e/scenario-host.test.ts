import {
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RunSettings } from "../../src/kernel/trace/trace.ts";
import { hostCallsCount } from "../../src/world/host/index.ts";
import { resultOf, runAndReplay, runSteps, type StepData } from "../fixtures/scenario-run.ts";
import { oddServer, startServer } from "./host-world.ts";

// Steps with real processes, a real server and real files; every run is replayed without any.

const node = process.execPath;
const outside = process.cwd();
let project = "";

beforeAll(() => {
  project = realpathSync(mkdtempSync(path.join(tmpdir(), "gauntlet-steps-")));
  process.chdir(project);
});

afterAll(() => {
  process.chdir(outside);
  rmSync(project, { recursive: true, force: true });
});

describe("a real process", () => {
  const script = (text: string): StepData => ({ cmd: node, args: ["-e", text] });
  const hello = script("console.log('hello'); console.error('oh'); process.exit(3)");

  test.each<readonly [string, readonly StepData[], string]>([
    [
      "is held against what the step expects",
      [
        {
          type: "proc_spawn",
          ...hello,
          expect_exit: 3,
          expect_stdout: "hello\n",
          expect_stderr: "oh\n",
          save_stdout_as: "said",
        },
        { type: "get_kv_assert", key: "said", equals: "hello\n" },
      ],
      "held",
    ],
    ["fails by its exit code", [{ type: "proc_spawn", ...hello, expect_exit: 0 }], "proc_exit"],
    [
      "keeps a contract",
      [
        { type: "proc_when", ...hello, exit_code: 3, stdout: "hello\n" },
        { type: "proc_spawn", ...hello },
      ],
      "held",
    ],
    [
      "breaks a contract",
      [
        { type: "proc_when", ...hello, exit_code: 3, stdout: "hullo\n" },
        { type: "proc_spawn", ...hello },
      ],
      "proc_when_host_stdout",
    ],
    [
      "that no contract is for is not started",
      [
        { type: "proc_when", ...hello, exit_code: 3 },
        { type: "assert_throws", steps: [{ type: "proc_spawn", ...script("0") }] },
      ],
      "proc_when_host_unmatched",
    ],
    [
      "that cannot be started is no failure that a block may expect",
      [{ type: "assert_throws", steps: [{ type: "proc_spawn", cmd: "no-such-program-here" }] }],
      "proc_spawn_host",
    ],
    [
      "that takes too long is no failure that a block may expect",
      [{ type: "assert_throws", steps: [{ type: "proc_spawn", ...script("setInterval(()=>0)") }] }],
      "timeout",
    ],
    [
      "that says too much is no failure that a block may expect",
      [
        {
          type: "assert_throws",
          steps: [{ type: "proc_spawn", ...script("for(;;)fs.writeSync(1,'x'.repeat(1e4))") }],
        },
      ],
      "host_output_limit",
    ],
  ])("%s", async (_name, steps, expected) => {
    const isLate = expected === "timeout";
    const timeoutMs = isLate ? 700 : 20_000;
    const settings = { host: { proc: true }, timeoutMs, hostBytesMax: 1_000_000 };
    expect(await replayed(steps, settings)).toBe(expected);
  });
});

describe("a real server", () => {
  const cases: readonly (readonly [string, (url: string) => readonly StepData[], string])[] = [
    [
      "is held against what the step expects",
      (url) => [
        {
          type: "http_request",
          method: "POST",
          path: `${url}/echo?a=1`,
          headers: { "x-id": "7" },
          body: "tea",
          expect_status: 200,
          expect_headers: { "X-Id": "7" },
          expect_json: { method: "POST", url: "/echo?a=1", body: "tea" },
        },
      ],
      "held",
    ],
    [
      "keeps a contract that leaves the origin out",
      (url) => [
        { type: "http_when", method: "GET", path: "/plain", status: 200, body: "plain" },
        { type: "http_request", method: "GET", path: `${url}/plain` },
      ],
      "held",
    ],
    [
      "breaks a contract",
      (url) => [
        { type: "http_when", method: "POST", path: `${url}/echo`, status: 200, json: { a: 1 } },
        { type: "http_request", method: "POST", path: `${url}/echo` },
      ],
      "http_when_host_json",
    ],
    [
      "that no contract is for is not asked",
      (url) => [
        { type: "http_when", method: "GET", path: "/other", status: 200 },
        {
          type: "assert_throws",
          steps: [{ type: "http_request", method: "GET", path: `${url}/plain` }],
        },
      ],
      "http_when_host_unmatched",
    ],
    [
      "answers a websocket upgrade with its headers",
      (url) => [
        {
          type: "http_request",
          method: "GET",
          path: `${url}/socket`,
          headers: { connection: "Upgrade", upgrade: "websocket" },
          expect_status: 101,
          expect_headers: { upgrade: "websocket" },
          expect_body: "",
        },
      ],
      "held",
    ],
    [
      "needs an address",
      () => [
        { type: "assert_throws", steps: [{ type: "http_request", method: "GET", path: "/" }] },
      ],
      "http_host_url",
    ],
  ];
  test.each(cases)("%s", async (_name, steps, expected) => {
    const { origin } = await startServer(plainServer);
    expect(await replayed(steps(origin), { host: { http: true } })).toBe(expected);
  });

  test("that is not there is a failure that a block may expect", async () => {
    const ask = { type: "http_request", method: "GET", path: "http://127.0.0.1:1/" };
    const settings = { host: { http: true } };
    expect(await replayed([ask], settings)).toBe("http_host_request");
    expect(await replayed([{ type: "assert_throws", steps: [ask] }], settings)).toBe("held");
  });

  test("that stalls or never ends is no failure that a block may expect", async () => {
    const { origin } = await startServer(oddServer);
    const ask = (where: string): readonly StepData[] => [
      {
        type: "assert_throws",
        steps: [{ type: "http_request", method: "GET", path: origin + where }],
      },
    ];
    const settings = { host: { http: true }, timeoutMs: 600 };
    expect(await replayed(ask("/stall"), settings)).toBe("timeout");
    const short = { host: { http: true }, hostBytesMax: 100_000 };
    expect(await replayed(ask("/endless"), short)).toBe("host_output_limit");
  });
});

describe("real files", () => {
  const settings = { host: { fs: true } };
  const write = (file: string, data: string): StepData => {
    return { type: "fs_write", path: file, data };
  };
  const look = (file: string, equals: string): StepData => {
    return { type: "fs_read_assert", path: file, equals };
  };

  test("are written, read, remembered and brought back", async () => {
    writeFileSync("old.txt", "old");
    const steps = [
      look("old.txt", "old"),
      { type: "fs_snapshot", name: "start" },
      write("old.txt", "new"),
      write("made/new.txt", "made"),
      look("made/new.txt", "made"),
      { type: "fs_restore", name: "start" },
      look("old.txt", "old"),
      { type: "expect_failure", code: "fs_read_assert", steps: [look("made/new.txt", "made")] },
      write("last.txt", "stays"),
    ];
    expect(await replayed(steps, settings)).toBe("held");
    expect(readFileSync("old.txt", "utf8")).toBe("old");
    expect(readFileSync("last.txt", "utf8")).toBe("stays");
  });

  test("are seen by called code, in a replay as well", async () => {
    const steps = [
      write("seen/by.txt", "code"),
      { type: "call", fn: "shop.ts#load", args: ["seen/by.txt"], expect: { equals: "code" } },
      { type: "fs_snapshot", name: "written" },
      write("seen/by.txt", "other"),
      { type: "fs_restore", name: "written" },
      { type: "call", fn: "shop.ts#load", args: ["seen/by.txt"], expect: { equals: "code" } },
    ];
    const first = await runSteps(steps, { settings });
    rmSync("seen", { recursive: true });
    const replays = first.decisions;
    const again = await runSteps(steps, { settings, replays, isStrictAtEnd: true });
    expect([resultOf(first), resultOf(again)]).toEqual(["held", "held"]);
    expect(existsSync("seen")).toBe(false);
  });

  test("are as they were after an expected failure", async () => {
    writeFileSync("kept.txt", "kept");
    const inner = [write("kept.txt", "lost"), { type: "fail", message: "on purpose" }];
    const steps = [{ type: "assert_throws", steps: inner }, look("kept.txt", "kept")];
    expect(await replayed(steps, settings)).toBe("held");
    expect(readFileSync("kept.txt", "utf8")).toBe("kept");
  });

  test("outside of the project are none that a block may expect to fail", async () => {
    symlinkSync("/", "door");
    const inner = [write("door/tmp/gauntlet-steps-escaped", "x")];
    expect(await replayed([{ type: "assert_throws", steps: inner }], settings)).toBe("fs_host");
  });
});

/** How a run came out, after a replay that came out the same without asking the host. */
async function replayed(
  steps: readonly StepData[],
  settings: Partial<RunSettings>,
): Promise<string> {
  let calls = 0;
  const { first, again } = await runAndReplay(
    (options) => {
      calls = hostCallsCount();
      return runSteps(steps, options);
    },
    { settings },
  );
  expect(hostCallsCount()).toBe(calls);
  expect(resultOf(again)).toBe(resultOf(first));
  expect(again.outcome.failure?.message).toBe(first.outcome.failure?.message);
  expect(again.outcome.failure?.kind).toBe(first.outcome.failure?.kind);
  expect(again.outcome.endUs).toBe(first.outcome.endUs);
  return resultOf(first);
}

const plainServer = `
import { createServer } from "node:http";
const server = createServer(async (request, response) => {
  if (request.url === "/plain") return response.end("plain");
  let body = "";
  for await (const chunk of request) body += chunk;
  response.setHeader("x-id", request.headers["x-id"] ?? "");
  response.end(JSON.stringify({ method: request.method, url: request.url, body }));
});
server.on("upgrade", (request, socket) => {
  socket.write("HTTP/1.1 101 Switching Protocols\\r\\nConnection: Upgrade\\r\\nUpgrade: websocket\\r\\n\\r\\n");
  socket.on("error", () => {});
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
`;
