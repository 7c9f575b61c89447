import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import Anthropic from "@anthropic-ai/sdk";
import { generateText, jsonSchema, type LanguageModel, streamText, type ToolSet } from "ai";
import OpenAI from "openai";
import type { ModelWire } from "./model-wire.ts";

/** An agent that asks one question with a client as its users write it. */
export interface SdkAgent {
  readonly client: string;
  readonly ask: (wire: ModelWire, how: AskOptions) => Promise<string>;
}

export interface AskOptions {
  readonly maxRetries: number;
  readonly withTools: boolean;
}

/** What the agent's own code got or caught, in one line. */
export async function toldBy(
  agent: SdkAgent,
  wire: ModelWire,
  how: Partial<AskOptions> = {},
): Promise<string> {
  try {
    return await agent.ask(wire, { maxRetries: 0, withTools: false, ...how });
  } catch (error) {
    return `threw ${thrownText(error)}`;
  }
}

/** Agents that wait for the whole answer. */
export const plainAgents: readonly SdkAgent[] = [
  { client: "openai chat", ask: chatPlain },
  { client: "openai responses", ask: responsesPlain },
  { client: "anthropic", ask: messagesPlain },
  { client: "ai openai", ask: (wire, how) => generated(aiOpenai(wire), how) },
  { client: "ai openai chat", ask: (wire, how) => generated(aiOpenaiChat(wire), how) },
  { client: "ai anthropic", ask: (wire, how) => generated(aiAnthropic(wire), how) },
];

/** Agents that read the answer while it comes. */
export const streamAgents: readonly SdkAgent[] = [
  { client: "openai chat", ask: chatStream },
  { client: "openai responses", ask: responsesStream },
  { client: "anthropic", ask: messagesStream },
  { client: "ai openai", ask: (wire, how) => streamed(aiOpenai(wire), how) },
  { client: "ai openai chat", ask: (wire, how) => streamed(aiOpenaiChat(wire), how) },
  { client: "ai anthropic", ask: (wire, how) => streamed(aiAnthropic(wire), how) },
];

// --- inside ---

const prompt = "Where is parcel A1?";
const schema = {
  type: "object",
  properties: { id: { type: "string" } },
  required: ["id"],
} as const;
const parameters = { ...schema, required: [...schema.required] };

/** Class, status and the beginning of the message, which the versions of Node agree about. */
function thrownText(error: unknown): string {
  if (!(error instanceof Error)) return JSON.stringify(error).slice(0, 40);
  const name = error.constructor.name;
  if (error instanceof SyntaxError || error instanceof TypeError) return name;
  const status = "status" in error && typeof error.status === "number" ? ` ${error.status}` : "";
  return `${name}${status}: ${error.message.slice(0, 21).trimEnd()}`;
}

function said(text: unknown, calls: readonly string[], finish: unknown): string {
  const called = calls.map((call) => ` calls ${call}`).join("");
  return `${JSON.stringify(text) ?? "undefined"}${called}, ${String(finish)}`;
}

function openai({ openaiUrl: baseURL }: ModelWire, { maxRetries }: AskOptions): OpenAI {
  return new OpenAI({ apiKey: "key-of-a-test", baseURL, maxRetries, logLevel: "off" });
}

function chatQuestion({ withTools }: AskOptions) {
  const named = { type: "function" as const, function: { name: "find_parcel", parameters } };
  const messages = [{ role: "user" as const, content: prompt }];
  return { model: "gpt-test", messages, ...(withTools ? { tools: [named] } : {}) };
}

async function chatPlain(wire: ModelWire, how: AskOptions): Promise<string> {
  const answer = await openai(wire, how).chat.completions.create(chatQuestion(how));
  const choice = answer.choices?.[0];
  const calls = (choice?.message.tool_calls ?? []).map((call) =>
    call.type === "function" ? `${call.function.name} ${call.function.arguments}` : "",
  );
  return said(choice?.message.content, calls, choice?.finish_reason);
}

async function chatStream(wire: ModelWire, how: AskOptions): Promise<string> {
  const question = { ...chatQuestion(how), stream: true as const };
  const stream = await openai(wire, how).chat.completions.create(question);
  let text = "";
  let args = "";
  let finish: string | null = null;
  for await (const { choices } of stream) {
    text += choices[0]?.delta.content ?? "";
    args += choices[0]?.delta.tool_calls?.[0]?.function?.arguments ?? "";
    finish = choices[0]?.finish_reason ?? finish;
  }
  return said(text, args === "" ? [] : [args], finish);
}

function responsesQuestion({ withTools }: AskOptions) {
  const named = { type: "function" as const, name: "find_parcel", parameters, strict: true };
  return { model: "gpt-test", input: prompt, ...(withTools ? { tools: [named] } : {}) };
}

