import { expect, test } from "vitest";
import type { AgentEvent } from "../../kernel/agent/agent-event.ts";
import type { Strike } from "../../kernel/agent/index.ts";
import { hadTime } from "./had-time.ts";

// What an agent that was cut off by the clock shows: that it hangs, or only that it was slow.

const one = { fault: "f", agent: "a", target: "llm", call: "c", occurrence: 1, ordinal: 1 };
const listed: Strike = { fault: "f", agent: "a", target: "llm", call: "c", occurrence: 1 };
const late = { kind: "timeout", message: "too late" } as const;

test("an agent that is silent after its last call for as long as it took there hangs", () => {
  expect(hadTime(cutOff({ callMs: 100, endMs: 1_000 }), [listed])).toBe(true);
  expect(hadTime(cutOff({ callMs: 500, endMs: 1_000 }), [listed])).toBe(true);
});

test("one that was still on its way was only slow", () => {
  expect(hadTime(cutOff({ callMs: 501, endMs: 1_000 }), [listed])).toBe(false);
  expect(hadTime(cutOff({ callMs: undefined, endMs: 1_000 }), [])).toBe(false);
});

test("a rule strikes whatever it does next, the first call of a target does not", () => {
  const held = cutOff({ callMs: 990, endMs: 1_000 });
  expect(hadTime(held, [{ fault: "f", agent: "a", target: "llm" }])).toBe(true);
  expect(hadTime(held, [{ fault: "f", agent: "a", target: "llm", call: "c" }])).toBe(true);
  expect(hadTime(held, [{ fault: "f", agent: "a", target: "llm", ordinal: 1 }])).toBe(false);
  expect(hadTime(held, [{ fault: "other", agent: "a", target: "llm" }])).toBe(false);
});

test("whoever answered was not cut off", () => {
  const held = cutOff({ callMs: 990, endMs: 1_000 });
  expect(
    hadTime({ ...held, answer: { text: "Done.", error: undefined, ms: 1_000 } }, [listed]),
  ).toBe(true);
});

// --- inside ---

function cutOff({ callMs, endMs }: { callMs: number | undefined; endMs: number }) {
  const call: AgentEvent = {
    kind: "model-call",
    agent: "a",
    atMs: callMs ?? 0,
    call: 1,
    protocol: "chat-completions",
    model: "m",
    isStream: false,
    question: "q",
    tools: [],
  };
  const events: readonly AgentEvent[] = [
    { kind: "turn", agent: "a", atMs: 0, turn: 1, input: "hi" },
    ...(callMs === undefined ? [] : [call]),
    { kind: "answer", agent: "a", atMs: endMs, turn: 1, text: "", error: "too late", ms: endMs },
  ];
  const strikes = callMs === undefined ? [] : [one];
  return { answer: { text: "", error: late, ms: endMs }, events, strikes };
}
