import type { ToolRequest } from "../../../kernel/agent/agent-event.ts";
import type { AgentChaos } from "./agent-chaos.ts";
import type { AnswerEdit } from "./answer-edit.ts";
import { type AnswerShape, type ModelAsk, ModelCall, strikeAnswer } from "./model-call.ts";
import { strikeTool } from "./tool-call.ts";

/** What `createMiddleware` of LangChain.js takes. */
export interface LangChainChaos {
  readonly name: string;
  wrapModelCall<Request extends object, Answer>(
    request: Request,
    handler: (request: Request) => PromiseLike<Answer> | Answer,
  ): Promise<Answer>;
  wrapToolCall<Request extends LangChainToolCall, Answer>(
    request: Request,
    handler: (request: Request) => PromiseLike<Answer> | Answer,
  ): Promise<Answer>;
}

/** Strikes the model and the tools of an agent that LangChain.js makes. */
export function chaosLangChain(chaos: AgentChaos): LangChainChaos {
  chaos.refuse("LangChain middleware, which sees no stream", streamModes);
  return {
    name: "GauntletChaos",
    wrapModelCall: (request, handler) => {
      const call = new ModelCall(chaos, askOf(request), false);
      return strikeAnswer(call, () => handler(request), answerShape());
    },
    wrapToolCall: async (request, handler) => {
      // The tool is replaced, not its answer: so its errors go the way of a tool's errors.
      const tool = struckTool(chaos, request);
      return await handler(tool === undefined ? request : { ...request, tool });
    },
  };
}

// --- inside ---

interface LangChainToolCall {
  readonly toolCall: { readonly name: string; readonly args: unknown };
  readonly tool: unknown;
}

type Data = Readonly<Record<string, unknown>>;

const streamModes: ReadonlySet<string> = new Set([
  "stream_cut",
  "stream_reset",
  "stream_hang",
  "stream_error",
  "slow_tokens",
]);

function askOf(request: object): ModelAsk {
  const { model, messages, tools, runtime } = request as Data;
  const { model: name, modelName } = (model ?? {}) as Data;
  const { signal } = (runtime ?? {}) as Data;
  return {
    model: [modelName, name].find((one) => typeof one === "string") ?? "langchain",
    tools: Array.isArray(tools) ? tools.map((tool: Data) => String(tool["name"])) : [],
    question: Array.isArray(messages) ? messages.map(messageOf) : [],
    signal: signal instanceof AbortSignal ? signal : undefined,
  };
}

function messageOf(message: Data): unknown {
  return [message["type"], message["content"], message["tool_calls"]];
}

function struckTool(chaos: AgentChaos, { tool, toolCall }: LangChainToolCall): unknown {
  const { invoke } = (tool ?? {}) as { invoke?: unknown };
  if (typeof invoke !== "function") return undefined;
  const { name, args } = toolCall;
  return {
    name,
    invoke: async (given: unknown, config: Data | undefined): Promise<unknown> => {
      const signal = config?.["signal"] as AbortSignal | undefined;
      let answer: unknown;
      const run = async (): Promise<unknown> => {
        answer = await (invoke as (...all: unknown[]) => unknown).call(tool, given, config);
        // A message of a tool has its text as `content`.
        return ((answer ?? {}) as Data)["content"] ?? answer;
      };
      const ask = { tool: name, input: args, signal };
      const { text, isChanged } = await strikeTool(chaos, ask, run);
      return isChanged ? text : answer;
    },
  };
}

function answerShape<Answer>(): AnswerShape<Answer> {
  return {
    read(answer) {
      const { content, tool_calls, response_metadata, usage_metadata } = answer as unknown as Data;
      const { finish_reason: finish } = (response_metadata ?? {}) as Data;
      const { input_tokens, output_tokens } = (usage_metadata ?? {}) as Data;
      return {
        text: textOf(content),
        calls: callsOf(tool_calls),
        finish: typeof finish === "string" ? finish : undefined,
        usage:
          usage_metadata === undefined
            ? undefined
            : { input: Number(input_tokens), output: Number(output_tokens) },
      };
    },
    edit: (answer, edit) => editMessage(answer, edit),
  };
}

/** A copy of a message of the same class, since LangChain knows messages by their class. */
function editMessage<Answer>(answer: Answer, edit: AnswerEdit): Answer {
  const { content, tool_calls, response_metadata } = answer as unknown as Data;
  const calls = edit.dropsCalls ? [] : callsOf(tool_calls);
  const edited = calls.map((call) => ({ ...call, arguments: edit.arguments(call.arguments) }));
  const good = edited.filter((call) => isRecord(parsed(call.arguments)));
  const bad = edited.filter((call) => !isRecord(parsed(call.arguments)));
  const metadata = response_metadata ?? {};
  const before = textOf(content);
  const text = edit.text(before);
  const isCut = edit.isCut && text !== before;
  const copy = Object.create(Object.getPrototypeOf(answer) as object) as object;
  return Object.assign(copy, answer, {
    content: text,
    tool_calls: good.map(({ id, tool, arguments: json }) => {
      return { type: "tool_call", id, name: tool, args: parsed(json) };
    }),
    invalid_tool_calls: bad.map(({ id, tool, arguments: json }) => {
      return { type: "invalid_tool_call", id, name: tool, args: json, error: "Malformed args." };
    }),
    response_metadata: isCut ? { ...metadata, finish_reason: "length" } : metadata,
  });
}

function callsOf(calls: unknown): ToolRequest[] {
  if (!Array.isArray(calls)) return [];
  return calls.map(({ id, name, args }: Data) => {
    return { id: String(id), tool: String(name), arguments: JSON.stringify(args) ?? "" };
  });
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map(({ text }: Data) => (typeof text === "string" ? text : "")).join("");
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
