import type { ToolRequest } from "../../../kernel/agent/agent-event.ts";
import type { AgentChaos } from "./agent-chaos.ts";
import type { AnswerEdit } from "./answer-edit.ts";
import {
  type AnswerNotes,
  type AnswerShape,
  type ModelAsk,
  ModelCall,
  strikeAnswer,
} from "./model-call.ts";
import { beginStream, type StreamShape, strikeStream } from "./strike-stream.ts";
import { strikeTool } from "./tool-call.ts";

/** Strikes the answers of a `Model` of OpenAI Agents, plain and as a stream. */
export function chaosModel<Model extends AgentsModel>(model: Model, chaos: AgentChaos): Model {
  const getResponse = (request: Data): Promise<unknown> => {
    const call = new ModelCall(chaos, askOf(request), false);
    return strikeAnswer(call, () => model.getResponse(request as never), answerShape);
  };
  async function* getStreamedResponse(request: Data): AsyncGenerator<Data> {
    const call = new ModelCall(chaos, askOf(request), true);
    const events = await beginStream(call, () => {
      return model.getStreamedResponse(request as never) as AsyncIterable<Data>;
    });
    yield* strikeStream(call, events, streamShape);
  }
  const struck = new Map<PropertyKey, unknown>([
    ["getResponse", getResponse],
    ["getStreamedResponse", getStreamedResponse],
  ]);
  // A model may have private fields, which only itself can read: it stays who it is.
  return new Proxy(model, {
    get(target, key) {
      const value: unknown = struck.get(key) ?? Reflect.get(target, key, target);
      return typeof value === "function" && !struck.has(key) ? value.bind(target) : value;
    },
  });
}

/** Strikes what a function tool of OpenAI Agents answers. */
export function chaosTool<Tool extends AgentsTool>(tool: Tool, chaos: AgentChaos): Tool {
  const invoke = async (context: never, input: string, details?: never): Promise<unknown> => {
    const { signal } = (details ?? {}) as { signal?: AbortSignal };
    const run = (): Promise<unknown> => tool.invoke(context, input, details);
    try {
      const ask = { tool: tool.name, input, signal };
      const { value } = await strikeTool(chaos, ask, run);
      return value;
    } catch (thrown) {
      if (!(thrown instanceof Error)) throw thrown;
      // What a tool says that fails and has no error function of its own.
      return `${failure} Error: ${thrown.name}: ${thrown.message}`;
    }
  };
  return { ...tool, invoke };
}

// --- inside ---

type Data = Readonly<Record<string, unknown>>;

interface AgentsModel {
  getResponse(request: never): Promise<unknown>;
  getStreamedResponse(request: never): AsyncIterable<unknown>;
}

interface AgentsTool {
  readonly name: string;
  readonly invoke: (context: never, input: string, details?: never) => Promise<unknown>;
}

const failure = "An error occurred while running the tool. Please try again.";

function askOf({ input, tools, signal, systemInstructions }: Data): ModelAsk {
  return {
    model: "openai-agents",
    tools: listOf(tools).map(({ name }) => String(name)),
    question: [systemInstructions, input],
    signal: signal instanceof AbortSignal ? signal : undefined,
  };
}

const answerShape: AnswerShape<unknown> = {
  read(answer) {
    const { output, usage } = answer as Data;
    const notes: AnswerNotes = { text: "", calls: [], finish: undefined, usage: undefined };
    noteOutput(listOf(output), notes);
    noteUsage(usage, notes);
    return notes;
  },
  edit: (answer, edit) => {
    const data = answer as Data;
    return { ...data, output: editOutput(listOf(data["output"]), edit) };
  },
};

const streamShape: StreamShape<Data> = {
  text: ({ type, delta }) => (type === "output_text_delta" ? String(delta) : undefined),
  withText: (event, delta) => ({ ...event, delta }),
  isPiece: ({ type }) => type === "output_text_delta" || type === "response_done",
  edit(event, edit) {
    if (event["type"] !== "response_done") return event;
    const response = event["response"] as Data;
    const output = editOutput(listOf(response["output"]), edit);
    return { ...event, response: { ...response, output } };
  },
  note(event, notes) {
    if (event["type"] !== "response_done") {
      notes.text += this.text(event) ?? "";
      return;
    }
    const { output, usage } = event["response"] as Data;
    notes.text = "";
    noteOutput(listOf(output), notes);
    noteUsage(usage, notes);
  },
};

function editOutput(output: readonly Data[], edit: AnswerEdit): readonly Data[] {
  return output.flatMap((item): readonly Data[] => {
    if (item["type"] === "function_call") {
      if (edit.dropsCalls) return [];
      return [{ ...item, arguments: edit.arguments(String(item["arguments"])) }];
    }
    if (item["type"] !== "message") return [item];
    const content = listOf(item["content"]).map((part) =>
      part["type"] === "output_text" ? { ...part, text: edit.text(String(part["text"])) } : part,
    );
    const isCut = edit.isCut && JSON.stringify(content) !== JSON.stringify(item["content"]);
    return [{ ...item, content, status: isCut ? "incomplete" : item["status"] }];
  });
}

function noteOutput(output: readonly Data[], notes: AnswerNotes): void {
  for (const item of output) {
    if (item["type"] === "function_call") notes.calls.push(callOf(item));
    if (item["type"] !== "message") continue;
    for (const { type, text } of listOf(item["content"])) {
      if (type === "output_text") notes.text += String(text);
    }
    if (item["status"] === "incomplete") notes.finish = "length";
  }
}

function callOf(item: Data): ToolRequest {
  const { callId, name } = item;
  return { id: String(callId), tool: String(name), arguments: String(item["arguments"]) };
}

function noteUsage(usage: unknown, notes: AnswerNotes): void {
  const { inputTokens, outputTokens } = (usage ?? {}) as Data;
  notes.usage = { input: Number(inputTokens ?? 0), output: Number(outputTokens ?? 0) };
}

function listOf(value: unknown): readonly Data[] {
  return Array.isArray(value) ? (value as readonly Data[]) : [];
}
