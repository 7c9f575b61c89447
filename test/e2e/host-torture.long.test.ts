import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  askHostHttp,
  type HostHttpEnd,
  type HostHttpSpec,
  type HostProcessEnd,
  type HostProcessSpec,
  runHostProcess,
} from "../../src/world/host/index.ts";
import type { SimWorld } from "../../src/world/sim-world.ts";
import { endHosts } from "../../src/world/host/host-link.ts";
import {
  alive,
  hostWorld,
  oddServer,
  startBlackHole,
  startScript,
  startServer,
} from "./host-world.ts";
import { repository, TempProject } from "./temp-project.ts";

// AC-12 and AC-13: real processes and real servers that do their worst. Each call has to end in
// time with nobody left; a strict replay has to give the same without them.
const timeoutMs = 600;
/**
 * How late a busy machine may be. All of these go on for ten minutes or without end, so that they
 * were ended is certain; when, is what they say of themselves and what virtual time says.
 */
const lateMsMax = 30_000;
const bytesMax = 8 * 1_024 * 1_024;
/** What the process that asks may take for itself, besides what it is given. */
const grownMbMax = 16;
/** For what is ended by its size: a busy machine may take longer than the others have. */
const patientMs = 20_000;
const late = { kind: "timeout", afterMs: timeoutMs };
const lateIn = (phase: string): object => ({ ...late, phase });

beforeAll(() => void shell("true")); // starts the thread, which takes a moment
afterAll(() => endHosts());

describe("a process that", () => {
  test.each([
    ["sleeps", "echo $$; exec sleep 600"],
    ["ignores SIGTERM", `echo $$; trap "" TERM HUP INT; while :; do sleep 600; done`],
    ["has a grandchild that holds the pipe", "sleep 600 & echo $$ $!; wait"],
    ["has a grandchild that ignores SIGTERM", `(trap "" TERM; exec sleep 600) & echo $$ $!; wait`],
    ["has a grandchild in a session of its own", "setsid sleep 600 & echo $$ $!; wait"],
    ["is stopped", "echo $$; kill -STOP $$"],
    ["writes now and then", "echo $$; while :; do echo x; sleep 0.05; done"],
  ])("%s is killed in time with all of its group", async (_name, script) => {
    const { end, ms, virtualMs } = shell(script);
    expect(ms).toBeLessThan(timeoutMs + lateMsMax);
    expect(end).toMatchObject({ kind: "timeout", afterMs: timeoutMs, stderr: "" });
    expect(virtualMs).toBe(timeoutMs);
    expect(await alive(pidsIn(end))).toEqual([]);
  });

  test("ends and leaves a grandchild with the pipe has ended, and the grandchild too", async () => {
    const { end, ms } = shell("sleep 600 & echo $$ $!");
    expect(end).toMatchObject({ kind: "ended", exitCode: 0, signal: null });
    expect(ms).toBeLessThan(timeoutMs + lateMsMax);
    expect(await alive(pidsIn(end))).toEqual([]);
  });

  test("has months of time is not out of it at once", () => {
    const { end } = shell("sleep 0.05; echo x", 2 ** 32);
    expect(end).toMatchObject({ kind: "ended", exitCode: 0, stdout: "x\n" });
  });

  test("ends is heard to the end, also if somebody who left its group holds the pipe", () => {
    // It writes without a pause once it has begun, so that only its end is quiet.
    const child = "touch $on; i=0; while [ $i -lt 5000 ]; do i=$((i+1)); echo $i; done";
    const begun = "while [ ! -e $on ]; do :; done; rm $on";
    const { end } = shell(
      `export on=$(mktemp -u); setsid sh -c '${child}' & ${begun}; echo 0`,
      5_000,
    );
    if (end.kind !== "ended") throw new Error(end.kind);
    const lines = end.stdout.split("\n").filter((line) => line !== "" && line !== "0");
    expect(lines).toHaveLength(5_000);
  });

  test("ends while somebody who left its group writes on and on is ended by the time limit", () => {
    // One process that writes every few milliseconds: a busy machine leaves no pause long enough.
    // It says so when it is at it, since what it takes to begin may be such a pause.
    const begin = 'n++ === 3 && require("fs").writeFileSync(process.env.on, "")';
    const child = `let n = 0; setInterval(() => { console.log(1); ${begin}; }, 5)`;
    const begun = "while [ ! -e $on ]; do :; done; rm $on";
    const { end } = shell(`export on=$(mktemp -u); setsid node -e '${child}' & ${begun}`, 3_000);
    expect(end).toMatchObject({ kind: "timeout", afterMs: 3_000 });
  });

  test("writes without end is killed at its limit", async () => {
    const { end } = shell("echo $$; exec yes", patientMs);
    expect(end).toMatchObject({ kind: "too long", stream: "stdout", limit: bytesMax });
    if (end.kind !== "too long") return;
    expect(end.seen).toBeGreaterThan(bytesMax);
    expect(end.seen).toBeLessThan(bytesMax + 1_024 * 1_024);
    expect(end.first.replace(/^\d+/, "pid")).toMatch(/^pid\ny\ny\n/);
    expect(end.last).toMatch(/y\ny\n?$/);
    expect(await alive([Number.parseInt(end.first, 10)])).toEqual([]);
  });

  test("writes without end to its other output is killed as well", () => {
    expect(shell("yes >&2", patientMs).end).toMatchObject({ kind: "too long", stream: "stderr" });
  });

  test("does not read what it is given ends as it likes", () => {
    const end = run({ ...shellCall("exit 4"), stdin: "x".repeat(1_000_000) });
    expect(end.end).toMatchObject({ kind: "ended", exitCode: 4 });
  });
});

