import { expect, test } from "vitest";
import { parseJsonPath } from "../../kernel/agent/json-path.ts";
import { findAnswer, type RawAnswer } from "./find-answer.ts";

function answered(raw: Partial<RawAnswer>, path?: string): ReturnType<typeof findAnswer> {
  const steps = path === undefined ? undefined : parseJsonPath(path);
  return findAnswer({ text: "", status: 200, ...raw }, steps);
}

test.each([
  ['{"reply":"r","output":"o"}', "o"],
  ['{"text":"t","message":"m"}', "t"],
  ['{"results":[1,2]}', "[1,2]"],
  ['{"unknown":1}', '{"unknown":1}'],
  ['"just text"', "just text"],
  ["plain words", "plain words"],
  ["", ""],
  ['{"error":null,"output":"fine"}', "fine"],
])("%s says %s", (text, said) => {
  expect(answered({ text })).toEqual({ text: said, error: undefined, status: 200 });
});

test.each([
  ['{"error":"no quota"}', 200, "no quota"],
  ['{"Error":{"message":"inner"}}', 200, "inner"],
  ['{"success":false,"message":"not done"}', 200, "not done"],
  ['{"success":false}', 200, "the agent says `success: false`"],
  ["boom", 500, "the agent answered 500: boom"],
  ["", 404, "the agent answered 404"],
  ["", 302, "the agent answered 302"],
])("%s with %i is an error that the agent reports", (text, status, message) => {
  expect(answered({ text, status })).toMatchObject({ error: { kind: "reported", message } });
});

test("a path wins over names, and one that finds nothing makes the answer unreadable", () => {
  const text = '{"output":"no","choices":[{"message":{"content":"yes"}}]}';
  expect(answered({ text }, "$.choices[0].message.content")).toMatchObject({ text: "yes" });
  expect(answered({ text }, "$.nowhere")).toMatchObject({ text, error: { kind: "unreadable" } });
  expect(answered({ text: "words" }, "$.a")).toMatchObject({ error: { kind: "unreadable" } });
});

test("an answer that says JSON and is none is kept and unreadable", () => {
  const contentType = "application/json; charset=utf-8";
  expect(answered({ text: '{"output": "ab', contentType })).toMatchObject({
    text: '{"output": "ab',
    error: { kind: "unreadable" },
  });
});

test.each([
  ['data: {"choices":[{"delta":{"content":"he"}}]}\n\ndata: {"choices":[{"delta":{}}]}\n\n', "he"],
  ['data: {"delta":{"text":"a"}}\n\ndata: {"delta":{"text":"b"}}\n\ndata: [DONE]\n\n', "ab"],
  ["event: x\r\ndata: one\r\ndata: two\r\n\r\n: comment\r\n\r\n", "one\ntwo"],
])("events are joined: %j", (text, said) => {
  expect(answered({ text, contentType: "text/event-stream" })).toMatchObject({ text: said });
});

test("an error event ends the answer and keeps what came before", () => {
  const text = 'data: {"text":"half"}\n\nevent: error\ndata: gone\n\n';
  expect(answered({ text, contentType: "text/event-stream" })).toMatchObject({
    text: "half",
    error: { kind: "reported", message: "gone" },
  });
});
