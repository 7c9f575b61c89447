import { expect, test } from "vitest";
import type { NewEvent } from "../../kernel/agent/agent-journal.ts";
import { Overlaps } from "./overlaps.ts";

const wire = "http" as const;

function begins(id: string): NewEvent {
  return { kind: "tool-call", agent: "main", id, tool: "look", arguments: "", wire };
}

function ends(id: string): NewEvent {
  const answer = { isError: false, text: "", ms: 1 };
  return { kind: "tool-answer", agent: "main", id, tool: "look", wire, ...answer };
}

function isSequential(events: readonly NewEvent[]): boolean {
  const overlaps = new Overlaps();
  for (const event of events) overlaps.note(event);
  return overlaps.isSequential("main", "look");
}

test("calls are sequential where each was over before the next began", () => {
  expect(isSequential([begins("1"), ends("1"), begins("2"), ends("2")])).toBe(true);
  expect(isSequential([begins("1"), begins("2"), ends("1"), ends("2")])).toBe(false);
});

test("what was not seen yet may overlap", () => {
  expect(isSequential([])).toBe(false);
  expect(isSequential([begins("1")])).toBe(false);
});

test("what a conversation leaves open does not overlap with the next one", () => {
  const overlaps = new Overlaps();
  overlaps.note(begins("1"));
  overlaps.begin();
  for (const event of [begins("2"), ends("2")]) overlaps.note(event);
  expect(overlaps.isSequential("main", "look")).toBe(true);
});