describe("a server that", () => {
  test.each([
    ["stalls before its headers", "/stall", "headers"],
    ["sends headers one by one without end", "/slow-headers", "headers"],
    ["sends a byte each 100 ms", "/drip", "body"],
  ])("%s is given up in time", async (_name, path, phase) => {
    const { origin } = await startServer(oddServer);
    const { end, ms, virtualMs } = ask(`${origin}${path}`);
    expect(end).toEqual({ kind: "timeout", phase, afterMs: timeoutMs });
    expect(ms).toBeLessThan(timeoutMs + lateMsMax);
    expect(virtualMs).toBe(timeoutMs);
  });

  test("has months of time is not given up at once", async () => {
    const { origin } = await startServer(oddServer);
    expect(ask(`${origin}/endless`, 2 ** 32).end).toMatchObject({ kind: "too long" });
  });

  test("never accepts is given up in time", async () => {
    const { end, ms } = ask(await startBlackHole());
    expect(end).toEqual({ kind: "timeout", phase: "connect", afterMs: timeoutMs });
    expect(ms).toBeLessThan(timeoutMs + lateMsMax);
  });

  test("sends a body without end is given up at the limit", async () => {
    const { origin } = await startServer(oddServer);
    const { end } = ask(`${origin}/endless`, patientMs);
    expect(end).toMatchObject({ kind: "too long", limit: bytesMax });
    if (end.kind !== "too long") return;
    expect(end.seen).toBeGreaterThan(bytesMax);
    expect(end.seen).toBeLessThan(bytesMax + 1_024 * 1_024);
    expect([end.first.slice(0, 16), end.last.length]).toEqual(["endless endless ", 1_024]);
  });
});

test("a process is gone when the one that asked for it is killed", async () => {
  const pidFile = new TempProject().path("pids");
  const asker = spawn(process.execPath, ["--input-type=module", "--eval", asking, pidFile]);
  const read = (): string => (existsSync(pidFile) ? readFileSync(pidFile, "utf8") : "");
  while (!read().endsWith("\n")) await new Promise(setImmediate);
  const pids = read().split(" ").map(Number);
  expect(await alive(pids)).toEqual(pids);
  asker.kill("SIGKILL");
  while ((await alive(pids)).length > 0) continue; // the time limit of the test ends the wait
});

test.each<[string, (origin: string) => Call | Promise<Call>, object]>([
  [
    "a process that ignores SIGTERM",
    () => shellCall(`echo $$; trap "" TERM HUP INT; while :; do sleep 600; done`),
    late,
  ],
  ["a grandchild that holds the pipe", () => shellCall("sleep 600 & echo $$ $!; wait"), late],
  [
    "a process that writes without end",
    () => ({ ...shellCall("echo $$; exec yes"), timeoutMs: patientMs }),
    { kind: "too long" },
  ],
  ["a server that never accepts", async () => get(await startBlackHole()), lateIn("connect")],
  [
    "a server that stalls before its headers",
    (origin) => get(`${origin}/stall`),
    lateIn("headers"),
  ],
  ["a server that sends a byte each 100 ms", (origin) => get(`${origin}/drip`), lateIn("body")],
  [
    "a body without end",
    (origin) => ({ ...get(`${origin}/endless`), timeoutMs: patientMs }),
    { kind: "too long" },
  ],
  [
    "a body without end, byte by byte",
    (origin) => ({ ...get(`${origin}/crumbs`), timeoutMs: patientMs, bytesMax: 256 * 1_024 }),
    { kind: "too long" },
  ],
])(
  "%s takes no more time and memory than its limits, and leaves nobody",
  async (_name, call, wanted) => {
    const { origin } = await startServer(oddServer);
    const spec = await call(origin);
    const { end, ms, grownMb } = await measured(spec, origin);
    expect(end).toMatchObject(wanted);
    expect(ms).toBeLessThan(spec.timeoutMs + lateMsMax);
    expect(grownMb).toBeLessThan(spec.bytesMax / 1_024 / 1_024 + grownMbMax);
    expect(await alive("command" in spec ? pidsIn(end) : [])).toEqual([]);
  },
);

