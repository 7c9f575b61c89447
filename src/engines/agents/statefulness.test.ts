import { expect, test } from "vitest";
import type { Conversation } from "../../kernel/agent/index.ts";
import { modelAnswer, modelCall } from "./judge/fixtures/judged.ts";
import { remembers } from "./statefulness.ts";

const conversation: Conversation = {
  phase: "contract",
  scenario: "no-chaos",
  prompt: "hi",
  sent: "hi",
  cell: "c",
  trial: 1,
  faults: [],
  strikes: [],
  answer: { text: "hello", error: undefined, ms: 1 },
  events: [],
};

test("an agent that asks its model something else the second time remembers", () => {
  expect(remembers([asked("q1"), asked("q2")])).toBe(true);
});

test("an agent that asks the same remembers nothing, whatever its model answers", () => {
  expect(remembers([asked("q1", "good"), asked("q1", "fine")])).toBe(false);
});

test("only the first question counts: later ones depend on what the model answered", () => {
  expect(remembers([asked("q1", "", "q2"), asked("q1", "", "q3")])).toBe(false);
});

test("nothing is said of an agent that asks no model of ours", () => {
  expect(remembers([conversation, conversation])).toBe(false);
});

function asked(question: string, text = "", then?: string): Conversation {
  const more = then === undefined ? [] : [modelCall(2, { question: then })];
  const events = [modelCall(1, { question }), modelAnswer(1, { text }), ...more];
  return { ...conversation, events };
}
