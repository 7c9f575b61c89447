import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { afterAll, describe, expect, test } from "vitest";
import { fault } from "../../src/kernel/faults/catalogue.ts";
import type { HostWorker } from "../../src/kernel/services/host-worker.ts";
import { endHosts } from "../../src/world/host/host-link.ts";
import { repository, TempProject } from "./temp-project.ts";
import { httpScript, kvScript } from "./worker-scripts.ts";
import { session, switchOn, thrownText } from "./worker-session.ts";

afterAll(() => endHosts());

const count = (kv: HostWorker): Promise<unknown> => kv.request({ op: "count" });

describe("between two runs a worker", () => {
  test.each([
    ["is another process", "restart", { requests: 1 }],
    ["is kept with what it remembers where that is wanted", "keep", { requests: 2 }],
    [
      "is kept and asked to forget where a request says how",
      { request: { op: "reset" } },
      { requests: 4 },
    ],
  ] as const)("%s", async (_name, eachRun, expected) => {
    const name = `kv ${JSON.stringify(eachRun)}`;
    const project = new TempProject({ "kv.mjs": kvScript });
    const options = { name, eachRun, args: [project.path("kv.mjs")] };
    await session(count, options);
    expect((await session(count, options)).result).toEqual(expected);
  });
});

describe("a worker that speaks HTTP", () => {
  const http = (): object => {
    const project = new TempProject({ "http.mjs": httpScript });
    return { name: "http", protocol: "http", args: [project.path("http.mjs")] };
  };
  const post = { method: "POST", path: "/" };

  test("answers with a status, headers and a body, and loses its state when killed", async () => {
    const { result } = await session(async (worker) => {
      const first = await worker.request(post);
      switchOn(fault.workerKill({ worker: "http", times: 1 }));
      const lost = await thrownText(() => worker.request(post));
      return [first, lost, await worker.request({ path: "/" })];
    }, http());
    const headers = { "content-type": "application/json", "content-length": "11" };
    expect(result).toEqual([
      { status: 200, headers, body: '{"count":1}' },
      "WorkerError EWORKERENDED: the worker `http` was ended by SIGKILL in request 2",
      { status: 200, headers, body: '{"count":0}' },
    ]);
  });

  test("does the work of a request in which it was stopped", async () => {
    const { result } = await session(async (worker) => {
      switchOn(fault.workerStop({ times: 1 }));
      const late = await thrownText(() => worker.request(post));
      return [late, await worker.request({ path: "/" })];
    }, http());
    expect(result).toMatchObject([expect.stringContaining("ETIMEDOUT"), { body: '{"count":1}' }]);
  });

  test("that does not answer is killed", async () => {
    const { result } = await session(
      (worker) => thrownText(() => worker.request({ path: "/hang" })),
      { ...http(), hangMs: 4_000 },
    );
    expect(result).toMatch(/ETIMEDOUT/);
  });
});

describe("a worker that cannot be used", () => {
  test.each([
    ["has no program", { command: "/no/such/program" }, "the worker `kv` could not be started"],
    [
      "never says it is ready",
      { ready: "up", hangMs: 300 },
      "the worker `kv` could not be started",
    ],
    [
      "has no name",
      { name: "" },
      "`world.worker` was called wrongly: `name` says what the worker is called",
    ],
  ])("because it %s is an error that says so", async (_name, options, expected) => {
    expect((await session(count, options)).result).toBe(expected);
  });
});

describe("no process is left", () => {
  test("of the group when a worker is killed in a request", async () => {
    const { result } = await session(async (kv) => {
      const { pids } = (await kv.request({ op: "pids" })) as { readonly pids: number[] };
      switchOn(fault.workerKill());
      await thrownText(() => count(kv));
      return pids;
    });
    await areGone(result as number[]);
  });

  test("when the process of the runs is killed", async () => {
    const project = new TempProject({ "kv.mjs": kvScript, "host.mjs": hostScript });
    const host = spawn(process.execPath, [project.path("host.mjs")]);
    const [line] = (await once(createInterface({ input: host.stdout }), "line")) as [string];
    const { pids } = JSON.parse(line) as { readonly pids: number[] };
    expect(await Promise.all(pids.map(isThere))).toEqual([true, true]);
    host.kill("SIGKILL");
    await areGone(pids);
  });
});

// --- inside ---

// The same calls as a run makes, in a process that can be killed.
const hostScript = `
import { askHost } from ${JSON.stringify(`${repository}/compiled/world/host/host-link.js`)};
const args = [new URL("kv.mjs", import.meta.url).pathname];
const launch = { name: "kv", command: process.execPath, args, cwd: "/", env: {}, protocol: "json-lines", hangMs: 5000 };
askHost(launch, { kind: "begin", how: "restart" });
const answer = askHost(launch, { kind: "exchange", text: '{"op":"pids"}', disturbance: {} });
console.log(answer.text);
process.stdin.resume();
`;

/** Whether a process is there and has not ended; who was nobody's child may stay as a zombie. */
async function isThere(pid: number): Promise<boolean> {
  const ps = spawn("ps", ["-o", "stat=", "-p", String(pid)]);
  let state = "";
  ps.stdout.on("data", (chunk: Buffer) => (state += chunk.toString()));
  await once(ps, "close");
  return state.trim() !== "" && !state.trim().startsWith("Z");
}

/** Waits until none of them is there; the time limit of the test ends the wait. */
async function areGone(pids: readonly number[]): Promise<void> {
  for (const pid of pids) while (await isThere(pid)) continue;
  expect(pids.length).toBeGreaterThan(0);
}
