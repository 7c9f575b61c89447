import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { FailureIdentity } from "../../src/kernel/failure/identity.ts";
import { decisionLine } from "../../src/kernel/trace/trace-write.ts";
import type { FindingDocument } from "../../src/report/finding-document.ts";
import { readTrace } from "../../src/store/trace-file.ts";
import { documentOf, gauntlet } from "./command-line.ts";
import { chaosFile, copyExamples, type Example, named, record } from "./example.ts";
import { services, withWorker } from "./example.ts";

// A service with HTTP, files and queues: its bug is found, told in a few lines and seen again every
// time, with whatever seed; its fixed twin, tested by the same file, is silent.

const seeds = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
/** How many runs a seed has; the time of the first failure is printed, and lies far below 5 s. */
const runsMax = 30;
const storyLinesMax = 6;

let copies: readonly ReturnType<typeof copyExamples>[];
beforeAll(() => {
  copies = seeds.map(() => copyExamples());
});
afterAll(() => {
  for (const copy of copies) copy.remove();
});

/** Every seed has a copy of its own: what one finds is no help to the next. */
function folderOf(example: Example, seed: number): string {
  return path.join(copies[seed - 1]?.root ?? "", example.folder);
}

test.for(named(services))(
  "%s: 10 of 10 seeds find the bug, tell it in six lines, and it replays 100 of 100 times",
  { timeout: 600_000 },
  async ([name, example]) => {
    const found: FindingDocument[] = [];
    for (const seed of seeds) found.push(await foundBy(example, seed));
    for (const { confirmed, story } of found) {
      expect(confirmed).toBe(true);
      const told = story.filter((line) => !line.startsWith("broken: "));
      expect(told.slice(storyLinesMax)).toEqual([]);
    }
    expect(new Set(found.map(({ identity }) => identity.key)).size).toBe(1);
    tell(`${name}: first seen in runs ${found.map(({ runIndex }) => runIndex).join(", ")}`);
    const traces = found.map(({ trace }, at) => path.join(folderOf(example, at + 1), trace ?? ""));
    expect(await replayedTimes(example, traces, found[0]?.identity.key)).toBe(100);
  },
);

test.for(named(services))(
  "%s: the first failure of 10 of 10 seeds is seen within 5 seconds",
  async ([name, example]) => {
    const timesMs: number[] = [];
    await withWorker({ example, projectRoot: folderOf(example, 1) }, async (worker) => {
      for (const seed of seeds) {
        const startedAt = performance.now();
        let firstMs = Number.POSITIVE_INFINITY;
        const stretch = { seed, fromRun: 0, runsMax, timeMsMax: 60_000, marksEachRun: false };
        await worker.explore(
          { type: "explore", ...stretch },
          { onSighting: () => (firstMs = Math.min(firstMs, performance.now() - startedAt)) },
        );
        timesMs.push(Math.round(firstMs));
      }
    });
    tell(`${name}: first seen after ${timesMs.join(", ")} ms`);
    expect(timesMs.filter((ms) => ms > 5_000)).toEqual([]);
  },
);

test.for(named(services))(
  "%s: the fixed twin is silent with 10 of 10 seeds, and every healthy path was taken",
  { timeout: 600_000 },
  async ([, example]) => {
    for (const seed of seeds) {
      const flags = ["--seed", String(seed), "--runs", String(runsMax), "--json"];
      const folder = path.join(folderOf(example, seed), "fixed");
      const ended = await gauntlet(folder, "explore", chaosFile(example), ...flags);
      const { verdict, findings, summary } = documentOf(ended);
      expect({ seed, code: ended.code, verdict, findings }).toEqual({
        seed,
        code: 0,
        verdict: "held",
        findings: [],
      });
      expect(summary.runs).toBe(runsMax);
    }
  },
);

test.for(named(services))(
  "%s: the doctor finds nothing, in the twin neither",
  async ([, example]) => {
    const folder = folderOf(example, 1);
    for (const cwd of [folder, path.join(folder, "fixed")]) {
      const ended = await gauntlet(cwd, "doctor", chaosFile(example), "--json");
      const { verdict, findings, notes } = documentOf(ended);
      expect({ code: ended.code, verdict, findings, notes }).toEqual({
        code: 0,
        verdict: "held",
        findings: [],
        notes: [],
      });
    }
  },
);

// --- inside ---

/** For whoever wants to know how far below their limits the numbers are. */
function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}

async function foundBy(example: Example, seed: number): Promise<FindingDocument> {
  const flags = ["--seed", String(seed), "--runs", String(runsMax), "--json"];
  const ended = await gauntlet(folderOf(example, seed), "explore", chaosFile(example), ...flags);
  const { verdict, findings } = documentOf(ended);
  const properties = findings.map(({ identity }) => identity.property);
  expect({ seed, code: ended.code, verdict, properties }).toEqual({
    seed,
    code: 1,
    verdict: "broken",
    properties: [expect.any(String)],
  });
  const [finding] = findings;
  if (finding === undefined) throw new Error("nothing was found");
  return finding;
}

/** How often the small traces, each taken ten times in turn, end as they were recorded. */
async function replayedTimes(
  example: Example,
  traces: readonly string[],
  key: FailureIdentity["key"] | undefined,
): Promise<number> {
  return withWorker({ example, projectRoot: folderOf(example, 1) }, async (worker) => {
    let count = 0;
    for (let round = 0; round < 10; round++) {
      for (const file of traces) {
        const trace = await readTrace(file);
        const decisions = trace.decisions.map(decisionLine);
        const again = await record(worker, { how: "strict", decisions });
        expect(again.divergence).toBeUndefined();
        expect(again.events).toEqual(trace.events);
        if (again.verdict === "broken" && again.identity?.key === key) count += 1;
      }
    }
    return count;
  });
}
