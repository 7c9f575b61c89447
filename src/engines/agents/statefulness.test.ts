import { describe, expect, test } from "vitest";
import { toolCall } from "./judge/fixtures/judged.ts";
import { isBlind, memoryNote, type Repeat } from "./statefulness.ts";

const noReset = { hasReset: false };

describe("an agent whose questions can be seen", () => {
  test("remembers if it asks something else the second time", () => {
    const note = memoryNote([asked("hi"), asked("hi", "hello", "hi")], noReset);
    expect(note).toMatch(/^the agent remembers between conversations: .* `reset_endpoint`/u);
    expect(memoryNote([asked("hi"), asked("You know Ann. hi")], noReset)).toBe(note);
    expect(memoryNote([asked("hi"), asked("hi", "hello", "hi")], { hasReset: true })).toBe(note);
  });

  test("does not if only a time, a number or an id differs", () => {
    const first = "It is Mon, 3 Jun 2026 09:59:58 AM, session 5a1c-9f, run 1. hi";
    const second = "It is Tue, 4 July 2026 10:00:01 PM, session 77de-0a, run 2. hi";
    expect(memoryNote([asked(first), asked(second)], noReset)).toBeUndefined();
  });

  test("does not if it asks the same, whatever its model answers", () => {
    const other = { ...asked("hi"), answer: { text: "fine", error: undefined, ms: 1 } };
    expect(memoryNote([asked("hi"), other], noReset)).toBeUndefined();
  });

  test("is judged by its first tool where it asks no model", () => {
    const calls = (q: string): Repeat => ({
      ...blind("same"),
      events: [toolCall("1", { arguments: q })],
    });
    expect(isBlind(calls("A"))).toBe(false);
    expect(memoryNote([calls("A"), calls("A")], noReset)).toBeUndefined();
    expect(memoryNote([calls("A"), calls("A and more")], noReset)).toContain("remembers");
  });
});

describe("an agent that shows nothing but answers", () => {
  test.each([
    ["the same each time", ["hi", "hi", "hi"], /^$/u],
    ["the same but for numbers", ["it is 1", "it is 2", "it is 3"], /^$/u],
    ["otherwise the first time only", ["hi", "again?", "again?"], /^the agent seems to remember/u],
    ["otherwise each time", ["hi", "hello", "hey"], /cannot be told/u],
    ["otherwise in between", ["hi", "hello", "hi"], /cannot be told/u],
  ])("and answers %s", (_, answers, told) => {
    expect(memoryNote(answers.map(blind), noReset) ?? "").toMatch(told);
    expect(memoryNote(answers.map(blind), { hasReset: true })).toBeUndefined();
  });

  test("or fails is told nothing of", () => {
    const error = { kind: "reported", message: "no" } as const;
    const failed = { ...blind(""), answer: { text: "", error, ms: 1 } };
    expect(memoryNote([blind("hi"), blind("you again"), failed], noReset)).toBeUndefined();
  });
});

function blind(text: string): Repeat {
  return { events: [], question: undefined, answer: { text, error: undefined, ms: 1 } };
}

function asked(...contents: readonly string[]): Repeat {
  const messages = contents.map((content) => ({ role: "user", content }));
  const question = JSON.stringify({ model: "m", messages, tools: [{ name: "look" }] });
  return { ...blind("hello"), question };
}
