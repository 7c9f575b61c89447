import { rmSync } from "node:fs";
import { expect, test } from "vitest";
import type { Decision } from "../../src/kernel/decisions/decision.ts";
import { tellStory } from "../../src/kernel/result/story.ts";
import { recordRun, type RecordedRun } from "../../src/runner/worker/record-run.ts";
import { shrinkRuns } from "../../src/runner/worker/shrink-runs.ts";
import { openSession, type SubjectSession } from "../../src/runner/worker/subject-session.ts";
import { TempProject } from "./temp-project.ts";

test("a loop that does not move on is found, replayed, and made small, with its line", async () => {
  const session = await opened("range");
  const { found } = await firstBroken(session);
  const again = await recorded(session, { how: "strict", decisions: found.decisions });
  expect(again.identity).toEqual(found.identity);
  expect(again.events).toEqual(found.events);
  const small = await smallest(session, found);
  expect(story(small)).toEqual([
    "range(0, 1, 0)",
    "range throws stopped after 64,000 blocks of code, going round at src/work.ts:3",
    "range does not do too much work",
  ]);
  expect(small.outcome.failure?.message).toBe(
    "too much work (more than 64,000 blocks of code) for a small input, where others need little",
  );
});

test("the outer loop is told where the inner one ends each time", async () => {
  const session = await opened("fill");
  const small = await smallest(session, (await firstBroken(session)).found);
  expect(story(small)[1]).toMatch(/going round at src\/work\.ts:10$/);
});

test("code that catches the error which stops it does too much nevertheless", async () => {
  const session = await opened("stubborn");
  const { found } = await firstBroken(session);
  expect(found.outcome.failure?.message).toContain("too much work");
});

test.each(["rangeSafe", "table", "lazy", "square"])(
  "much work that an input or the function itself explains is no failure: %s",
  async (name) => {
    const session = await opened(name);
    for (let runIndex = 0; runIndex < 20; runIndex++) {
      for (const seed of [1, 2, 3]) {
        const run = await recorded(session, { how: "random", seed, runIndex });
        expect(run.outcome.failure?.message ?? "").not.toContain("where others need little");
      }
    }
  },
);

test.each(["rangeSafe", "square"])("a correct function stays silent: %s", async (name) => {
  const session = await opened(name);
  for (let runIndex = 0; runIndex < 100; runIndex++) {
    const run = await recorded(session, { how: "random", seed: 7, runIndex });
    expect(run.outcome.failure).toBeUndefined();
  }
});

test("items that do not end for one input are told, where those of others end", async () => {
  const session = await opened("steps");
  const { found } = await firstBroken(session);
  const small = await smallest(session, found);
  expect(small.outcome.failure?.message).toBe("its items do not end, where those of others do");
  expect(story(small)).toEqual(["steps(-1, 0, 0)", "steps gives items that end"]);
});

test("that some items never end is told unless the documentation says it", async () => {
  const session = await opened("countOn");
  const { found } = await firstBroken(session);
  expect(found.outcome.failure?.message).toBe("its items do not end, where those of others do");
});

test.each(["stepsSafe", "cycle", "count"])(
  "items that end, or never do, are no failure: %s",
  async (name) => {
    const session = await opened(name);
    for (let runIndex = 0; runIndex < 60; runIndex++) {
      const run = await recorded(session, { how: "random", seed: 3, runIndex });
      expect(run.outcome.failure).toBeUndefined();
    }
  },
);

// --- inside ---

const code = `export function range(start: number, end: number, step: number): number[] {
  const items: number[] = [];
  for (let at = start; at < end; at += step) {
    items.push(at);
  }
  return items;
}
export function fill(size: number): string {
  let text = "";
  while (text.length !== size) {
    for (let at = 0; at < 2; at++) text += "x";
  }
  return text;
}
export function stubborn(step: number): number {
  let at = 0;
  while (at < 10) {
    try { at += step; if (at > 1e9) throw new Error("far"); } catch { at = 0; }
  }
  return at;
}
export function rangeSafe(start: number, end: number, step: number): number[] {
  const items: number[] = [];
  if (!(step > 0.01)) return items;
  for (let at = start; at < end && at + step > at; at += step) items.push(at);
  return items;
}
export function table(at: number): number {
  const values: number[] = [];
  for (let index = 0; index < 900_000; index++) values.push(index * 2);
  return values[Math.abs(at)] ?? 0;
}
let known: number[] | undefined;
export function lazy(at: number): number {
  if (known === undefined) {
    known = [];
    for (let index = 0; index < 900_000; index++) known.push(index * 2);
  }
  return known[Math.abs(at)] ?? 0;
}
export function* steps(start: number, end: number, step: number): Generator<number> {
  for (let at = start; at < end; at += step) yield at;
}
export function* stepsSafe(start: number, end: number, step: number): Generator<number> {
  if (step > 0.01) for (let at = start; at < end && at + step > at; at += step) yield at;
}
export function* cycle(item: string): Generator<string> {
  for (;;) yield item;
}
/** Counts forever where the step is 0. */
export function* count(end: number, step: number): Generator<number> {
  for (let at = 0; at < end || step === 0; at += Math.max(1, Math.abs(step))) yield at;
}
export function* countOn(end: number, step: number): Generator<number> {
  yield* count(end, step);
}
export function square(side: number): number {
  let sum = 0;
  if (side > 5_000) return side;
  for (let x = 0; x < side; x++) for (let y = 0; y < side; y++) sum += x ^ y;
  return sum;
}
`;

