import { ReadableStream } from "node:stream/web";
import type { ToolRequest, TokenUsage } from "../../../kernel/agent/agent-event.ts";
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

/** A middleware for `wrapLanguageModel` of the AI SDK, version 6. */
export interface ChaosMiddleware {
  readonly specificationVersion: "v3";
  wrapGenerate<Result>(options: {
    readonly doGenerate: () => PromiseLike<Result>;
    readonly params: object;
    readonly model: { readonly modelId: string };
  }): Promise<Result>;
  wrapStream<Result extends { stream: unknown }>(options: {
    readonly doStream: () => PromiseLike<Result>;
    readonly params: object;
    readonly model: { readonly modelId: string };
  }): Promise<Result>;
}

/** Strikes the answers of a model of the AI SDK, plain and as a stream. */
export function chaosMiddleware(chaos: AgentChaos): ChaosMiddleware {
  return {
    specificationVersion: "v3",
    wrapGenerate: ({ doGenerate, params, model }) => {
      const call = new ModelCall(chaos, askOf(params, model), false);
      return strikeAnswer(call, doGenerate, answerShape());
    },
    wrapStream: async ({ doStream, params, model }) => {
      const call = new ModelCall(chaos, askOf(params, model), true);
      const answer = await beginStream(call, doStream);
      // The door of the SDK gives a web stream of parts.
      const parts = strikeStream(call, answer.stream as AsyncIterable<Part>, streamShape);
      return { ...answer, stream: streamOf(parts) };
    },
  };
}

/** Strikes what the tools of the AI SDK answer; those without `execute` stay as they are. */
export function wrapTools<Tools extends object>(tools: Tools, chaos: AgentChaos): Tools {
  const entries = Object.entries(tools).map(([name, tool]: [string, Part]) => {
    const { execute } = tool;
    if (typeof execute !== "function") return [name, tool];
    const wrapped = async (input: unknown, options: Part): Promise<unknown> => {
      const signal = options?.["abortSignal"] as AbortSignal | undefined;
      const run = (): unknown => execute.call(tool, input, options);
      const { value } = await strikeTool(chaos, { tool: name, input, signal }, run);
      return value;
    };
    return [name, { ...tool, execute: wrapped }];
  });
  return Object.fromEntries(entries) as Tools;
}

// --- inside ---

type Part = Readonly<Record<string, unknown>>;

function askOf(params: object, { modelId }: { readonly modelId: string }): ModelAsk {
  const { prompt, tools, abortSignal } = params as Part;
  const names = Array.isArray(tools) ? tools.map(({ name }: Part) => String(name)) : [];
  const signal = abortSignal as AbortSignal | undefined;
  return { model: modelId, tools: names, question: prompt, signal };
}

function answerShape<Answer>(): AnswerShape<Answer> {
  return {
    read(answer) {
      const { content, finishReason, usage } = answer as unknown as Part;
      const parts = Array.isArray(content) ? (content as readonly Part[]) : [];
      const texts = parts.filter(({ type }) => type === "text").map(({ text }) => String(text));
      return {
        text: texts.join(""),
        calls: parts.flatMap(callOf),
        finish: finishOf(finishReason),
        usage: usageOf(usage),
      };
    },
    edit(answer, edit) {
      const { content, finishReason } = answer as unknown as Part;
      const parts = Array.isArray(content) ? (content as readonly Part[]) : [];
      const said = parts.filter(({ type }) => type === "text").map(({ text }) => String(text));
      const whole = edit.text(said.join(""));
      const others = parts.filter(({ type }) => type !== "text");
      const kept = others.flatMap((part) => editPart(part, edit) ?? []);
      const text = whole === "" ? [] : [{ type: "text", text: whole }];
      const ending = editFinish(finishReason, edit, said.join(""));
      return { ...answer, content: [...text, ...kept], finishReason: ending };
    },
  };
}

const streamShape: StreamShape<Part> = {
  text: (part) => (part["type"] === "text-delta" ? String(part["delta"]) : undefined),
  withText: (part, delta) => ({ ...part, delta }),
  isPiece: ({ type }) =>
    type === "text-delta" || type === "tool-input-delta" || type === "tool-call",
  edit(part, edit, said) {
    if (part["type"] === "finish") {
      return { ...part, finishReason: editFinish(part["finishReason"], edit, said) };
    }
    return editPart(part, edit);
  },
  note(part, notes: AnswerNotes) {
    notes.text += this.text(part) ?? "";
    notes.calls.push(...callOf(part));
    if (part["type"] !== "finish") return;
    notes.finish = finishOf(part["finishReason"]);
    notes.usage = usageOf(part["usage"]);
  },
  errorEvent: (error) => ({ type: "error", error }),
};

function callOf({ type, toolCallId, toolName, input }: Part): ToolRequest[] {
  if (type !== "tool-call") return [];
  return [{ id: String(toolCallId), tool: String(toolName), arguments: String(input) }];
}

function editPart(part: Part, edit: AnswerEdit): Part | undefined {
  const { type, input } = part;
  const isCall = type === "tool-call" || String(type).startsWith("tool-input-");
  if (isCall && edit.dropsCalls) return undefined;
  if (type !== "tool-call") return part;
  return { ...part, input: edit.arguments(String(input)) };
}

/** An answer of which nothing was cut does not end as one that was. */
function editFinish(finish: unknown, edit: AnswerEdit, said: string): unknown {
  if (edit.isCut && edit.text(said) !== said) return { unified: "length", raw: "length" };
  return edit.dropsCalls ? { unified: "stop", raw: "stop" } : finish;
}

function finishOf(finish: unknown): string | undefined {
  if (typeof finish === "string") return finish;
  const { unified } = (finish ?? {}) as Part;
  return typeof unified === "string" ? unified : undefined;
}

function usageOf(usage: unknown): TokenUsage | undefined {
  const { inputTokens, outputTokens } = (usage ?? {}) as Part;
  const count = (value: unknown): number =>
    typeof value === "number" ? value : Number(((value ?? {}) as Part)["total"] ?? 0);
  return usage === undefined
    ? undefined
    : { input: count(inputTokens), output: count(outputTokens) };
}

function streamOf(parts: AsyncGenerator<Part>): ReadableStream<Part> {
  return new ReadableStream<Part>({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
}
