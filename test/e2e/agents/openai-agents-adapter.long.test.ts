import { Agent, type Model, Runner, tool, Usage } from "@openai/agents-core";
import { expect, test } from "vitest";
import { z } from "zod";
import {
  agentChaos,
  chaosModel,
  chaosTool,
  type ChaosFault,
} from "../../../src/cli/adapters/agents/index.ts";
import { failureOf, outcomeOf } from "./chaos-outcome.ts";

const order = { id: "42", state: "shipped" };

/** Has a private field, as models of providers have. */
class OwnModel implements Model {
  #calls = 0;

  getResponse({ input }: Parameters<Model["getResponse"]>[0]): ReturnType<Model["getResponse"]> {
    this.#calls += 1;
    return Promise.resolve({ usage: new Usage(), output: this.#output(input) });
  }

  async *getStreamedResponse({
    input,
  }: Parameters<Model["getResponse"]>[0]): ReturnType<Model["getStreamedResponse"]> {
    this.#calls += 1;
    const output = this.#output(input);
    yield await Promise.resolve({ type: "response_started" as const });
    for (const delta of ["I was ", "told it"]) yield { type: "output_text_delta", delta };
    const counts = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
    yield { type: "response_done", response: { id: `r${this.#calls}`, usage: counts, output } };
  }

  #output(input: unknown) {
    const items = Array.isArray(input)
      ? (input as readonly { type?: string; output?: unknown }[])
      : [];
    const result = items.findLast(({ type }) => type === "function_call_result");
    if (result === undefined) {
      const call = { callId: "1", name: "get_order", arguments: '{"id":"42"}' };
      return [{ type: "function_call" as const, status: "completed" as const, ...call }];
    }
    const text = `I was told ${JSON.stringify(result.output)}`;
    const content = [{ type: "output_text" as const, text }];
    const role = "assistant" as const;
    return [{ type: "message" as const, role, status: "completed" as const, content }];
  }
}

async function askAgents(fault: ChaosFault, how: "plain" | "stream"): Promise<string> {
  const chaos = agentChaos({ faults: [fault] });
  const getOrder = tool({
    name: "get_order",
    description: "an order",
    parameters: z.object({ id: z.string() }),
    execute: () => JSON.stringify(order),
  });
  const agent = new Agent({ name: "support", tools: [chaosTool(getOrder, chaos)] });
  const model = chaosModel(new OwnModel(), chaos);
  const runner = new Runner({ modelProvider: { getModel: () => model }, tracingDisabled: true });
  try {
    if (how === "plain") {
      const { finalOutput } = await runner.run(agent, "where is order 42?", { maxTurns: 3 });
      return outcomeOf(String(finalOutput), chaos);
    }
    const streamed = await runner.run(agent, "where is order 42?", { maxTurns: 3, stream: true });
    for await (const _ of streamed);
    await streamed.completed;
    return outcomeOf(String(streamed.finalOutput), chaos);
  } catch (thrown) {
    return outcomeOf(failureOf(thrown), chaos);
  }
}

test("OpenAI Agents: what each fault is to an agent that calls a tool", async () => {
  const told: Record<string, string> = {};
  for (const [name, fault] of Object.entries<ChaosFault>({
    none: { layer: "tool", tool: "another", mode: "error" },
    rate_limit: { layer: "llm", mode: "rate_limit" },
    truncated_response: { layer: "llm", mode: "truncated_response", maxTokens: 2 },
    empty: { layer: "llm", mode: "empty", trigger: { on: [2] } },
    bad_tool_arguments: { layer: "llm", mode: "bad_tool_arguments", trigger: { on: [1] } },
    tool_error: { layer: "tool", tool: "get_order", mode: "error", message: "no database" },
    tool_empty: { layer: "tool", tool: "*", mode: "empty" },
  })) {
    told[name] = await askAgents(fault, "plain");
  }
  for (const mode of [
    "stream_cut",
    "stream_reset",
    "stream_error",
    "truncated_response",
  ] as const) {
    told[`as a stream, ${mode}`] = await askAgents(
      { layer: "llm", mode, maxTokens: 2, trigger: { on: [2] } },
      "stream",
    );
  }
  expect(told).toMatchInlineSnapshot(`
    {
      "as a stream, stream_cut": "failed: Model did not produce a final response! (struck: llm 2)",
      "as a stream, stream_error": "failed: internal server error (struck: llm 2)",
      "as a stream, stream_reset": "failed: the connection was reset (struck: llm 2)",
      "as a stream, truncated_response": "I was  (struck: llm 2)",
      "bad_tool_arguments": "I was told {"type":"text","text":"An error occurred while parsing tool arguments. Please try again with valid JSON. Error: …"} (struck: llm 1)",
      "empty": " (struck: llm 2)",
      "none": "I was told {"type":"text","text":"{\\"id\\":\\"42\\",\\"state\\":\\"shipped\\"}"} (struck: nothing)",
      "rate_limit": "failed: rate limit reached (struck: llm 1)",
      "tool_empty": "I was told {"type":"text","text":"{}"} (struck: get_order 1)",
      "tool_error": "I was told {"type":"text","text":"An error occurred while running the tool. Please try again. Error: Error: no database"} (struck: get_order 1)",
      "truncated_response": "I was  (struck: llm 2)",
    }
  `);
});
