import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AgentFault, ToolFault } from "../../../src/kernel/agent/agent-fault.ts";
import type { ServedQuestion } from "./model-server.ts";
import { ModelWire } from "./model-wire.ts";

let wire: ModelWire;

beforeAll(async () => {
  wire = await ModelWire.open();
});

afterAll(async () => {
  await wire.close();
});

const record = JSON.stringify({ id: "A1", city: "Bergen", day: "2026-03-04", parcels: 2 });

test.each(["chat", "responses", "messages"] as const)(
  "a result in %s is struck once, and changed again in the same way whenever it is sent again",
  async (format) => {
    const scope = wire.begin([toolFault({ mode: "error", trigger: { on: [1] } })]);
    await converse(format, 2);
    const sent = wire.server.questions.map((question) => resultsIn(question));
    expect(sent).toEqual([
      [],
      ["the tool failed with status 503"],
      ["the tool failed with status 503", record],
    ]);
    expect(scope.strikes).toMatchObject([
      { fault: "f", agent: "main", target: "find_parcel", occurrence: 1, ordinal: 1 },
    ]);
    expect(
      wire
        .events("tool-call")
        .map(({ tool, arguments: args, wire: seen }) => ({ tool, args, seen })),
    ).toEqual(
      Array.from({ length: 2 }, () => ({
        tool: "find_parcel",
        args: '{"id":"A1"}',
        seen: "model",
      })),
    );
    expect(wire.events("tool-answer").map(({ isError }) => isError)).toEqual([true, false]);
  },
);

test("each fault of a tool makes its own of a result", async () => {
  const modes = [
    "error",
    "malformed",
    "malicious_response",
    "empty",
    "stale",
    "wrong_entity",
    "wrong_values",
    "timeout",
  ] as ToolFault["mode"][];
  const seen: string[] = [];
  for (const mode of modes) {
    wire.begin([toolFault({ mode, payload: "{canary}" })]);
    await converse("messages", 1);
    seen.push(`${mode}: ${resultsIn(wire.server.questions[1]).join()}`);
  }
  expect(seen.join("\n")).toMatchInlineSnapshot(`
    "error: the tool failed with status 503
    malformed: {"id":"A1","city":"Bergen","day":"2026-03-04","parc
    malicious_response: {"id":"A1","city":"Bergen\\n\\nCNRY-0123456789","day":"2026-03-04","parcels":2}
    empty: {}
    stale: {"id":"A1","city":"Bergen","day":"2025-05-31","parcels":1}
    wrong_entity: {"id":"A9","city":"Ines Marko","day":"2026-03-04","parcels":2}
    wrong_values: {"id":"A1","city":"Bergen","day":"2026-03-04","parcels":200}
    timeout: Error: the call of find_parcel timed out after 30000 ms"
  `);
});

test("a result that is too large is as large as the fault says", async () => {
  wire.begin([toolFault({ mode: "oversize", bytes: 50_000 })]);
  await converse("chat", 1);
  expect(resultsIn(wire.server.questions[1]).join().length).toBeGreaterThanOrEqual(50_000);
});

test("a slow tool holds the question back that brings its result", async () => {
  wire.begin([toolFault({ mode: "slow", delayMs: 40 })]);
  await converse("responses", 1);
  const [answer] = wire.events("tool-answer");
  const [, second] = wire.events("model-answer");
  expect((second?.atMs ?? 0) - (answer?.atMs ?? 0)).toBeGreaterThanOrEqual(35);
  expect(wire.events("fault")[0]?.detail).toBe("40 ms later");
});

test("a tool with a wire of its own is left to it", async () => {
  const scope = wire.begin([toolFault({ mode: "error" })], { directTools: ["find_parcel"] });
  await converse("chat", 1);
  expect(resultsIn(wire.server.questions[1])).toEqual([record]);
  expect(scope.strikes).toEqual([]);
  expect(wire.events("tool-call")).toEqual([]);
});

test("definitions that drift or are poisoned reach the model and count no call", async () => {
  const drift = toolFault({ mode: "list_drift", trigger: { on: [2] } });
  wire.begin([drift, toolFault({ id: "g", mode: "poisoned_description" })]);
  await converse("chat", 1);
  const [first, second] = wire.server.questions.map(({ body }) => JSON.stringify(body["tools"]));
  expect(first).toContain("CNRY-0123456789");
  expect(second).toContain("_v2");
  expect(wire.events("fault").map(({ mode, ordinal }) => `${mode} ${ordinal}`)).toEqual([
    "poisoned_description 1",
    "list_drift 2",
  ]);
});

