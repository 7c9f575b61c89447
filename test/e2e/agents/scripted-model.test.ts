import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import Anthropic from "@anthropic-ai/sdk";
import { generateText, stepCountIs, streamText, tool } from "ai";
import OpenAI from "openai";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { parseScript } from "../../../src/world/wires/upstream/model-script.ts";
import { scriptedUpstream } from "../../../src/world/wires/upstream/scripted-upstream.ts";
import { type ServedUpstream, serveUpstream } from "./serve-upstream.ts";

const script = parseScript(
  {
    rules: [
      {
        when: { tool_result: "get_order", tool_result_matches: "/not found/" },
        say: "There is no such order.",
      },
      {
        when: { tool_result: "get_order" },
        say: "Order {{result.id}} is {{result.state}} and costs {{result.price|nothing}}.",
        chunk: 5,
      },
      {
        when: { user: "/order (\\d+)/" },
        say: "Let me look.",
        call: { tool: "get_order", arguments: { id: "$1", words: ["{{input}}"] } },
        chunk: 4,
      },
      { when: { user: "long" }, say: "It goes on and", finish: "length" },
      { when: { user: "hello" }, say: "Hello, wörld 👋!", chunk: 3 },
    ],
  },
  "model.yaml",
);

let served: ServedUpstream;
let openai: OpenAI;
let anthropic: Anthropic;

beforeAll(async () => {
  served = await serveUpstream(scriptedUpstream(script));
  openai = new OpenAI({ apiKey: "none", baseURL: `${served.origin}/openai/v1` });
  anthropic = new Anthropic({ apiKey: "none", baseURL: `${served.origin}/anthropic` });
});

afterAll(async () => {
  await served.close();
});

const order = JSON.stringify({ id: "42", state: "shipped", price: 12.5 });
const told = "Order 42 is shipped and costs 12.5.";
const asked = { id: "42", words: ["where is order 42?"] };
const user = { role: "user" as const, content: "where is order 42?" };

const chatTools: OpenAI.ChatCompletionTool[] = [
  { type: "function", function: { name: "get_order", parameters: { type: "object" } } },
];

test("openai chat completions: a whole tool loop, plain", async () => {
  const first = await openai.chat.completions.create({
    model: "gpt-test",
    messages: [user],
    tools: chatTools,
  });
  const message = first.choices[0]?.message;
  const call = message?.tool_calls?.[0];
  if (message === undefined || call?.type !== "function") throw new Error("no call");
  expect(first.choices[0]?.finish_reason).toBe("tool_calls");
  expect(message.content).toBe("Let me look.");
  expect(JSON.parse(call.function.arguments)).toEqual(asked);
  const second = await openai.chat.completions.create({
    model: "gpt-test",
    messages: [user, message, { role: "tool", tool_call_id: call.id, content: order }],
  });
  expect(second.choices[0]).toMatchObject({ message: { content: told }, finish_reason: "stop" });
  expect(second.usage).toEqual({ prompt_tokens: 12, completion_tokens: 7, total_tokens: 19 });
});

test("openai chat completions: a whole tool loop, as a stream", async () => {
  const first = openai.chat.completions.stream({
    model: "gpt-test",
    messages: [user],
    tools: chatTools,
    stream_options: { include_usage: true },
  });
  const { choices, usage } = await first.finalChatCompletion();
  const call = choices[0]?.message.tool_calls?.[0];
  if (call?.type !== "function") throw new Error("no call");
  expect(JSON.parse(call.function.arguments)).toEqual(asked);
  expect(usage?.total_tokens).toBeGreaterThan(4);
  const second = await openai.chat.completions.create({
    model: "gpt-test",
    stream: true,
    messages: [
      user,
      { role: "assistant", tool_calls: [call] },
      { role: "tool", tool_call_id: call.id, content: order },
    ],
  });
  const pieces: string[] = [];
  for await (const chunk of second) pieces.push(chunk.choices[0]?.delta.content ?? "");
  expect(pieces.filter(Boolean)).toEqual([
    "Order",
    " 42 i",
    "s shi",
    "pped ",
    "and c",
    "osts ",
    "12.5.",
  ]);
});

const responseTools: OpenAI.Responses.Tool[] = [
  { type: "function", name: "get_order", parameters: { type: "object" }, strict: false },
];

test("openai responses: a whole tool loop, plain, by the name of the answer before", async () => {
  const first = await openai.responses.create({
    model: "gpt-test",
    instructions: "Be kind.",
    input: user.content,
    tools: responseTools,
  });
  expect(first.output_text).toBe("Let me look.");
  const call = first.output.find((item) => item.type === "function_call");
  if (call === undefined) throw new Error("no call");
  expect(JSON.parse(call.arguments)).toEqual(asked);
  const second = await openai.responses.create({
    model: "gpt-test",
    previous_response_id: first.id,
    input: [{ type: "function_call_output", call_id: call.call_id, output: order }],
  });
  expect(second.output_text).toBe(told);
  expect(second.status).toBe("completed");
  expect(second.usage?.output_tokens).toBe(7);
});