function responseSaid(response: OpenAI.Responses.Response): string {
  const calls = (response.output ?? []).flatMap((item) =>
    item.type === "function_call" ? `${item.name} ${item.arguments}` : [],
  );
  return said(response.output_text, calls, response.incomplete_details?.reason ?? response.status);
}

async function responsesPlain(wire: ModelWire, how: AskOptions): Promise<string> {
  return responseSaid(await openai(wire, how).responses.create(responsesQuestion(how)));
}

async function responsesStream(wire: ModelWire, how: AskOptions): Promise<string> {
  const question = { ...responsesQuestion(how), stream: true as const };
  const stream = await openai(wire, how).responses.create(question);
  let text = "";
  let last = "no event";
  let args = "";
  for await (const event of stream) {
    if (event.type === "response.output_text.delta") text += event.delta;
    if (event.type === "response.function_call_arguments.delta") args += event.delta;
    last = event.type;
  }
  return said(text, args === "" ? [] : [args], last);
}

function anthropic({ anthropicUrl: baseURL }: ModelWire, { maxRetries }: AskOptions): Anthropic {
  return new Anthropic({ apiKey: "key-of-a-test", baseURL, maxRetries, logLevel: "off" });
}

function messagesQuestion({ withTools }: AskOptions) {
  const named = { name: "find_parcel", input_schema: parameters };
  const messages = [{ role: "user" as const, content: prompt }];
  const tools = withTools ? { tools: [named] } : {};
  return { model: "claude-test", max_tokens: 99, messages, ...tools };
}

async function messagesPlain(wire: ModelWire, how: AskOptions): Promise<string> {
  const answer = await anthropic(wire, how).messages.create(messagesQuestion(how));
  const texts = answer.content?.flatMap((block) => (block.type === "text" ? block.text : []));
  const calls = (answer.content ?? []).flatMap((block) =>
    block.type === "tool_use" ? `${block.name} ${JSON.stringify(block.input)}` : [],
  );
  return said(texts?.join(""), calls, answer.stop_reason);
}

async function messagesStream(wire: ModelWire, how: AskOptions): Promise<string> {
  const question = { ...messagesQuestion(how), stream: true as const };
  let text = "";
  let args = "";
  let stop: string | null = null;
  for await (const event of await anthropic(wire, how).messages.create(question)) {
    if (event.type === "content_block_delta" && event.delta.type === "text_delta") {
      text += event.delta.text;
    }
    if (event.type === "content_block_delta" && event.delta.type === "input_json_delta") {
      args += event.delta.partial_json;
    }
    if (event.type === "message_delta") stop = event.delta.stop_reason;
  }
  return said(text, args === "" ? [] : [args], stop);
}

function aiOpenai({ openaiUrl: baseURL }: ModelWire): LanguageModel {
  return createOpenAI({ apiKey: "key-of-a-test", baseURL }).responses("gpt-test");
}

function aiOpenaiChat({ openaiUrl: baseURL }: ModelWire): LanguageModel {
  return createOpenAI({ apiKey: "key-of-a-test", baseURL }).chat("gpt-test");
}

function aiAnthropic({ anthropicUrl }: ModelWire): LanguageModel {
  const baseURL = `${anthropicUrl}/v1`;
  return createAnthropic({ apiKey: "key-of-a-test", baseURL })("claude-test");
}

function aiQuestion(model: LanguageModel, { maxRetries, withTools }: AskOptions) {
  const tools: ToolSet = { find_parcel: { inputSchema: jsonSchema(parameters) } };
  return { model, prompt, maxRetries, maxOutputTokens: 99, tools: withTools ? tools : {} };
}

async function generated(model: LanguageModel, how: AskOptions): Promise<string> {
  const { text, toolCalls, finishReason } = await generateText(aiQuestion(model, how));
  const calls = toolCalls.map(({ toolName, input }) => `${toolName} ${JSON.stringify(input)}`);
  return said(text, calls, finishReason);
}

async function streamed(model: LanguageModel, how: AskOptions): Promise<string> {
  const noticed: string[] = [];
  const result = streamText({
    ...aiQuestion(model, how),
    onError: ({ error }) => void noticed.push(thrownText(error)),
  });
  let text = "";
  for await (const piece of result.textStream) text += piece;
  const finish = await Promise.resolve(result.finishReason).catch(() => "finishReason rejects");
  const calls = await Promise.resolve(result.toolCalls).catch(() => []);
  const called = calls.map(({ toolName, input }) => `${toolName} ${JSON.stringify(input)}`);
  const errors = noticed.length === 0 ? "" : `, onError ${noticed.join("; ")}`;
  return said(text, called, finish) + errors;
}
