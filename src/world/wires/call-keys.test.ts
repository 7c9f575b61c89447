import { expect, test } from "vitest";
import { CallKeys } from "./call-keys.ts";

const id = "6f9619ff-8b86-4d01-b42d-00cf4fc964ff";
const otherId = "0f1e2d3c-4b5a-4678-9abc-def012345678";

test("the same request has the same key, however it is written", () => {
  const keys = new CallKeys();
  expect(keys.of(['{"a":1,"b":[2]}'])).toBe(keys.of([{ b: [2], a: 1 }]));
  expect(keys.of([{ a: 1 }])).not.toBe(keys.of([{ a: 2 }]));
  expect(keys.of(["GET", "/a"])).not.toBe(keys.of(["GET", "/b"]));
  expect(keys.of([undefined])).toBe(keys.of([undefined]));
});

test("an id that the agent makes up is left out, one that it was given is not", () => {
  const made = new CallKeys();
  expect(made.of({ order: id })).toBe(made.of({ order: otherId }));
  const given = new CallKeys();
  given.hear(`orders ${id} and ${otherId}`);
  expect(given.of({ order: id })).not.toBe(given.of({ order: otherId }));
});

test("an id that was made up stays so when a tool repeats it", () => {
  const keys = new CallKeys();
  const before = keys.of({ key: id });
  keys.hear(`stored as ${id}`);
  expect(keys.of({ key: id })).toBe(before);
});

test.each([
  ["2026-11-18", "2026-11-19"],
  ["2026-11-18T09:00:00.123Z", "2026-11-18T09:00:01.456Z"],
  ["It is 9:05.", "It is 9:06."],
  ["Wed, 18 Nov 2026 09:00:00", "Thu, 19 Nov 2026 10:11:12"],
  ["1763456789012", "1763456789999"],
])("what the clock says is left out: %s", (one, other) => {
  const keys = new CallKeys();
  expect(keys.of(one)).toBe(keys.of(other));
});

test("numbers of Unix time are left out, order numbers are not", () => {
  const keys = new CallKeys();
  expect(keys.of({ at: 1_763_456_789_012 })).toBe(keys.of({ at: 1_763_456_789_999 }));
  expect(keys.of({ order: 100_001 })).not.toBe(keys.of({ order: 100_002 }));
});

test("ids of calls in the history of a question are the model's own", () => {
  const keys = new CallKeys();
  const asked = (call: string): unknown => [{ role: "tool", tool_call_id: call, content: "sun" }];
  expect(keys.ofQuestion(asked("x1"))).toBe(keys.ofQuestion(asked("y2")));
  expect(keys.of(asked("x1"))).not.toBe(keys.of(asked("y2")));
});
