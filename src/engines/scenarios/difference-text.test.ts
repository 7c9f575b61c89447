import { expect, test } from "vitest";
import type { RunEvent } from "../../kernel/decisions/journal.ts";
import type { RunRecording } from "../../runner/protocol/protocol.ts";
import { differenceText } from "./difference-text.ts";

const broken: RunEvent = { atUs: 1, kind: "property", name: "a", detail: "broken: a" };
const seen: RunEvent = { atUs: 1, kind: "property", name: "a", detail: "seen" };
const step: RunEvent = { atUs: 1, kind: "step", name: "1 call" };
const wake: RunEvent = { atUs: 2, kind: "wake", name: "process exit" };

function recorded(...events: readonly RunEvent[]): RunRecording {
  const eventsToFailure = events.indexOf(broken) + 1;
  const parts: Partial<RunRecording> = {
    decisions: [],
    verdict: "broken",
    events,
    eventsToFailure,
  };
  return parts as RunRecording;
}

test("events after the failure may differ: they are not in the decisions", () => {
  expect(differenceText(recorded(step, broken, wake), recorded(step, broken))).toBeUndefined();
});

test("events before it may not, nor those after a property that is only seen", () => {
  const text = "event 2 was `process exit`, then another one";
  expect(differenceText(recorded(step, wake, broken), recorded(step, broken))).toBe(text);
  const other = differenceText(recorded(seen, wake, broken), recorded(seen, broken));
  expect(other).toBe(text);
});
