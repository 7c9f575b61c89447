import { expect, test } from "vitest";
import { fieldsOf, fillTemplate, type TemplateValues } from "./request-template.ts";

const values: TemplateValues = {
  prompt: 'a "quoted"\nprompt with {session}',
  session: "s-1",
  history: [
    { role: "user", content: "hi" },
    { role: "assistant", content: "hello" },
  ],
  fields: new Map([["orderid", "7"]]),
};

test("a prompt stays what it is, whatever it holds", () => {
  const filled = fillTemplate({ q: ["say: {prompt}"], n: 1, none: null }, values);
  expect(filled).toEqual({ q: ['say: a "quoted"\nprompt with {session}'], n: 1, none: null });
});

test("sessions, fields and history have their places; what stands for nothing is left", () => {
  const template = { id: "{session}", order: "{Order-ID}", talk: "{history}", other: "{none}" };
  expect(fillTemplate(template, values)).toEqual({
    id: "s-1",
    order: "7",
    talk: values.history,
    other: "{none}",
  });
  expect(fillTemplate("so far:\n{history}", values)).toBe("so far:\nuser: hi\nassistant: hello");
});

test("lines of a prompt are fields in three spellings", () => {
  const fields = fieldsOf("Order ID: 7\ncity=Oslo\nColour - red\njust a sentence\n");
  expect([...fields]).toEqual([
    ["orderid", "7"],
    ["city", "Oslo"],
    ["colour", "red"],
  ]);
});
