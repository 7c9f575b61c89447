import { rmSync } from "node:fs";
import { expect, test } from "vitest";
import type { Decision } from "../../src/kernel/decisions/decision.ts";
import { RandomSource } from "../../src/kernel/decisions/random-source.ts";
import { seedWords } from "../../src/kernel/decisions/seed.ts";
import { tellStory } from "../../src/kernel/result/story.ts";
import { Tally } from "../../src/kernel/judge/tally.ts";
import { inMacrotask } from "../../src/runner/loop/macrotask.ts";
import { recordRun, type RecordedRun } from "../../src/runner/worker/record-run.ts";
import { shrinkRuns } from "../../src/runner/worker/shrink-runs.ts";
import { openSession, type SubjectSession } from "../../src/runner/worker/subject-session.ts";
import { TempProject } from "./temp-project.ts";

test("a bug is found without fast-check in the project, replayed, and shrunk", async () => {
  const session = await opened("total");
  const found = await firstBroken(session, "TypeError");
  const again = await recorded(session, { how: "strict", decisions: found.decisions });
  expect(again.identity).toEqual(found.identity);
  expect(again.decisions).toEqual(found.decisions);
  const shrunk = await shrinkRuns({
    ...session,
    failing: found.decisions,
    key: found.identity?.key ?? "",
    attemptsMax: 2_000,
    onProgress: () => {},
  });
  const small = await recorded(session, { how: "strict", decisions: shrunk.decisions });
  expect(story(small)).toEqual([
    'total([{sku: "", count: 0, note: null}], 0)',
    "total throws TypeError: Cannot read properties of null (reading 'length')",
    "TypeError Cannot read properties of null (reading 'length')",
  ]);
  expect(session.frames(small.outcome.failure?.stack ?? "")[0]).toMatchObject({
    file: "src/money.ts",
    line: 7,
  });
});

test("what a guard throws is expected, by its lines in the user's own file", async () => {
  const { maker, execute } = await opened("total");
  const tally = new Tally();
  for (let run = 0; run < 60; run++) {
    const source = new RandomSource().restart(seedWords(1), run);
    const { request } = maker.make({ source, tally });
    const outcome = await inMacrotask(() => execute(request));
    expect(outcome.failure?.error).not.toBe("RangeError");
  }
  expect([...tally.refusals.values()]).toEqual([
    {
      operation: "total",
      kind: "expected",
      why: "condition src/money.ts:3",
      count: expect.any(Number),
    },
  ]);
});

test("a bug that needs several calls is shrunk to them", async () => {
  const session = await opened("Cart");
  const found = await firstBroken(session, "Error");
  const shrunk = await shrinkRuns({
    ...session,
    failing: found.decisions,
    key: found.identity?.key ?? "",
    attemptsMax: 2_000,
    onProgress: () => {},
  });
  const small = await recorded(session, { how: "strict", decisions: shrunk.decisions });
  expect(story(small).slice(0, 3)).toEqual([
    'new Cart("a")',
    'cart.add("", 0)',
    'await cart.remove("")',
  ]);
});

test("work that grows too fast is found by counting it, also in a replay", async () => {
  const found = await firstBroken(await opened("unique"), "CallProblem (property)");
  expect(found.outcome.failure?.message).toBe("grows like n^2.0: items.length 8 → 2048");
  const again = await recorded(await opened("unique"), {
    how: "strict",
    decisions: found.decisions,
  });
  expect(again.outcome.failure?.message).toBe(found.outcome.failure?.message);
  expect(again.events).toEqual(found.events);
});

test("work that grows like n log n is not", async () => {
  const session = await opened("uniqueFast");
  for (let runIndex = 0; runIndex < 10; runIndex++) {
    const run = await recorded(session, { how: "random", seed: 1, runIndex });
    expect(run.outcome.failure?.message).toBeUndefined();
  }
});

// --- inside ---

