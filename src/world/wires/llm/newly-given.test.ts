import { expect, test } from "vitest";
import { chatQuestion } from "./chat-question.ts";
import { messagesQuestion } from "./messages-question.ts";
import { newlyGiven } from "./newly-given.ts";
import { responsesQuestion } from "./responses-question.ts";

const schema = { type: "object", required: ["city"] };
const expected = {
  system: "Be kind.",
  said: ["Weather in Oslo?"],
  schemas: { get_weather: schema },
};

test.each([
  [
    "chat completions",
    chatQuestion({
      messages: [
        { role: "system", content: "Be kind." },
        { role: "user", content: "Weather in Oslo?" },
      ],
      tools: [{ type: "function", function: { name: "get_weather", parameters: schema } }],
    }),
  ],
  [
    "responses",
    responsesQuestion({
      instructions: "Be kind.",
      input: "Weather in Oslo?",
      tools: [{ type: "function", name: "get_weather", parameters: schema }],
    }),
  ],
  [
    "messages",
    messagesQuestion({
      system: [{ type: "text", text: "Be kind." }],
      messages: [{ role: "user", content: "Weather in Oslo?" }],
      tools: [{ name: "get_weather", input_schema: schema }],
    }),
  ],
])("what an agent tells its model is seen once in %s", (_, question) => {
  const seen = new Set<string>();
  expect(newlyGiven(question, { agent: "main", seen })).toEqual(expected);
  expect(newlyGiven(question, { agent: "main", seen })).toBeUndefined();
  expect(newlyGiven(question, { agent: "other", seen })).toEqual(expected);
  expect(newlyGiven({ ...question, system: "Be brief." }, { agent: "main", seen })).toEqual({
    system: "Be brief.",
  });
});
