import path from "node:path";
import { expect, test } from "vitest";
import type { ResultDocument } from "../../src/report/json.ts";
import { repository, TempProject } from "./temp-project.ts";

// What leaves the simulated world is a finding that names the line, or is said in the header.

const chaosFile = `
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { always, simulation } from "gauntlet";

declare const native: { setTimeout: typeof setTimeout };
const headers = { "content-type": "application/wasm" };
const empty = () => new Response(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]), { headers });
const program = "require('node:worker_threads').parentPort.postMessage(1)";

export const thread = simulation({
  name: "thread",
  run: async () => {
    const worker = new Worker(program, { eval: true }); // thread
    const [answer] = await once(worker, "message");
    always(answer === 1, "it answers");
    await worker.terminate();
  },
});
export const timer = simulation({
  name: "timer",
  run: async () => {
    const isOver = await new Promise<boolean>((resolve) => {
      native.setTimeout(resolve, 1, true); // timer
    });
    always(isOver, "it is over");
  },
});
export const wasm = simulation({
  name: "wasm",
  run: async () => {
    const compiled = await WebAssembly.compileStreaming(empty()); // wasm
    always(WebAssembly.Module.exports(compiled).length === 0, "it is empty");
  },
});
export const left = simulation({
  name: "left",
  run: () => {
    const timer = setInterval(() => {}, 10); // left
    always(timer.hasRef(), "it keeps the process");
  },
});
`;

/** As an agent does that is loaded with --require, before Gauntlet can install anything. */
const early = "globalThis.native = { setTimeout };";

const launch = `
process.env.NODE_OPTIONS = "--require ./early.cjs";
await import(${JSON.stringify(path.join(repository, "dist", "cli", "main.js"))});
`;

test("a thread, a captured timer and WebAssembly are escapes that name the line", async () => {
  const { code, findings } = await told("explore", "thread", "timer", "wasm");
  expect(code).toBe(1);
  expect(
    findings.map(({ subject, kind, message }) => [subject, kind, ...message.split("\n")]),
  ).toEqual([
    [
      "thread",
      "escape",
      "`worker_threads.Worker` leaves the simulated world",
      "it talks to another thread, whose speed nothing decides",
      "help: start it of a file, without `eval`, `stdin`, `stdout` and `stderr`",
    ],
    ["timer", "escape", "`native setTimeout` is outside the simulated world"],
    [
      "wasm",
      "escape",
      "`WebAssembly.compileStreaming` leaves the simulated world",
      "it finishes when a thread of the host's pool does",
      "help: use `WebAssembly.compile` and `WebAssembly.instantiate`, which are simulated",
    ],
  ]);
  for (const { subject, place, confirmed } of findings) {
    expect([subject, place?.line, confirmed]).toEqual([subject, lineOf(subject), true]);
  }
});

// A real thread starts by the clock: a machine that is busy may need another try.
test("with strict off, the header says what was uncontrolled", { retry: 2 }, async () => {
  const project = escaping();
  const strict = "[explorer]\nmax_runs = 2\nshrink_budget = 0\n[world]\nstrict = ";
  project.write("gauntlet.toml", `${strict}false\n`);
  const names = ["thread", "timer", "wasm"];
  const document = await told("explore", ...names, project);
  expect([document.code, document.verdict, document.findings]).toEqual([0, "held", []]);
  const uses = document.uncontrolled.map(({ seam, call, place }) => [seam, call, place]);
  expect(uses).toEqual([
    ["threads", "worker_threads.Worker", `a.chaos.ts:${lineOf("thread")}`],
    ["timers", "native setTimeout", `a.chaos.ts:${lineOf("timer")}`],
    ["webassembly", "WebAssembly.compileStreaming", `a.chaos.ts:${lineOf("wasm")}`],
  ]);
  expect(document.tiers).toMatchObject({ clock: "simulated", timers: "uncontrolled" });
  project.write("gauntlet.toml", `${strict}true\n`);
  const loose = await project.gauntlet("explore", "a.chaos.ts#wasm", "--no-strict");
  const place = `a.chaos.ts:${lineOf("wasm")}`;
  const header = `uncontrolled: webassembly, WebAssembly.compileStreaming at ${place}`;
  expect([loose.code, loose.out.split("\n")[1]?.trim()]).toEqual([0, header]);
});

