import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { program } from "./command-line.ts";
import { TempProject } from "./temp-project.ts";
import { workersOf } from "./workers-of.ts";

// What a process may take, and what it means that one was killed before it could do anything.

const simulating = (name: string, body: string): string => `
import { always, simulation } from "gauntlet";

export default simulation({ name: "${name}", run: () => { ${body} always(true, "it ends"); } });
`;

const held = simulating("held", "");

/** Buffers lie beside the heap that V8 limits. */
const buffers = (mb: number): string => `
  const all = Array.from({ length: ${mb} }, () => Buffer.alloc(1024 * 1024, 1));
  if (all.length < ${mb}) throw new Error("not all of them");
`;

test("buffers beyond the limit are a memory finding that replays", async ({ skip }) => {
  skip(process.platform !== "linux", "only Linux tells how much memory a process has");
  const project = new TempProject({
    "buffers.chaos.ts": simulating("buffers", buffers(400)),
    "gauntlet.toml": "[explorer]\nmemory_mb = 64\nrun_timeout = 60\nshrink_budget = 2\n",
  });
  const told = await project.told("explore", "buffers.chaos.ts", "--runs", "2");
  expect(told.findings).toMatchObject([
    { kind: "memory", message: "out of memory", exitMode: { kind: "memory" }, confirmed: true },
  ]);
  const again = await project.told("replay", "last-fail");
  expect([again.code, again.findings[0]?.kind]).toEqual([1, "memory"]);
});

test.each([
  ["200 MB of buffers under a limit of 512", buffers(200), 512],
  [
    "300 MB of buffers that nothing refers to any more, under a limit of 64",
    "for (let at = 0; at < 300; at++) Buffer.alloc(1024 * 1024, 1);",
    64,
  ],
])("%s are not too much", async (_, body, memoryMb) => {
  const project = new TempProject({
    "buffers.chaos.ts": simulating("buffers", body),
    "gauntlet.toml": `[explorer]\nmemory_mb = ${memoryMb}\nrun_timeout = 60\n`,
  });
  const told = await project.told("explore", "buffers.chaos.ts", "--runs", "3");
  expect([told.verdict, told.findings, told.notes]).toEqual(["held", [], []]);
});

test("a process that is killed while it loads is started again", async () => {
  const project = new TempProject({ "held.chaos.ts": held });
  const words = [program, "explore", "held.chaos.ts", "--runs", "20", "--json"];
  const child = spawn(process.execPath, words, { cwd: project.root });
  let out = "";
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString("utf8")));
  const closed = once(child, "close");
  let [worker] = workersOf(child.pid ?? 0);
  for (; worker === undefined; [worker] = workersOf(child.pid ?? 0)) continue;
  process.kill(worker, "SIGKILL"); // Node itself is still being started in it
  const [code] = (await closed) as [number];
  expect([code, JSON.parse(out)]).toMatchObject([0, { verdict: "held", summary: { runs: 20 } }]);
});

test("one that is killed each time is unknown, and the other subjects are looked at", async () => {
  const project = new TempProject({
    "killed.chaos.ts": `process.kill(process.pid, "SIGKILL");\n${held}`,
    "held.chaos.ts": held,
  });
  const files = ["killed.chaos.ts", "held.chaos.ts"];
  const told = await project.told("explore", ...files, "--runs", "20");
  const because = "the process was killed while it loaded `killed.chaos.ts` (signal SIGKILL)";
  expect(told).toMatchObject({ code: 3, verdict: "unknown", because, summary: { runs: 20 } });
  const alone = await project.gauntlet("doctor", "killed.chaos.ts");
  expect(alone.code).toBe(3);
  expect(alone.err).toContain(`error[S005]: ${because}`);
});

test("one that crashes by itself while it loads is a mistake in the file, as before", async () => {
  const project = new TempProject({ "abort.chaos.ts": `process.abort();\n${held}` });
  const { code, err } = await project.gauntlet("explore", "abort.chaos.ts");
  expect([code, /error\[\w+\]: .*/.exec(err)?.[0]]).toEqual([
    2,
    "error[S003]: the process ended while it loaded `abort.chaos.ts` (signal SIGABRT)",
  ]);
});

test("a run that ended sooner is not the latest, whatever the clock says", async () => {
  const project = new TempProject({ "held.chaos.ts": held });
  project.write(".gauntlet/runs/20991231-235959000-000000/manifest.json", "{");
  await project.told("explore", "held.chaos.ts", "--runs", "1");
  const second = await project.told("explore", "held.chaos.ts", "--runs", "2");
  const shown = await project.told("report", "show", "latest");
  expect([second.summary.runs, shown.summary.runs]).toEqual([2, 2]);
});