// --- inside ---

interface Ended<End> {
  readonly end: End;
  /** Real time. */
  readonly ms: number;
  readonly virtualMs: number;
}

function shell(text: string, ownTimeoutMs = timeoutMs): Ended<HostProcessEnd> {
  return run({ ...shellCall(text), timeoutMs: ownTimeoutMs });
}

/** Asks, and asks a strict replay, which has to say the same without the host. */
function run(spec: HostProcessSpec): Ended<HostProcessEnd> {
  return twice((world) => runHostProcess(world, spec));
}

function ask(url: string, ownTimeoutMs = timeoutMs): Ended<HostHttpEnd> {
  return twice((world) => askHostHttp(world, { ...get(url), timeoutMs: ownTimeoutMs }));
}

function twice<End>(body: (world: SimWorld) => End): Ended<End> {
  const { world, log } = hostWorld();
  const startedMs = performance.now();
  const end = body(world);
  const ms = performance.now() - startedMs;
  const virtualMs = world.nowUs / 1_000;
  const replay = hostWorld(log);
  const again = body(replay.world);
  expect({ again, ms: replay.world.nowUs / 1_000 }).toEqual({ again: end, ms: virtualMs });
  expect(replay.log).toEqual(log);
  return { end, ms, virtualMs };
}

type Call = HostProcessSpec | HostHttpSpec;

function shellCall(text: string): HostProcessSpec {
  return { command: "sh", args: ["-c", text], timeoutMs, bytesMax };
}

function get(url: string): HostHttpSpec {
  return { method: "GET", url, headers: {}, timeoutMs, bytesMax };
}

interface Measured {
  readonly end: HostProcessEnd | HostHttpEnd;
  readonly ms: number;
  readonly grownMb: number;
}

/** Makes a call in a process of its own, which stays, and says how far its memory went up. */
async function measured(call: Call, origin: string): Promise<Measured> {
  const { line } = await startScript(growth, JSON.stringify(call), origin);
  return JSON.parse(line) as Measured;
}

function pidsIn(end: Measured["end"]): number[] {
  const said = "first" in end ? end.first : "stdout" in end ? end.stdout : "";
  const pids = (said.split("\n")[0] ?? "").split(" ").map(Number);
  expect(pids.every((pid) => pid > 1)).toBe(true);
  return pids;
}

// In a process of its own, whose highest point is that of the call. One call is made before, so
// that the thread is not counted.
const inWorld = `
import { askHostHttp, hostAccessOf, runHostProcess } from ${JSON.stringify(`${repository}/compiled/world/host/index.js`)};
import { SimWorld } from ${JSON.stringify(`${repository}/compiled/world/sim-world.js`)};
import { SimplestSource } from ${JSON.stringify(`${repository}/compiled/kernel/decisions/random-source.js`)};
import { RecordedDecisions } from ${JSON.stringify(`${repository}/compiled/kernel/decisions/recorded-decisions.js`)};
const limits = { timeoutMs: 20000, bytesMax: ${bytesMax} };
const host = hostAccessOf({ host: { proc: true, http: true } });
const world = new SimWorld(new RecordedDecisions(new SimplestSource()), { latencyUsMax: 0, host });
`;
const growth = `${inWorld}
const [, told, url] = process.argv;
const call = JSON.parse(told);
runHostProcess(world, { command: "true", args: [], ...limits });
askHostHttp(world, { method: "GET", url, headers: {}, ...limits });
const before = process.memoryUsage.rss();
const startedMs = performance.now();
const end = "url" in call ? askHostHttp(world, call) : runHostProcess(world, call);
const ms = performance.now() - startedMs;
const grownMb = process.resourceUsage().maxRSS / 1024 - before / 1024 / 1024;
console.log(JSON.stringify({ end, ms, grownMb }));
setInterval(() => {}, 2 ** 30);
`;

const asking = `${inWorld}
const args = ["-c", 'sleep 600 & echo $$ $! > "$0"; wait', process.argv[1]];
runHostProcess(world, { command: "sh", args, ...limits });
`;
