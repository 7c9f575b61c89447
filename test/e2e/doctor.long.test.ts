import { expect, test } from "vitest";
import { TempProject } from "./temp-project.ts";

const chaosFile = `
import { chaosTest } from "gauntlet";
import { executionAsyncId } from "node:async_hooks";
import v8 from "node:v8";
import { next } from "stateful";

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const subject = (name: string, run: () => unknown) =>
  chaosTest({ name, setup: () => ({}), rules: { go: { run } } });

export const clean = subject("clean", () => wait(Math.random() * 10 + (Date.now() % 7)));
export const heap = subject("heap", async () => {
  await wait(v8.getHeapStatistics().used_heap_size);
});
export const count = subject("count", async () => {
  await wait(executionAsyncId());
});
export const branch = subject("branch", async () => {
  if (process.hrtime.bigint() > 0n && next() % 3 === 0) Math.random();
});
`;

function dirtyProject(): TempProject {
  return new TempProject({
    "dirty.chaos.ts": chaosFile,
    "node_modules/stateful/package.json": `{ "name": "stateful", "main": "index.js" }`,
    "node_modules/stateful/index.js": "let count = 0; exports.next = () => ++count;",
  });
}

test("a clean subject repeats: exit 0", async () => {
  const { code, findings } = await dirtyProject().told(
    "doctor",
    "dirty.chaos.ts#clean",
    "--runs",
    "10",
  );
  expect([code, findings]).toEqual([0, []]);
});

test("an uncontrolled call is named with its line, beside both sides that differed", async () => {
  const project = dirtyProject();
  const lines = chaosFile.split("\n");
  const cases = [
    ["heap", "v8.getHeapStatistics"],
    ["count", "async_hooks.executionAsyncId"],
  ] as const;
  for (const [name, call] of cases) {
    const told = await project.told("doctor", `dirty.chaos.ts#${name}`, "--runs", "2");
    const [finding] = told.findings;
    const written = call.slice(call.indexOf(".") + 1);
    const line = lines.findIndex((text) => text.includes(`${written}(`) || text.includes(call)) + 1;
    expect([name, told.code, told.verdict]).toEqual([name, 1, "broken"]);
    expect(finding?.message).toMatch(/^run \d did not repeat: the same seed gave another /);
    expect(finding?.place).toMatchObject({ file: "dirty.chaos.ts", line });
    expect(finding?.story.join("\n")).toMatch(
      new RegExp(
        `first: [^]*second: [^]*uncontrolled call: \\(${call}\\)[^]*dirty.chaos.ts:${line}`,
      ),
    );
  }
});

test("state in a package is named with the line that mends it, and the line mends it", async () => {
  const project = dirtyProject();
  const words = ["doctor", "dirty.chaos.ts#branch", "--runs", "4"];
  const sick = await project.told(...words);
  expect(sick.code).toBe(1);
  expect(sick.findings[0]?.message).toMatch(/another decision \d/);
  const [note = ""] = sick.notes;
  const line = /inline = \["stateful"\]/.exec(note)?.[0] ?? "";
  expect(note).toContain("the package `stateful` keeps state from run to run");
  const explored = await project.told("explore", "dirty.chaos.ts#branch", "--runs", "20");
  expect([explored.code, explored.verdict]).toEqual([3, "unknown"]);
  expect(explored.next).toEqual([expect.stringContaining("gauntlet doctor dirty.chaos.ts")]);
  project.write("gauntlet.toml", `[explorer]\n${line}\n`);
  expect(await project.told(...words)).toMatchObject({ code: 0, verdict: "held", findings: [] });
});

test("a subject whose process ends is not compared: exit 3, and no bug of ours", async () => {
  const project = new TempProject({
    "loop.chaos.ts": `
      import { simulation } from "gauntlet";
      export default simulation({ name: "loop", run: () => { process.abort(); } });`,
  });
  const told = await project.told("doctor", "loop.chaos.ts", "--runs", "2");
  expect([told.code, told.verdict]).toEqual([3, "unknown"]);
  expect(told.because).toContain("a process ended before its runs could be compared");
});