const money = `export interface Line { sku: string; count: number; note?: string | null }
export function total(lines: readonly Line[], discount: number): number {
  if (discount < 0 || discount > 100) {
    throw new RangeError("discount " + discount);
  }
  let sum = 0;
  for (const line of lines) if ("note" in line && line.note !== undefined) sum += line.note!.length;
  return sum * (1 - discount / 100);
}
export function unique(items: readonly string[]): string[] {
  const found: string[] = [];
  for (const item of items) if (!found.includes(item)) found.push(item);
  return found;
}
export function uniqueFast(items: readonly string[]): string[] {
  return [...new Set(items)].sort();
}
export class Cart {
  #items = new Map<string, number>();
  readonly currency: string;
  constructor(currency: string) {
    if (currency === "") throw new Error("no currency");
    this.currency = currency;
  }
  add(sku: string, count: number): void {
    this.#items.set(sku, count);
  }
  async remove(sku: string): Promise<boolean> {
    await Promise.resolve();
    if (!this.#items.delete(sku)) return false;
    if (this.#items.size === 0) throw new Error("empty: " + sku);
    return true;
  }
}
`;

const generated = `import { callTest } from "gauntlet/scan-subject";
import * as m0 from "../../src/money.ts";
const modules = { "src/money.ts": m0 };
const text = { kind: "string" };
const number = { kind: "number" };
const param = (name, shape) => ({ name, shape, isOptional: false, isRest: false });
const field = (key, shape, isOptional = false) => ({ key, shape, isOptional });
const place = (...path) => ({ module: "src/money.ts", path });
const plan = (parts) => ({
  place: { file: "src/money.ts", line: 1 }, isAsync: false, definitions: {}, examples: [],
  guards: [], documentedThrows: [], kind: "method", ...parts,
});
const note = { kind: "union", of: [text, { kind: "null" }] };
const line = {
  kind: "object", fields: [field("sku", text), field("count", number), field("note", note, true)],
};
const guard = {
  file: "src/money.ts", fromLine: 3, toLine: 5, why: "condition", text: "discount < 0",
};
const base = { module: "src/money.ts", isWeak: false };
export const total = callTest({ modules, target: { ...base, name: "total", harness: "fresh", calls: [
  plan({
    name: "total", kind: "function", from: place("total"), returns: number, guards: [guard],
    params: [param("lines", { kind: "array", of: line }), param("discount", number)],
  }),
] } });
const growth = (name) => callTest({ modules, options: { mode: "growth" }, target: {
  ...base, name, harness: "fresh", calls: [
    plan({
      name, kind: "function", from: place(name), returns: { kind: "array", of: text },
      params: [param("items", { kind: "array", of: text })],
    }),
  ],
} });
export const unique = growth("unique");
export const uniqueFast = growth("uniqueFast");
export const Cart = callTest({ modules, target: {
  ...base, name: "Cart", harness: "stateful",
  receiver: {
    kind: "instance", name: "Cart", how: "constructor", from: place("Cart"), fields: ["currency"],
    params: [param("currency", text)],
  },
  calls: [
    plan({
      name: "Cart.add", from: place("Cart", "add"), returns: { kind: "void" },
      params: [param("sku", text), param("count", number)],
    }),
    plan({
      name: "Cart.remove", from: place("Cart", "remove"), returns: { kind: "boolean" },
      params: [param("sku", text)], isAsync: true,
    }),
  ],
} });
`;

function opened(exportName: string): Promise<SubjectSession> {
  const project = new TempProject({ "src/money.ts": money, ".gauntlet/scan/money.mjs": generated });
  rmSync(project.path("node_modules"), { recursive: true });
  return openSession({
    type: "load",
    projectRoot: project.root,
    file: ".gauntlet/scan/money.mjs",
    exportName,
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

async function firstBroken(
  session: SubjectSession,
  error: string,
): Promise<RecordedRun & { readonly decisions: readonly Decision[] }> {
  for (let runIndex = 0; runIndex < 2_000; runIndex++) {
    const run = await recorded(session, { how: "random", seed: 1, runIndex });
    if (run.identity?.error === error) return run;
  }
  throw new Error("no run is broken");
}

function story({ events, outcome }: RecordedRun): readonly string[] {
  if (outcome.failure === undefined) throw new Error("nothing to tell");
  return tellStory(events, outcome.failure).map(({ what, detail }) => `${what} ${detail}`.trim());
}
