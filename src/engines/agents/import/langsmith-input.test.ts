import { expect, test } from "vitest";
import { parseDateRange } from "./date-range.ts";
import { askedInput } from "./langsmith-input.ts";

test.each([
  ["input", { input: "Hi" }, "Hi", []],
  ["question", { question: "Hi", k: 3 }, "Hi", []],
  ["query", { query: "Hi" }, "Hi", []],
  ["a traced function", { what_to_do: "Hi" }, "Hi", []],
  ["messages with roles", { messages: [user("a"), bot("b"), user("c")] }, "c", ["a"]],
  ["messages in a list of lists", { messages: [[user("a")]] }, "a", []],
  [
    "serialised messages",
    { messages: [{ lc: 1, type: "constructor", id: ["x", "HumanMessage"], kwargs: user("a") }] },
    "a",
    [],
  ],
  [
    "pairs",
    {
      messages: [
        ["system", "be"],
        ["human", "a"],
        ["ai", "b"],
        ["human", "c"],
      ],
    },
    "c",
    ["a"],
  ],
  ["parts", { input: [{ role: "user", content: [{ type: "text", text: "a" }] }] }, "a", []],
  ["a list of inputs", { inputs: ["a", "b"] }, "b", ["a"]],
  ["inputs inside of inputs", { inputs: { question: "a" } }, "a", []],
  ["a state with messages", { input: { messages: [user("a")] } }, "a", []],
  ["a message alone", { input: user("a") }, "a", []],
  ["a history beside", { input: "c", chat_history: [user("a"), bot("b")] }, "c", ["a"]],
])("what a user asked is found in %s", (_, inputs, input, history) => {
  expect(askedInput(inputs)).toEqual({ input, history });
});

test.each([
  ["numbers", { width: 1 }],
  ["only the model's words", { messages: [bot("b")] }],
  ["nothing", {}],
  ["two texts without a known name", { a: "x", b: "y" }],
  ["no end", { input: { input: { input: { input: { input: { input: "deep" } } } } } }],
])("nothing is found in inputs with %s", (_, inputs) => {
  expect(askedInput(inputs)).toBeUndefined();
});

test.each([
  ["last_7_days", "2026-03-03T12:00:00.000Z", undefined],
  ["last_24_hours", "2026-03-09T12:00:00.000Z", undefined],
  ["last_30_days", "2026-02-08T12:00:00.000Z", undefined],
  ["2026-01-01..2026-01-31", "2026-01-01T00:00:00.000Z", "2026-01-31T00:00:00.000Z"],
  ["2026-01-01T10:00:00/", "2026-01-01T10:00:00.000Z", undefined],
])("the range %s is read", (text, from, to) => {
  expect(parseDateRange(text, Date.parse("2026-03-10T12:00:00Z"))).toEqual({ from, to });
});

test.each(["yesterday", "last_0_days", "2026-02-01..2026-01-01", "2026-13-01..", ""])(
  "the range `%s` is refused",
  (text) => {
    expect(() => parseDateRange(text, 0)).toThrow("`date_range` must be");
  },
);

// --- inside ---

function user(content: string): { readonly role: string; readonly content: string } {
  return { role: "user", content };
}

function bot(content: string): { readonly role: string; readonly content: string } {
  return { role: "assistant", content };
}
