import { expect, test } from "vitest";
import { SecretMask } from "../../../kernel/secrets/secret-mask.ts";
import { messagesIn } from "./langsmith-input.ts";
import { earlierResponses } from "./langsmith-turns.ts";

const mask = new SecretMask();
const order = { tool: "get_order", response: "lost", status: 200, latencyMs: 0, turn: 1 };

test("what a tool answered in an earlier turn is read off the messages", () => {
  const messages = [
    { role: "user", content: "Where is order 7?" },
    { role: "assistant", tool_calls: [{ id: "c1", function: { name: "get_order" } }] },
    { role: "tool", tool_call_id: "c1", content: "lost" },
    { role: "assistant", content: "It is lost." },
    { role: "user", content: "Refund it" },
    { role: "tool", name: "refund", content: "not of an earlier turn" },
  ];
  expect(earlierResponses(messages, { lastTurn: 2, mask })).toEqual([order]);
});

test("messages of LangChain are read as well, beside an input that is a text", () => {
  const inputs = {
    chat_history: [
      { type: "human", content: "Where is order 7?" },
      {
        lc: 1,
        type: "constructor",
        id: ["langchain", "schema", "AIMessage"],
        kwargs: { content: "", tool_calls: [{ id: "c1", name: "get_order", args: {} }] },
      },
      {
        lc: 1,
        type: "constructor",
        id: ["langchain", "schema", "ToolMessage"],
        kwargs: { content: "lost", tool_call_id: "c1", status: "error" },
      },
    ],
    input: "Refund it",
  };
  const found = earlierResponses(messagesIn(inputs), { lastTurn: 2, mask });
  expect(found).toEqual([{ ...order, status: 500 }]);
});

test("a conversation of one turn, and one without tools, have none", () => {
  const said = [
    { role: "user", content: "a" },
    { role: "tool", name: "x", content: "y" },
  ];
  expect(earlierResponses(said, { lastTurn: 1, mask })).toEqual([]);
  const calm = [
    { role: "user", content: "a" },
    { role: "assistant", content: "b" },
    { role: "user", content: "c" },
  ];
  expect(earlierResponses(calm, { lastTurn: 2, mask })).toEqual([]);
});