test("a trace knows that its run was not strict, and what it left", async () => {
  const project = escaping();
  project.write("b.chaos.ts", brokenLater);
  const { findings } = await project.told("explore", "b.chaos.ts", "--runs", "1", "--no-strict");
  const trace = findings[0]?.trace ?? "";
  const shown = await project.gauntlet("trace", "show", trace);
  expect(shown.out).toContain("isStrict false");
  expect(shown.out).toContain("webassembly: WebAssembly.compileStreaming at b.chaos.ts:6");
  expect(findings[0]?.replay).toBe(`npx gauntlet replay ${trace} --no-strict`);
  const again = await project.told("replay", trace, "--no-strict");
  expect(again.findings.map(({ message }) => message)).toEqual(["after it"]);
  expect(again.uncontrolled).toMatchObject([
    { call: "WebAssembly.compileStreaming", place: "b.chaos.ts:6" },
  ]);
});

test("what a run leaves open is a finding where the setting or the flag asks for it", async () => {
  const project = escaping();
  const selector = ["explore", "a.chaos.ts#left", "--runs", "1"];
  project.write("gauntlet.toml", "[world]\nleaks = true\n");
  const [asked, plain] = await Promise.all([
    project.told(...selector),
    escaping().told(...selector),
  ]);
  expect([plain.code, plain.findings]).toEqual([0, []]);
  const found = asked.findings.map(({ kind, message, place }) => [kind, message, place?.line]);
  expect(found).toEqual([["leak", "left open: setInterval", lineOf("left")]]);
  const line = `setInterval is still open (run a.chaos.ts:${lineOf("left")})`;
  expect(asked.findings[0]?.story).toContain(line);
});

test("a value of [world] that is no answer is refused with its place", async () => {
  const project = escaping();
  project.write("gauntlet.toml", `[world]\nstrict = "no"\n`);
  const { code, err } = await project.gauntlet("explore", "a.chaos.ts#left");
  expect(code).toBe(2);
  expect(err).toContain("`[world] strict` must be true or false");
  expect(err).toContain("gauntlet.toml:2:10");
});

test("doctor passes no subject whose every run escapes, and keeps to its time", async () => {
  const project = escaping();
  const strict = await project.told("doctor", "a.chaos.ts#wasm", "--runs", "3");
  const found = strict.findings.map(({ kind, place }) => [kind, place?.line]);
  expect([strict.code, found]).toEqual([1, [["escape", lineOf("wasm")]]]);
  const loose = await project.told("doctor", "a.chaos.ts#wasm", "--runs", "3", "--no-strict");
  expect([loose.code, loose.verdict]).toEqual([3, "unknown"]);
  const timed = await project.told("doctor", "a.chaos.ts#left", "--time", "0.5");
  expect(timed.code).toBe(0);
  expect(timed.summary.runs).toBeGreaterThan(0);
  expect(timed.summary.runs).toBeLessThan(200_000);
});

// --- inside ---

const brokenLater = `
import { simulation } from "gauntlet";
const headers = { "content-type": "application/wasm" };
const empty = () => new Response(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]), { headers });
export default simulation({ name: "later", run: async () => {
  await WebAssembly.compileStreaming(empty());
  throw new RangeError("after it");
} });
`;

function escaping(): TempProject {
  const config = "[explorer]\nmax_runs = 2\nshrink_budget = 0\n";
  const files = { "a.chaos.ts": chaosFile, "early.cjs": early, "launch.mjs": launch };
  return new TempProject({ ...files, "gauntlet.toml": config });
}

/** The document of a command over some subjects, with the agent loaded in every process. */
async function told(
  verb: string,
  ...rest: readonly (string | TempProject)[]
): Promise<ResultDocument & { readonly code: number | null }> {
  const project = rest.find((part) => part instanceof TempProject) ?? escaping();
  const names = rest.filter((part) => typeof part === "string");
  const selectors = names.map((name) => `a.chaos.ts#${name}`);
  const { code, out, err } = await project.node("launch.mjs", verb, ...selectors, "--json");
  if (out === "") throw new Error(err);
  return { ...(JSON.parse(out) as ResultDocument), code };
}

function lineOf(name: string): number {
  return chaosFile.split("\n").findIndex((text) => text.endsWith(`// ${name}`)) + 1;
}
