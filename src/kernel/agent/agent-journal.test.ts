import { expect, test } from "vitest";
import { AgentJournal, eventsMax, eventTextMax, type NewEvent } from "./agent-journal.ts";
import { SecretMask } from "../secrets/secret-mask.ts";

const turn = (input: string): NewEvent => ({ kind: "turn", agent: "main", turn: 1, input });

test("an event is kept with its time and without secrets", () => {
  const mask = new SecretMask();
  mask.learn("hunter2hunter2");
  const times = [3, 7];
  const journal = new AgentJournal(mask, () => times.shift() ?? 0);
  journal.add(turn("my key is hunter2hunter2"));
  journal.add({
    kind: "model-answer",
    agent: "main",
    call: 1,
    status: 200,
    text: "",
    toolCalls: [{ id: "1", tool: "pay", arguments: '{"key":"hunter2hunter2"}' }],
    finish: "stop",
    isWhole: true,
    usage: { input: 1, output: 2 },
    retryAfterMs: undefined,
    ms: 4,
  });
  expect(journal.events.map(({ atMs }) => atMs)).toEqual([3, 7]);
  expect(journal.events[0]).toEqual({ ...turn("my key is [secret]"), atMs: 3 });
  expect(JSON.stringify(journal.events)).not.toContain("hunter2");
});

test("a secret that is learned later does not change what was written before it was known", () => {
  const mask = new SecretMask();
  const journal = new AgentJournal(mask, () => 0);
  journal.add(turn("hunter2hunter2"));
  mask.learn("hunter2hunter2");
  journal.add(turn("hunter2hunter2"));
  expect(journal.events.map((event) => ("input" in event ? event.input : ""))).toEqual([
    "hunter2hunter2",
    "[secret]",
  ]);
});

test("long texts are cut and events beyond the limit are counted", () => {
  const journal = new AgentJournal(new SecretMask(), () => 0);
  journal.add(turn("x".repeat(eventTextMax + 1)));
  const [first] = journal.events;
  expect(first !== undefined && "input" in first && first.input.length).toBe(eventTextMax);
  for (let count = 0; count < eventsMax + 4; count++) journal.add(turn(""));
  expect(journal.events.length).toBe(eventsMax);
  expect(journal.left).toBe(5);
});
