import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ToolRequest } from "../../../src/kernel/agent/agent-event.ts";
import type { LlmFault } from "../../../src/kernel/agent/agent-fault.ts";
import { ModelWire } from "./model-wire.ts";

/** What a reader puts together from the pieces. */
interface Told {
  readonly text: string;
  readonly calls: readonly string[];
}

let wire: ModelWire;

beforeAll(async () => {
  wire = await ModelWire.open();
  const find = { id: "call_1", name: "find_parcel", args: { id: "A1", when: "today or later" } };
  const send = { id: "call_2", name: "send_mail", args: { to: "Ada" } };
  wire.server.says = () => ({ text: "I look for it and write to Ada.", calls: [find, send] });
});

afterAll(async () => {
  await wire.close();
});

const formats = ["chat", "responses", "messages"] as const;
const changes: readonly (readonly [string, Partial<LlmFault>, Told])[] = [
  [
    "cut in its text",
    { mode: "truncated_response", maxTokens: 3 },
    { text: "I look for", calls: [] },
  ],
  [
    "cut in its first call",
    { mode: "truncated_response", maxTokens: 9 },
    { text: "I look for it and write to Ada.", calls: ['{"id":"A1","when":"today'] },
  ],
  ["empty", { mode: "empty" }, { text: "", calls: [] }],
  [
    "another in tone",
    { mode: "response_drift", driftType: "tone_shift", severity: "subtle" },
    {
      text: "I look for it and write to Ada. Let me know if you need anything else!",
      calls: ['{"id":"A1","when":"today or later"}', '{"to":"Ada"}'],
    },
  ],
];

test.each(changes.flatMap((change) => formats.map((format) => [format, ...change] as const)))(
  "a stream of %s with calls, %s, can be put together by whoever reads it",
  async (format, _what, parts, told) => {
    wire.begin([{ id: "f", layer: "llm", trigger: {}, mode: "empty", ...parts }]);
    const seen = await { chat, responses, messages }[format]();
    expect({ ...seen, text: seen.text.trimEnd() }).toEqual(told);
    expect(wire.scope.strikes).toHaveLength(1);
    const [answer] = wire.events("model-answer");
    expect(answer).toMatchObject({ text: seen.text, isWhole: true });
    expect((answer?.toolCalls ?? []).map((call: ToolRequest) => call.arguments)).toEqual(
      told.calls,
    );
  },
);

test.each(formats)(
  "a fault that changes nothing of an answer in %s has not struck",
  async (format) => {
    const drift = { mode: "response_drift", driftType: "json_field_rename" } as const;
    const scope = wire.begin([{ id: "f", layer: "llm", trigger: {}, ...drift }]);
    expect((await { chat, responses, messages }[format]()).text).toBe(
      "I look for it and write to Ada.",
    );
    expect(scope.strikes).toEqual([]);
  },
);

// --- inside ---

const prompt = "Where is it?";

/** Pieces are put together by hand: the helpers refuse arguments that are no JSON. */
async function chat(): Promise<Told> {
  const client = new OpenAI({ apiKey: "k", baseURL: wire.openaiUrl, maxRetries: 0 });
  const question = { role: "user" as const, content: prompt };
  const asked = { model: "m", messages: [question], stream: true as const };
  const calls: string[] = [];
  let text = "";
  for await (const { choices } of await client.chat.completions.create(asked)) {
    text += choices[0]?.delta.content ?? "";
    for (const call of choices[0]?.delta.tool_calls ?? []) {
      calls[call.index] = (calls[call.index] ?? "") + (call.function?.arguments ?? "");
    }
  }
  return { text, calls };
}

async function responses(): Promise<Told> {
  const client = new OpenAI({ apiKey: "k", baseURL: wire.openaiUrl, maxRetries: 0 });
  const stream = await client.responses.create({ model: "m", input: prompt, stream: true });
  const numbers: number[] = [];
  let said = "";
  let last: OpenAI.Responses.Response | undefined;
  for await (const event of stream) {
    numbers.push(event.sequence_number);
    if (event.type === "response.output_text.delta") said += event.delta;
    if (event.type === "response.completed" || event.type === "response.incomplete") {
      last = event.response;
    }
  }
  expect(numbers).toEqual(numbers.map((_, at) => at));
  const items = last?.output ?? [];
  const texts = items.flatMap((item) => (item.type === "message" ? item.content : []));
  expect(texts.map((part) => (part.type === "output_text" ? part.text : ""))).toEqual([said]);
  const calls = items.flatMap((item) => (item.type === "function_call" ? item.arguments : []));
  return { text: said, calls };
}

async function messages(): Promise<Told> {
  const client = new Anthropic({ apiKey: "k", baseURL: wire.anthropicUrl, maxRetries: 0 });
  const question = { role: "user" as const, content: prompt };
  const asked = { model: "m", max_tokens: 9, messages: [question], stream: true as const };
  const order: number[] = [];
  const texts = new Map<number, string>();
  const calls = new Map<number, string>();
  for await (const event of await client.messages.create(asked)) {
    if (event.type === "content_block_start") {
      order.push(event.index);
      (event.content_block.type === "text" ? texts : calls).set(event.index, "");
    }
    if (event.type !== "content_block_delta") continue;
    const { index, delta } = event;
    if (delta.type === "text_delta") texts.set(index, (texts.get(index) ?? "") + delta.text);
    if (delta.type === "input_json_delta") {
      calls.set(index, (calls.get(index) ?? "") + delta.partial_json);
    }
  }
  expect(order).toEqual(order.map((_, at) => at));
  return { text: [...texts.values()].join(""), calls: [...calls.values()] };
}
