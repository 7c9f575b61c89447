import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { simulation } from "../../src/kernel/subject/chaos-test.ts";
import type { Decision } from "../../src/kernel/decisions/decision.ts";
import type { GauntletError } from "../../src/kernel/errors/gauntlet-error.ts";
import { TraceReader } from "../../src/kernel/trace/trace-read.ts";
import { traceLines } from "../../src/kernel/trace/trace-write.ts";
import { activeWorld } from "../../src/world/active-world.ts";
import { installWorld } from "../../src/world/install.ts";
import {
  askHostHttp,
  hostCallsCount,
  type HostFiles,
  hostFiles,
  type HostHttpEnd,
  type HostHttpSpec,
  hostLimits,
  type HostProcessEnd,
  type HostProcessSpec,
  readHeap,
  runHostProcess,
} from "../../src/world/host/index.ts";
import type { SimWorld } from "../../src/world/sim-world.ts";
import { endHosts, hostThreadsCount } from "../../src/world/host/host-link.ts";
import { comparable, runOnce } from "../fixtures/driven-run.ts";
import { hostWorld, oddServer, startServer } from "./host-world.ts";
import { TempProject } from "./temp-project.ts";

const mebibyte = 1_024 * 1_024;
const limits = { timeoutMs: 20_000, bytesMax: 8 * mebibyte };

beforeAll(() => installWorld());
afterAll(() => endHosts());

describe("what a process writes", () => {
  test("keeps characters whole that come in pieces", () => {
    const script =
      "const b = Buffer.from('snow ☃ man'); let i = 0;" +
      "const next = () => i < b.length && process.stdout.write(b.subarray(i, ++i), next); next()";
    expect(node(script)).toMatchObject({ kind: "ended", exitCode: 0, stdout: "snow ☃ man" });
  });

  test("comes as text and as bytes where it is not UTF-8", () => {
    const end = program("sh", "-c", String.raw`printf 'a\377'; printf ok >&2; kill -HUP $$`);
    expect(end).toEqual({
      kind: "ended",
      exitCode: null,
      signal: "SIGHUP",
      stdout: "a\uFFFD",
      stdoutBase64: "Yf8=",
      stderr: "ok",
      ms: expect.any(Number),
    });
  });

  test("is what it was given, with its own folder and environment", () => {
    const project = new TempProject();
    const { world } = hostWorld();
    const args = ["-c", 'pwd -P; echo "$WORD"; cat'];
    const env = { WORD: "set" };
    const given = { command: "sh", args, cwd: project.root, env, stdin: "in ☃" };
    const spec: HostProcessSpec = { ...given, ...limits };
    const told = runHostProcess(world, spec);
    expect(told).toMatchObject({ stdout: `${project.root}\nset\nin ☃`, stderr: "" });
  });

  test.each([
    ["/no/such/program", "ENOENT"],
    ["/etc/passwd", "EACCES"],
    ["bad\0name", "ERR_INVALID_ARG_VALUE"],
  ])("is nothing where %j cannot be started", (command, code) => {
    expect(program(command)).toMatchObject({ kind: "unstartable", code });
  });

  test("is kept to 8 MiB, bytes or text, in a trace that can be read again", () => {
    const { world, log } = hostWorld();
    const write = (what: string): string =>
      `const chunk = Buffer.alloc(65536, ${what});` +
      "for (let i = 0; i < 128; i++) process.stdout.write(chunk)";
    const [text, bytes] = ["'plain text '", "'/wCA/gE=', 'base64'"].map((what) => {
      return node(write(what), world);
    });
    expect([text, bytes].map(lengthOf)).toEqual([8 * mebibyte, 8 * mebibyte]);
    const stored = readAgain(log);
    expect(stored).toEqual(log);
    const replay = hostWorld(stored).world;
    expect(node("", replay)).toEqual(text);
    expect(node("", replay)).toEqual(bytes);
    // The third would be more than a trace can keep, in the run and in its replay.
    const third = (of: SimWorld): unknown => thrownBy(() => node(write("255"), of));
    expect(third(world)).toMatchObject({ code: "W411" });
    const last = hostWorld(log).world;
    node("", last);
    node("", last);
    expect(third(last)).toEqual(third(world));
  });
});

describe("what a server answers", () => {
  test("is its status, its headers in lower case and its body; nothing is followed", async () => {
    const { origin } = await startServer(oddServer);
    const headers = { "X-Sent": "yes" };
    const echo = ask({ method: "POST", url: `${origin}/echo?a=1`, headers, body: "böse" });
    expect(echo).toMatchObject({
      kind: "answer",
      status: 200,
      statusText: "OK",
      headers: { "x-seen": "yes", "set-cookie": "a=1, b=2" },
      body: "POST /echo?a=1 böse",
      isText: true,
    });
    expect(ask({ url: `${origin}/moved` })).toMatchObject({ status: 302, body: "moved" });
    expect(ask({ url: `${origin}/split` })).toMatchObject({ body: "snow ☃ man", isText: true });
    expect(ask({ url: `${origin}/binary` })).toMatchObject({ body: "AP/+DQqA", isText: false });
    expect(ask({ url: `${origin}/cut` })).toMatchObject({ kind: "failed", code: "ECONNRESET" });
    const long = ask({ url: `${origin}/long` });
    expect(long.kind === "answer" && long.body.length).toBe(8 * mebibyte);
  });

  test("is complete at its headers where it is an upgrade", async () => {
    const { origin } = await startServer(oddServer);
    const headers = { connection: "Upgrade", upgrade: "websocket" };
    expect(ask({ url: origin, headers })).toMatchObject({
      kind: "answer",
      status: 101,
      headers: { upgrade: "websocket" },
      body: "",
    });
  });

  test.each([
    ["ftp://127.0.0.1/", "ERR_INVALID_PROTOCOL"],
    ["no address", "ERR_INVALID_URL"],
    ["https://127.0.0.1:1/", "ECONNREFUSED"],
  ])("is a failure for %s", (url, code) => {
    expect(ask({ url })).toMatchObject({ kind: "failed", code });
  });
});

