import { expect, test } from "vitest";
import { failureFrom } from "../failure/failure.ts";
import type { EventKind, RunEvent } from "../decisions/journal.ts";
import { tellStory } from "./story.ts";

test("steps and faults are told, and what was broken comes last", () => {
  const story = tell([
    [0, "step", "pay", "cents=5"],
    [0, "fault", "lost reply", "src/gateway.ts#charge"],
    [250, "wake", "setTimeout"],
    [5_000, "threw", "pay", "Error: timeout"],
    [5_000, "step", "refund"],
    [5_000, "done", "refund"],
  ]);
  expect(story).toMatchInlineSnapshot(`
    "step: pay | cents=5
    fault: lost reply | src/gateway.ts#charge
    note: pay throws | Error: timeout
    step: refund |
    broken: charged once |"
  `);
});

test("a fault without a detail has fired", () => {
  expect(tell([[0, "fault", "slow disk"]])).toMatchInlineSnapshot(`
    "fault: slow disk | fired
    broken: charged once |"
  `);
});

test("where operations overlap, ends and waits are told with their times", () => {
  const story = tell([
    [0, "step", "pay", "cents=5"],
    [100, "step", "refund"],
    [1_500, "wake", "setTimeout"],
    [1_500, "done", "pay"],
    [2_250, "wake", "setTimeout", "Gateway.charge src/gateway.ts:14"],
    [2_250, "done", "refund"],
  ]);
  expect(story).toMatchInlineSnapshot(`
    "step: pay | cents=5
    step: refund |
    wake: setTimeout | at 1.5 ms
    note: pay ends | at 1.5 ms
    wake: Gateway.charge resumes | at 2.25 ms   src/gateway.ts:14
    note: refund ends | at 2.25 ms
    broken: charged once |"
  `);
});

test("a simulation, which has one step, is told by what it waited for", () => {
  const story = tell([
    [0, "step", "wallet"],
    [1_000, "wake", "sleep"],
    [2_000, "wake", "sleep"],
    [3_000, "wake", "sleep", "withdraw src/wallet.ts:9"],
    [4_000, "wake", "sleep", "withdraw src/wallet.ts:9"],
    [5_000, "wake", "sleep", "withdraw src/wallet.ts:12"],
  ]);
  expect(story).toMatchInlineSnapshot(`
    "step: wallet |
    wake: sleep ×2 | at 2 ms
    wake: withdraw resumes ×2 | at 4 ms   src/wallet.ts:9
    wake: withdraw resumes | at 5 ms   src/wallet.ts:12
    broken: charged once |"
  `);
});

test("waits around one step are told beside a fault while they are few", () => {
  const slowStep: readonly EventTuple[] = [
    [0, "step", "add"],
    [0, "fault", "slow network", "45000 ms"],
  ];
  const wakeAt = (at: number): EventTuple => [
    at * 1_000,
    "wake",
    "sleep",
    `work src/worker.ts:${at}`,
  ];
  const fewWaits = [1, 2, 3, 4].map(wakeAt);
  expect(tell([...slowStep, ...fewWaits])).toMatchInlineSnapshot(`
    "step: add |
    fault: slow network | 45000 ms
    wake: work resumes | at 1 ms   src/worker.ts:1
    wake: work resumes | at 2 ms   src/worker.ts:2
    wake: work resumes | at 3 ms   src/worker.ts:3
    wake: work resumes | at 4 ms   src/worker.ts:4
    broken: charged once |"
  `);
  expect(tell([...slowStep, ...fewWaits, wakeAt(5)])).toMatchInlineSnapshot(`
    "step: add |
    fault: slow network | 45000 ms
    broken: charged once |"
  `);
});

test("nothing is told of what came after the break", () => {
  const story = tell([
    [0, "step", "pay"],
    [0, "property", "a retry succeeds", "seen"],
    [0, "property", "charged once", "broken: charged once"],
    [0, "step", "refund"],
  ]);
  expect(story).toMatchInlineSnapshot(`
    "step: pay |
    broken: charged once |"
  `);
});

test("a long story is whole; how much of it is shown is up to whoever shows it", () => {
  const steps = Array.from({ length: 20 }, (_, at): EventTuple => [at, "step", `step ${at}`]);
  expect(tell(steps).split("\n")).toHaveLength(21);
});

test("something from outside the simulation is told", () => {
  expect(tell([[0, "escape", "TCPSocketWrap"]])).toMatchInlineSnapshot(`
    "note: outside the simulation | TCPSocketWrap
    broken: charged once |"
  `);
});

test("a thrown error is told by its class and message", () => {
  const story = tellStory([], failureFrom("thrown", new TypeError("no id")));
  expect(story).toEqual([{ kind: "broken", what: "TypeError", detail: "no id" }]);
});

// --- inside ---

type EventTuple = readonly [atUs: number, kind: EventKind, name: string, detail?: string];

function tell(told: readonly EventTuple[]): string {
  const events = told.map(([atUs, kind, name, detail]): RunEvent => ({ atUs, kind, name, detail }));
  const failure = failureFrom("property", new Error("charged once"), "charged once");
  return tellStory(events, failure)
    .map(({ kind, what, detail }) => `${kind}: ${what} | ${detail}`.trimEnd())
    .join("\n");
}