test("openai responses: a whole tool loop, as a stream, with all of it sent again", async () => {
  const first = await openai.responses
    .stream({ model: "gpt-test", input: [user], tools: responseTools })
    .finalResponse();
  const call = first.output.find((item) => item.type === "function_call");
  if (call === undefined) throw new Error("no call");
  const second = openai.responses.stream({
    model: "gpt-test",
    input: [
      user,
      { type: "function_call", call_id: call.call_id, name: call.name, arguments: call.arguments },
      { type: "function_call_output", call_id: call.call_id, output: order },
    ],
  });
  const types: string[] = [];
  for await (const event of second) types.push(event.type);
  expect((await second.finalResponse()).output_text).toBe(told);
  expect([...new Set(types)]).toEqual([
    "response.created",
    "response.in_progress",
    "response.output_item.added",
    "response.content_part.added",
    "response.output_text.delta",
    "response.output_text.done",
    "response.content_part.done",
    "response.output_item.done",
    "response.completed",
  ]);
});

const messageTools: Anthropic.Tool[] = [{ name: "get_order", input_schema: { type: "object" } }];

test.each(["plain", "stream"])("anthropic messages: a whole tool loop, %s", async (how) => {
  const ask = (messages: Anthropic.MessageParam[]): Promise<Anthropic.Message> => {
    const question = { model: "claude-test", max_tokens: 100, messages, tools: messageTools };
    return how === "plain"
      ? anthropic.messages.create(question)
      : anthropic.messages.stream(question).finalMessage();
  };
  const first = await ask([user]);
  const call = first.content.find((block) => block.type === "tool_use");
  if (call === undefined) throw new Error("no call");
  expect(first.stop_reason).toBe("tool_use");
  expect(call.input).toEqual(asked);
  const result = { type: "tool_result" as const, tool_use_id: call.id, content: order };
  const second = await ask([
    user,
    { role: "assistant", content: first.content },
    { role: "user", content: [result] },
  ]);
  expect(second.content).toMatchObject([{ type: "text", text: told }]);
  expect(second.stop_reason).toBe("end_turn");
  expect(second.usage).toMatchObject({ output_tokens: 7 });
});

const models = {
  "openai responses": () =>
    createOpenAI({ apiKey: "none", baseURL: `${served.origin}/openai/v1` })("gpt-test"),
  "openai chat": () =>
    createOpenAI({ apiKey: "none", baseURL: `${served.origin}/openai/v1` }).chat("gpt-test"),
  anthropic: () =>
    createAnthropic({ apiKey: "none", baseURL: `${served.origin}/anthropic/v1` })("claude-test"),
};

test.each(Object.entries(models))("AI SDK, %s: a whole tool loop both ways", async (_, model) => {
  const seen: unknown[] = [];
  const loop = {
    model: model(),
    prompt: user.content,
    stopWhen: stepCountIs(4),
    tools: {
      get_order: tool({
        inputSchema: z.object({ id: z.string(), words: z.array(z.string()) }),
        execute: (input) => {
          seen.push(input);
          return { id: "42", state: "shipped", price: 12.5 };
        },
      }),
    },
  };
  const plain = await generateText(loop);
  expect(plain.text).toBe(told);
  expect(plain.steps).toHaveLength(2);
  const stream = streamText(loop);
  let text = "";
  for await (const piece of stream.textStream) text += piece;
  expect(text).toBe(`Let me look.${told}`);
  expect(await stream.finishReason).toBe("stop");
  expect(seen).toEqual([asked, asked]);
});

test("a stream does not cut characters in two, and an unfinished answer says so", async () => {
  const stream = await openai.chat.completions.create({
    model: "gpt-test",
    stream: true,
    messages: [{ role: "user", content: "hello" }],
  });
  let text = "";
  for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? "";
  expect(text).toBe("Hello, wörld 👋!");
  const long = [{ role: "user" as const, content: "a long one" }];
  const chat = await openai.chat.completions.create({ model: "gpt-test", messages: long });
  expect(chat.choices[0]?.finish_reason).toBe("length");
  const response = await openai.responses.create({ model: "gpt-test", input: long });
  expect(response.incomplete_details).toEqual({ reason: "max_output_tokens" });
  const message = await anthropic.messages.create({
    model: "claude-test",
    max_tokens: 9,
    messages: long,
  });
  expect(message.stop_reason).toBe("max_tokens");
});

test("a question that no rule fits is an error of the provider, asked once", async () => {
  const messages = [{ role: "user" as const, content: "sing" }];
  const why = 'no rule of model.yaml fits a question that ends with user "sing"';
  await expect(
    openai.chat.completions.create({ model: "gpt-test", messages }),
  ).rejects.toMatchObject({ status: 500, type: "server_error", message: `500 ${why}` });
  await expect(
    anthropic.messages.create({ model: "claude-test", max_tokens: 9, messages }),
  ).rejects.toMatchObject({
    status: 500,
    error: { type: "error", error: { type: "api_error", message: why } },
  });
});

test("models are listed, tokens are counted, and other addresses do not exist", async () => {
  const ids: string[] = [];
  for await (const { id } of openai.models.list()) ids.push(id);
  for await (const { id } of anthropic.models.list()) ids.push(id);
  expect(ids).toEqual(["scripted", "scripted"]);
  const count = await anthropic.messages.countTokens({ model: "claude-test", messages: [user] });
  expect(count.input_tokens).toBe(4);
  await expect(openai.embeddings.create({ model: "gpt-test", input: "x" })).rejects.toMatchObject({
    status: 404,
  });
});