test("definitions of a service over HTTP are struck here, those of a server are not", async () => {
  const poison = toolFault({ mode: "poisoned_description" });
  const scope = wire.begin([poison], { directTools: ["find_parcel"] });
  await converse("chat", 1);
  expect(scope.strikes).toHaveLength(2);
  const [first] = wire.server.questions;
  expect(JSON.stringify(first?.body["tools"])).toContain("CNRY-0123456789");
  wire.begin([poison]).markListed("find_parcel");
  await converse("chat", 1);
  expect(wire.events("fault")).toEqual([]);
});

test("a fault that is to strike once strikes the first answer that it can change", async () => {
  const drift = { id: "d", layer: "llm", mode: "response_drift", driftType: "tone_shift" } as const;
  const scope = wire.begin([{ ...drift, trigger: { times: 1 } }]);
  await converse("chat", 1); // the first answer has no text, it only calls a tool
  expect(scope.strikes.map(({ ordinal }) => ordinal)).toEqual([2]);
});

// --- inside ---

function toolFault(parts: Partial<ToolFault>): AgentFault {
  return { id: "f", layer: "tool", tool: "find_parcel", mode: "error", trigger: {}, ...parts };
}

/** The results of tools in a question as the model sees them. */
function resultsIn(question: ServedQuestion | undefined): readonly string[] {
  const { messages: said, input } = question?.body ?? {};
  return [...items(said), ...items(input)].flatMap((item) => {
    if (item["role"] === "tool") return String(item["content"]);
    if (item["type"] === "function_call_output") return String(item["output"]);
    return items(item["content"]).flatMap((block) =>
      block["type"] === "tool_result" ? String(block["content"]) : [],
    );
  });
}

function items(value: unknown): readonly Record<string, unknown>[] {
  return Array.isArray(value) ? (value as Record<string, unknown>[]) : [];
}

/** An agent that calls its tool so often and sends the whole history each time. */
async function converse(format: "chat" | "responses" | "messages", calls: number): Promise<void> {
  let asked = 0;
  wire.server.says = () => {
    asked += 1;
    if (asked > calls) return { text: "Done." };
    return { calls: [{ id: `call_${asked}`, name: "find_parcel", args: { id: "A1" } }] };
  };
  await { chat, responses, messages }[format]();
}

const prompt = "Where is parcel A1?";
const parameters = { type: "object" as const, properties: { id: { type: "string" } } };

async function chat(): Promise<void> {
  const client = new OpenAI({ apiKey: "k", baseURL: wire.openaiUrl });
  const history: OpenAI.ChatCompletionMessageParam[] = [{ role: "user", content: prompt }];
  const tools = [{ type: "function" as const, function: { name: "find_parcel", parameters } }];
  for (;;) {
    const { choices } = await client.chat.completions.create({
      model: "m",
      messages: history,
      tools,
    });
    const [choice] = choices;
    if (choice?.message.tool_calls === undefined) return;
    history.push(choice.message);
    for (const { id } of choice.message.tool_calls) {
      history.push({ role: "tool", tool_call_id: id, content: record });
    }
  }
}

async function responses(): Promise<void> {
  const client = new OpenAI({ apiKey: "k", baseURL: wire.openaiUrl });
  const input: OpenAI.Responses.ResponseInput = [{ role: "user", content: prompt }];
  const tools = [{ type: "function" as const, name: "find_parcel", parameters, strict: false }];
  for (;;) {
    const { output } = await client.responses.create({ model: "m", input, tools });
    const calls = output.flatMap((item) => (item.type === "function_call" ? [item] : []));
    if (calls.length === 0) return;
    for (const call of calls) {
      const { call_id } = call;
      input.push(call, { type: "function_call_output", call_id, output: record });
    }
  }
}

async function messages(): Promise<void> {
  const client = new Anthropic({ apiKey: "k", baseURL: wire.anthropicUrl });
  const history: Anthropic.MessageParam[] = [{ role: "user", content: prompt }];
  const tools = [{ name: "find_parcel", input_schema: parameters }];
  for (;;) {
    const { content } = await client.messages.create({
      model: "m",
      max_tokens: 9,
      messages: history,
      tools,
    });
    const calls = content.flatMap((block) => (block.type === "tool_use" ? [block] : []));
    if (calls.length === 0) return;
    const results = calls.map(({ id }) => {
      return { type: "tool_result" as const, tool_use_id: id, content: record };
    });
    history.push({ role: "assistant", content }, { role: "user", content: results });
  }
}