const params: Readonly<Record<string, readonly string[]>> = {
  range: ["start", "end", "step"],
  rangeSafe: ["start", "end", "step"],
  fill: ["size"],
  stubborn: ["step"],
  table: ["at"],
  lazy: ["at"],
  square: ["side"],
  steps: ["start", "end", "step"],
  stepsSafe: ["start", "end", "step"],
  cycle: ["item"],
  count: ["end", "step"],
  countOn: ["end", "step"],
};

/** What the types and words say of those that give items one by one. */
const itemsOf: Readonly<Record<string, object>> = {
  steps: numbers(),
  stepsSafe: numbers(),
  countOn: numbers(),
  cycle: { ...numbers(), params: [{ name: "item", shape: { kind: "string" } }] },
  count: { ...numbers(), stated: { laws: [], isEndless: true } },
};

function numbers(): object {
  return { returns: { kind: "iterable", of: { kind: "unknown" }, isAsync: false } };
}

function generated(name: string): string {
  const call = {
    name,
    kind: "function",
    from: { module: "src/work.ts", path: [name] },
    place: { file: "src/work.ts", line: 1 },
    params: (params[name] ?? []).map((one) => ({
      name: one,
      shape: { kind: "number" },
      isOptional: false,
      isRest: false,
    })),
    returns: { kind: "unknown" },
    isAsync: false,
    definitions: {},
    examples: [],
    guards: [],
    documentedThrows: [],
    ...itemsOf[name],
  };
  const target = { name, module: "src/work.ts", isWeak: false, harness: "fresh", calls: [call] };
  return `import { callTest } from "gauntlet/scan-subject";
import * as m0 from "../../src/work.ts";
export const ${name} = callTest({ target: ${JSON.stringify(target)}, modules: { "src/work.ts": m0 }, options: { checksReturns: false } });
`;
}

function opened(name: string): Promise<SubjectSession> {
  const file = ".gauntlet/scan/work.mjs";
  const project = new TempProject({ "src/work.ts": code, [file]: generated(name) });
  rmSync(project.path("node_modules"), { recursive: true });
  return openSession({
    type: "load",
    projectRoot: project.root,
    file,
    exportName: name,
    inline: [],
    settings: { stepsPerRun: 20, latencyUsMax: 20_000 },
  });
}

function recorded(
  session: SubjectSession,
  decidedBy: Parameters<typeof recordRun>[0]["decidedBy"],
): Promise<RecordedRun> {
  return recordRun({ ...session, decidedBy });
}

async function firstBroken(session: SubjectSession): Promise<{ readonly found: RecordedRun }> {
  for (let runIndex = 0; runIndex < 500; runIndex++) {
    const found = await recorded(session, { how: "random", seed: 1, runIndex });
    if (found.outcome.failure !== undefined) return { found };
  }
  throw new Error("no run is broken");
}

async function smallest(session: SubjectSession, found: RecordedRun): Promise<RecordedRun> {
  const failing: readonly Decision[] = found.decisions;
  const key = found.identity?.key ?? "";
  const parts = { ...session, failing, key, attemptsMax: 500, onProgress: (): void => {} };
  const { decisions } = await shrinkRuns(parts);
  return recorded(session, { how: "strict", decisions });
}

function story({ events, outcome }: RecordedRun): readonly string[] {
  if (outcome.failure === undefined) throw new Error("nothing to tell");
  return tellStory(events, outcome.failure).map(({ what, detail }) => `${what} ${detail}`.trim());
}
