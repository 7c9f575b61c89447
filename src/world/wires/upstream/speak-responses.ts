import type { ModelQuestion } from "./model-question.ts";
import { piecesOf } from "./pieces-of.ts";
import type { ScriptAnswer } from "./script-answer.ts";

/** An answer as the Responses API writes it when it is asked for as a whole. */
export function responsesBody(answer: ScriptAnswer, { model }: ModelQuestion): unknown {
  const output = itemsOf(answer).map((item) => finished(item));
  return { ...ended(answer, model), output };
}

/** The same as the events of a stream. */
export function responsesEvents(answer: ScriptAnswer, question: ModelQuestion): readonly string[] {
  const begun = { ...head(answer, question.model), status: "in_progress", output: [], usage: null };
  const whole = responsesBody(answer, question);
  const last = answer.finish in incompleteReasons ? "response.incomplete" : "response.completed";
  const events: readonly EventData[] = [
    { type: "response.created", response: begun },
    { type: "response.in_progress", response: begun },
    ...itemsOf(answer).flatMap((item, index) => itemEvents(item, index, answer.chunk)),
    { type: last, response: whole },
  ];
  return events.map(
    ({ type, ...rest }, sequence_number) =>
      `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number, ...rest })}\n\n`,
  );
}

/** The names that a later question may call the parts of an answer by. */
export function responseNames(answer: ScriptAnswer): {
  readonly response: string;
  readonly message: string;
  readonly calls: readonly string[];
} {
  const calls = answer.calls.map(({ id }) => `fc_${id}`);
  return { response: `resp_${answer.id}`, message: `msg_${answer.id}`, calls };
}

// --- inside ---

type EventData = { readonly type: string } & Readonly<Record<string, unknown>>;

type Item =
  | { readonly type: "message"; readonly id: string; readonly text: string }
  | {
      readonly type: "function_call";
      readonly id: string;
      readonly callId: string;
      readonly name: string;
      readonly json: string;
    };

const incompleteReasons: Readonly<Record<string, string>> = {
  length: "max_output_tokens",
  content_filter: "content_filter",
};

function itemsOf(answer: ScriptAnswer): readonly Item[] {
  const { text, calls } = answer;
  const said: readonly Item[] =
    text === "" && calls.length > 0 ? [] : [{ type: "message", id: `msg_${answer.id}`, text }];
  return [
    ...said,
    ...calls.map((call): Item => {
      const { id, tool: name, arguments: json } = call;
      return { type: "function_call", id: `fc_${id}`, callId: `call_${id}`, name, json };
    }),
  ];
}

function finished(item: Item): object {
  if (item.type === "message") {
    const content = [textPart(item.text)];
    return { id: item.id, type: "message", status: "completed", role: "assistant", content };
  }
  return callItem(item, { status: "completed", json: item.json });
}

function callItem(
  item: Item & { readonly type: "function_call" },
  { status, json }: { readonly status: string; readonly json: string },
): object {
  const { id, callId, name } = item;
  return { id, type: "function_call", status, call_id: callId, name, arguments: json };
}

function textPart(text: string): object {
  return { type: "output_text", text, annotations: [], logprobs: [] };
}

function itemEvents(item: Item, output_index: number, chunk: number): readonly EventData[] {
  const done = { type: "response.output_item.done", output_index, item: finished(item) };
  const added = (begun: object): EventData => ({
    type: "response.output_item.added",
    output_index,
    item: begun,
  });
  if (item.type === "message") {
    const place = { item_id: item.id, output_index, content_index: 0 };
    const begun = { id: item.id, type: "message", status: "in_progress", role: "assistant" };
    return [
      added({ ...begun, content: [] }),
      { type: "response.content_part.added", ...place, part: textPart("") },
      ...piecesOf(item.text, chunk).map((delta) => ({
        type: "response.output_text.delta",
        ...place,
        delta,
        logprobs: [],
      })),
      { type: "response.output_text.done", ...place, text: item.text, logprobs: [] },
      { type: "response.content_part.done", ...place, part: textPart(item.text) },
      done,
    ];
  }
  const place = { item_id: item.id, output_index };
  return [
    added(callItem(item, { status: "in_progress", json: "" })),
    ...piecesOf(item.json, chunk).map((delta) => ({
      type: "response.function_call_arguments.delta",
      ...place,
      delta,
    })),
    {
      type: "response.function_call_arguments.done",
      ...place,
      name: item.name,
      arguments: item.json,
    },
    done,
  ];
}

function head({ id }: ScriptAnswer, model: string): object {
  return {
    id: `resp_${id}`,
    object: "response",
    created_at: 0,
    model,
    error: null,
    incomplete_details: null,
    instructions: null,
    metadata: {},
    parallel_tool_calls: true,
    previous_response_id: null,
    temperature: null,
    tool_choice: "auto",
    tools: [],
    top_p: null,
  };
}

function ended(answer: ScriptAnswer, model: string): object {
  const { input, output } = answer.usage;
  const reason = incompleteReasons[answer.finish];
  return {
    ...head(answer, model),
    status: reason === undefined ? "completed" : "incomplete",
    incomplete_details: reason === undefined ? null : { reason },
    usage: {
      input_tokens: input,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: output,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: input + output,
    },
  };
}
