import { mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { sampleTrace } from "../../kernel/trace/trace.fuzz.ts";
import { traceLines } from "../../kernel/trace/trace-write.ts";
import { readTrace } from "../trace-file.ts";
import { keepRun, openRun, readRun } from "./run-store.ts";
import { select } from "./select.ts";

// AC-14: whoever keeps a process alive and asks for ever new files must not pay for the old ones,
// and must see every edit. Nothing here caches; these tests would notice if something began to.

const tracesCount = 10_000;
/** Keeping one costs four files; each says so much that a cache of them would be seen. */
const runsCount = 2_000;
const subjectLength = 8_000;
/** Far below what nine tenths of them take, above what a garbage collector leaves. */
const growthMax = 4 * 1024 * 1024;

let root = "";
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "gauntlet-many-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
});

test("AC-14: ten thousand traces, found and read, leave the heap as it was", async () => {
  await keepRun(root, await openRun(root, new Date(0)), facts());
  const place = { projectRoot: root, cwd: root };
  const growth = await growthFrom(tracesCount, async (number) => {
    const name = `trace-${number}.jsonl`;
    writeTraceText(name, `seed-${number}`);
    const { trace } = await select(name, place);
    expect((await readTrace(trace)).header.seed).toBe(`seed-${number}`);
    rmSync(trace);
  });
  expect(growth).toBeLessThan(growthMax);
});

test("AC-14: runs that are kept and read leave the heap as it was", async () => {
  const growth = await growthFrom(runsCount, async (number) => {
    const run = await openRun(root, new Date(number));
    const { folder } = await keepRun(root, run, facts());
    expect((await readRun(folder))?.manifest.runId).toBe(run.id);
  });
  expect(growth).toBeLessThan(growthMax);
});

test("AC-14: an edit of a trace that keeps size and time is seen", async () => {
  const file = path.join(root, "trace.jsonl");
  const sizes = [];
  for (const seed of ["one", "two"]) {
    writeTraceText("trace.jsonl", seed);
    utimesSync(file, 1_000, 1_000);
    sizes.push(statSync(file).size);
    expect((await readTrace(file)).header.seed).toBe(seed);
  }
  expect(sizes[0]).toBe(sizes[1]);
});

// --- inside ---

/** By how many bytes the heap grows over the last nine tenths. */
async function growthFrom(count: number, doIt: (number: number) => Promise<void>): Promise<number> {
  let early = 0;
  for (let number = 1; number <= count; number++) {
    await doIt(number);
    if (number === count / 10) early = heapUsed();
  }
  return heapUsed() - early;
}

function heapUsed(): number {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}

function writeTraceText(name: string, seed: string): void {
  const header = { ...sampleTrace.header, seed };
  const lines = [...traceLines({ ...sampleTrace, header })];
  writeFileSync(path.join(root, name), lines.map((line) => `${line}\n`).join(""));
}

function facts(): Parameters<typeof keepRun>[2] {
  const time = new Date(0).toISOString();
  return {
    command: "explore",
    subject: "a".repeat(subjectLength),
    verdict: "held",
    startedAt: time,
    finishedAt: time,
    identities: [],
    findings: [],
    traces: [],
    document: "{}\n",
    text: "",
  };
}
