import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ModelWire } from "./model-wire.ts";

// Recorded streams of real providers. They are not part of the repository: the tests look for them
// beside it, or where this says.
const folder = path.resolve(process.env["GAUNTLET_STREAMS"] ?? "../shared/corpora/llm-streams");

/** What a client of the provider itself reads from the same bytes. */
interface Reading {
  readonly text: string;
  readonly calls: readonly { readonly id: string; readonly tool: string; readonly args: unknown }[];
  readonly finish: string | null | undefined;
}

let wire: ModelWire;
let served: Buffer = Buffer.alloc(0);

beforeAll(async () => {
  wire = await ModelWire.open(() => ({
    answer: () =>
      Promise.resolve({
        status: 200,
        headers: { "content-type": "text/event-stream" },
        body: inPieces(served),
      }),
  }));
});

afterAll(async () => {
  await wire.close();
});

const streams = existsSync(folder) ? recorded() : [];

test.each(streams)(
  "$name passes byte for byte and is read as the provider's own client reads it",
  async ({ url, bytes, read }) => {
    served = bytes;
    wire.begin([]);
    const asked = { method: "POST", body: JSON.stringify({ model: "m", stream: true }) };
    const response = await fetch(wire.hub.urlFor("main", "") + url, asked);
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
    const reading = await read();
    const [first, second] = wire.events("model-answer");
    expect(first).toEqual({ ...second, atMs: first?.atMs, ms: first?.ms, call: 1 });
    expect(first?.isWhole).toBe(true);
    expect(first?.usage).toBeDefined();
    const calls = first?.toolCalls.map(({ id, tool, arguments: args }) => {
      return { id, tool, args: JSON.parse(args) as unknown };
    });
    expect({ text: first?.text, calls, finish: first?.finish }).toEqual(reading);
  },
);

test("there are a dozen recorded streams, or none where GAUNTLET_STREAMS names no folder", () => {
  expect(existsSync(folder) ? streams.length >= 12 : streams.length === 0).toBe(true);
});

// --- inside ---

/** A few bytes at a time: no character and no event is safe from being cut. */
async function* inPieces(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 53) {
    yield bytes.subarray(at, at + 53);
    if (at % 530 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
}

function recorded() {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".chunks.txt"))
    .flatMap((file) => {
      const lines = readFileSync(path.join(folder, file), "utf8").split("\n").filter(Boolean);
      return answersIn(lines).map((answer, at) => ({
        name: `${file} ${at}`,
        ...(file.startsWith("anthropic") ? messages(answer) : openai(answer)),
      }));
    });
}

/** Some files hold several answers, one after the other. */
function answersIn(lines: readonly string[]): readonly (readonly string[])[] {
  const answers: string[][] = [];
  for (const line of lines) {
    if (answers.length === 0 || line.includes('"type":"message_start"')) answers.push([]);
    answers.at(-1)?.push(line);
  }
  return answers;
}

function messages(lines: readonly string[]) {
  return {
    url: "anthropic/v1/messages",
    bytes: named(lines),
    read: async (): Promise<Reading> => {
      const client = new Anthropic({ apiKey: "k", baseURL: wire.anthropicUrl, maxRetries: 0 });
      const message = await client.messages
        .stream({ model: "m", max_tokens: 1, messages: [{ role: "user", content: "q" }] })
        .finalMessage();
      const { content, stop_reason: finish } = message;
      const text = content.map((block) => (block.type === "text" ? block.text : "")).join("");
      const calls = content.flatMap((block) =>
        block.type === "tool_use" ? { id: block.id, tool: block.name, args: block.input } : [],
      );
      return { text, calls, finish };
    },
  };
}

function openai(lines: readonly string[]) {
  const client = () => new OpenAI({ apiKey: "k", baseURL: wire.openaiUrl, maxRetries: 0 });
  if (lines[0]?.includes("response.created") !== true) {
    const bytes = Buffer.from([...lines, "[DONE]"].map((line) => `data: ${line}\n\n`).join(""));
    return { url: "openai/v1/chat/completions", bytes, read: () => readChat(client()) };
  }
  return { url: "openai/v1/responses", bytes: named(lines), read: () => readResponse(client()) };
}

async function readChat(client: OpenAI): Promise<Reading> {
  const completion = await client.chat.completions
    .stream({ model: "m", messages: [{ role: "user", content: "q" }] })
    .finalChatCompletion();
  const [choice] = completion.choices;
  const calls = (choice?.message.tool_calls ?? []).flatMap((call) =>
    call.type === "function"
      ? { id: call.id, tool: call.function.name, args: argsOf(call.function.arguments) }
      : [],
  );
  return { text: choice?.message.content ?? "", calls, finish: choice?.finish_reason };
}

async function readResponse(client: OpenAI): Promise<Reading> {
  // Its helper refuses events of newer tools, so the last event is taken for what was said.
  const stream = await client.responses.create({ model: "m", input: "q", stream: true });
  let response: OpenAI.Responses.Response | undefined;
  for await (const event of stream) if (event.type === "response.completed") ({ response } = event);
  const output = response?.output ?? [];
  const calls = output.flatMap((item) => {
    if (item.type === "apply_patch_call") {
      return { id: item.call_id, tool: "apply_patch", args: item.operation };
    }
    if (item.type !== "function_call") return [];
    return { id: item.call_id, tool: item.name, args: argsOf(item.arguments) };
  });
  const text = output
    .flatMap((item) => (item.type === "message" ? item.content : []))
    .map((part) => (part.type === "output_text" ? part.text : part.refusal))
    .join("");
  return { text, calls, finish: response?.status };
}

function named(lines: readonly string[]): Buffer {
  return Buffer.from(
    lines
      .map((line) => `event: ${(JSON.parse(line) as { type: string }).type}\ndata: ${line}\n\n`)
      .join(""),
  );
}

function argsOf(text: string): unknown {
  return JSON.parse(text) as unknown;
}
