import { expect, test } from "vitest";
import type { Decision } from "../../src/kernel/decisions/decision.ts";
import { resultOf, runData, runSteps, type StepData } from "../fixtures/scenario-run.ts";

const seeds = Array.from({ length: 60 }, (_, seed) => seed);

const faults = {
  mine: { kind: "slowDisk", options: { ms: 1 } },
  theirs: { kind: "slowDisk", options: { ms: 2 } },
};

test("a fault that a step switches is left alone by explored runs; others are not", async () => {
  const steps = [
    { type: "fault", name: "mine", on: true },
    { type: "fs_write", path: "a.txt", data: "a" },
    { type: "fault", name: "mine", on: false },
  ];
  const picked = new Set<string>();
  for (const seed of seeds) {
    const { decisions } = await runData({ faults, steps }, { seed });
    for (const name of decisions.flatMap(pickedFault)) picked.add(name);
  }
  expect([...picked]).toEqual(["theirs"]);
});

test("what is drawn can be sent and stored: no half of a surrogate pair, no -0", async () => {
  const schema = { type: "object", properties: { a: { type: "string" } }, required: ["a"] };
  const steps: readonly StepData[] = [
    { type: "draw", name: "text", schema: { type: "string" } },
    { type: "draw", name: "table", schema },
    { type: "draw", name: "count", schema: { type: "integer", minimum: 0, maximum: 2 } },
    { type: "fs_write", path: "a.txt", data: "${text}${table.a}" },
    { type: "fs_read_assert", path: "a.txt", equals: "${text}${table.a}" },
  ];
  const results = new Set<string>();
  for (const seed of [...seeds, ...seeds.map((one) => one + 1_000)]) {
    const run = await runSteps(steps, { seed });
    results.add(resultOf(run));
    for (const { detail = "" } of run.events) if (detail.startsWith("count=")) results.add(detail);
  }
  expect([...results].toSorted()).toEqual(["count=0", "count=1", "count=2", "held"]);
});

test("a draw is told by what was drawn", async () => {
  const schema = { type: "integer", minimum: 7, maximum: 7 };
  const { events } = await runSteps([{ type: "draw", name: "count", schema }]);
  expect(events.filter(({ kind }) => kind === "step")).toMatchObject([
    { name: "1 draw", detail: "count=7" },
  ]);
});

test("a request is told as one", async () => {
  const app = "shop.ts#app";
  const steps = [
    { type: "http", app, path: "/tea" },
    { type: "http", app, path: "/tea", method: "PUT", json: { cents: 5 } },
  ];
  const { events } = await runSteps(steps);
  expect(events.flatMap(({ kind, detail }) => (kind === "step" ? [detail] : []))).toEqual([
    "GET /tea shop.ts#app",
    "PUT /tea {cents: 5} shop.ts#app",
  ]);
});

test("two failures of one step are the same one, whatever values they quote", async () => {
  const failing = async (value: unknown): Promise<string | undefined> => {
    const steps = [{ type: "expect", value, equals: "other" }];
    return (await runSteps(steps)).outcome.failure?.sameAs;
  };
  const first = await failing('a "quoted" text');
  expect(first).toBe("# is not #");
  expect([await failing({ a: [1, "}"] }), await failing(null)]).toEqual([first, first]);
  const steps = [{ type: "expect", value: { a: [{ b: null }] }, json: { a: [{ b: [1] }] } }];
  expect((await runSteps(steps)).outcome.failure?.sameAs).toBe("`.a[0].b` is #, not a list");
});

test("a list of another length is shown", async () => {
  const { outcome } = await runSteps([{ type: "expect", value: ["tea"], json: ["tea", "milk"] }]);
  expect(outcome.failure?.message).toBe('it is a list of 1, not of 2: ["tea"]');
});

function pickedFault(decision: Decision): readonly string[] {
  return decision.kind === "pick" && decision.label === "fault" ? [decision.value] : [];
}
