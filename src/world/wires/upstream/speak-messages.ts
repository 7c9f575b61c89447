import type { ModelQuestion } from "./model-question.ts";
import { piecesOf } from "./pieces-of.ts";
import type { ScriptAnswer } from "./script-answer.ts";

/** An answer as Anthropic Messages writes it when it is asked for as a whole. */
export function messagesBody(answer: ScriptAnswer, { model }: ModelQuestion): unknown {
  return {
    ...head(answer, model),
    content: blocksOf(answer).map((block) =>
      block.type === "text"
        ? { type: "text", text: block.text }
        : { type: "tool_use", id: block.id, name: block.name, input: JSON.parse(block.json) },
    ),
    stop_reason: stopReasons[answer.finish],
    usage: usageOf(answer.usage),
  };
}

/** The same as the events of a stream. */
export function messagesEvents(answer: ScriptAnswer, { model }: ModelQuestion): readonly string[] {
  const { input, output } = answer.usage;
  const begun = { ...head(answer, model), content: [], stop_reason: null };
  const blocks = blocksOf(answer).flatMap((block, index) => {
    const start =
      block.type === "text"
        ? { type: "text", text: "" }
        : { type: "tool_use", id: block.id, name: block.name, input: {} };
    const deltas =
      block.type === "text"
        ? piecesOf(block.text, answer.chunk).map((text) => ({ type: "text_delta", text }))
        : piecesOf(block.json, answer.chunk).map((partial_json) => ({
            type: "input_json_delta",
            partial_json,
          }));
    return [
      event({ type: "content_block_start", index, content_block: start }),
      ...deltas.map((delta) => event({ type: "content_block_delta", index, delta })),
      event({ type: "content_block_stop", index }),
    ];
  });
  const stop = { stop_reason: stopReasons[answer.finish], stop_sequence: null };
  return [
    event({ type: "message_start", message: { ...begun, usage: usageOf({ input, output: 0 }) } }),
    ...blocks,
    event({ type: "message_delta", delta: stop, usage: { output_tokens: output } }),
    event({ type: "message_stop" }),
  ];
}

// --- inside ---

type Block =
  | { readonly type: "text"; readonly text: string }
  | {
      readonly type: "tool_use";
      readonly id: string;
      readonly name: string;
      readonly json: string;
    };

const stopReasons = {
  stop: "end_turn",
  length: "max_tokens",
  tool_calls: "tool_use",
  content_filter: "refusal",
} as const;

function blocksOf({ text, calls }: ScriptAnswer): readonly Block[] {
  const said: readonly Block[] = text === "" ? [] : [{ type: "text", text }];
  return [
    ...said,
    ...calls.map((call): Block => {
      const { id, tool: name, arguments: json } = call;
      return { type: "tool_use", id: `toolu_${id}`, name, json };
    }),
  ];
}

function head({ id }: ScriptAnswer, model: string): object {
  return { id: `msg_${id}`, type: "message", role: "assistant", model, stop_sequence: null };
}

function usageOf({ input, output }: ScriptAnswer["usage"]): object {
  return {
    input_tokens: input,
    output_tokens: output,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
  };
}

function event(data: { readonly type: string } & Readonly<Record<string, unknown>>): string {
  return `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
}