test("a replay is the same run where command, server and files are gone", async () => {
  const project = new TempProject({ "tool.sh": "#!/bin/sh\necho tool; sleep 0.05; exit 3\n" });
  const { origin, stop } = await startServer(oddServer);
  const outcomes: unknown[] = [];
  const definition = simulation({
    name: "all of the host",
    run: async (world) => {
      const sim = activeWorld;
      if (sim === undefined) throw new Error("no run is on");
      const files: HostFiles = hostFiles(sim, project.root);
      const args = [project.path("tool.sh")];
      const seen: unknown[] = [runHostProcess(sim, { command: "sh", args, ...limits })];
      seen.push(askHostHttp(sim, { method: "GET", url: `${origin}/echo`, headers: {}, ...limits }));
      files.write("out/data.txt", "written");
      seen.push(files.read("out/data.txt"), readHeap(sim) > 1_000_000, sim.nowUs);
      await world.sleep(1);
      outcomes.push(seen);
    },
  });
  const settings = { host: { proc: true, http: true, fs: true } };
  const run = await runOnce(definition, { settings });
  expect(run.outcome.failure).toBeUndefined();
  expect(outcomes).toMatchObject([
    [{ kind: "ended", exitCode: 3 }, { status: 200 }, "written", true, expect.any(Number)],
  ]);
  await endHosts();
  await stop();
  rmSync(project.root, { recursive: true });
  const [threads, calls] = [hostThreadsCount(), hostCallsCount()];
  const replayed = await runOnce(definition, { settings, replays: readAgain(run.decisions) });
  expect(comparable(replayed)).toEqual(comparable(run));
  expect(outcomes[1]).toEqual(outcomes[0]);
  expect([hostThreadsCount(), hostCallsCount()]).toEqual([threads, calls]);
});

test("a call has what is left of the time of its run, and 30 seconds where that has no end", () => {
  const bytesMax = 8 * mebibyte;
  const { world } = hostWorld(undefined, 1_000);
  expect(hostLimits(world)).toEqual({ timeoutMs: 1_000, bytesMax });
  world.nowUs = 900_500;
  expect(hostLimits(world)).toEqual({ timeoutMs: 100, bytesMax });
  world.nowUs = 2_000_000;
  expect(hostLimits(world)).toEqual({ timeoutMs: 1, bytesMax });
  expect(hostLimits(hostWorld().world)).toEqual({ timeoutMs: 30_000, bytesMax });
});

test("the host is not asked any more once a run has failed", () => {
  const { world } = hostWorld();
  world.isBroken = () => true;
  const calls = hostCallsCount();
  expect(thrownBy(() => program("echo", "late"))).toBe("nothing");
  expect(thrownBy(() => node("", world))).toMatchObject({ code: "W410" });
  expect(hostCallsCount()).toBe(calls + 1);
});

// --- inside ---

function program(command: string, ...args: string[]): HostProcessEnd {
  return runHostProcess(hostWorld().world, { command, args, ...limits });
}

function node(script: string, world: SimWorld = hostWorld().world): HostProcessEnd {
  return runHostProcess(world, { command: process.execPath, args: ["-e", script], ...limits });
}

function ask(spec: Partial<HostHttpSpec> & { readonly url: string }): HostHttpEnd {
  return askHostHttp(hostWorld().world, { method: "GET", headers: {}, ...spec, ...limits });
}

function lengthOf(end: HostProcessEnd | undefined): number {
  if (end?.kind !== "ended") return 0;
  return Buffer.from(end.stdoutBase64 ?? end.stdout, end.stdoutBase64 ? "base64" : "utf8").length;
}

/** The decisions after they were written to a trace and read from it. */
function readAgain(decisions: readonly Decision[]): readonly Decision[] {
  const subject = { name: "host", file: "host.ts", exportName: "default", digest: "0" };
  const settings = { stepsPerRun: 1, latencyUsMax: 1, host: { proc: true }, timeoutMs: 5 };
  const told = { seed: 1, runIndex: 0, subject, settings, versions: {}, tiers: {} };
  const header = { format: "gauntlet-trace", version: 1, ...told } as const;
  const reader = new TraceReader({ name: "host.trace" });
  const trace = { header, decisions, events: [], verdict: { kind: "held" } } as const;
  for (const line of traceLines(trace)) reader.push(line);
  const read = reader.finish();
  expect(read.header).toEqual(header);
  return read.decisions;
}

function thrownBy(body: () => unknown): unknown {
  try {
    body();
    return "nothing";
  } catch (thrown) {
    const { code, message } = thrown as GauntletError;
    return { code, message };
  }
}
