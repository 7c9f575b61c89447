import type { ModelProtocol } from "../../../src/kernel/agent/agent-event.ts";

/** What a model says in one answer. */
export interface SaidByModel {
  readonly text?: string;
  readonly calls?: readonly { id: string; name: string; args: Record<string, unknown> }[];
}

/** An answer as a whole. */
export function plainAnswer(protocol: ModelProtocol, said: SaidByModel): unknown {
  switch (protocol) {
    case "chat-completions":
      return chatPlain(said);
    case "messages":
      return {
        ...messageHead,
        content: messageBlocks(said),
        stop_reason: said.calls === undefined ? "end_turn" : "tool_use",
        usage: { input_tokens: 11, output_tokens: 12 },
      };
    case "responses":
      return responseOf(said, "completed");
  }
}

/** The events of a streamed answer, each as a text. */
export function streamedAnswer(protocol: ModelProtocol, said: SaidByModel): readonly string[] {
  switch (protocol) {
    case "chat-completions":
      return [...chatChunks(said).map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`), done];
    case "messages":
      return messageEvents(said).map((event) => named(event));
    case "responses":
      return responseEvents(said).map((event, at) => named({ ...event, sequence_number: at }));
  }
}

// --- inside ---

type Event = { type: string } & Record<string, unknown>;

const done = "data: [DONE]\n\n";

function named(event: Event): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

function piecesOf(text: string): readonly string[] {
  return text.match(/\S+\s*/gu) ?? [];
}

function chatCalls({ calls = [] }: SaidByModel) {
  return calls.map(({ id, name, args }, index) => ({
    index,
    id,
    type: "function",
    function: {
      name,
      arguments: JSON.stringify(args),
    },
  }));
}

function chatPlain(said: SaidByModel) {
  const calls = chatCalls(said).map(({ index: _index, ...call }) => call);
  const message = {
    role: "assistant",
    content: said.text ?? null,
    refusal: null,
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
  const finish = said.calls === undefined ? "stop" : "tool_calls";
  return {
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 1,
    model: "gpt-test",
    choices: [
      {
        index: 0,
        message,
        logprobs: null,
        finish_reason: finish,
      },
    ],
    usage: {
      prompt_tokens: 11,
      completion_tokens: 12,
      total_tokens: 23,
    },
  };
}

function chatChunks(said: SaidByModel) {
  const head = { id: "chatcmpl-1", object: "chat.completion.chunk", created: 1, model: "gpt-test" };
  const chunk = (delta: unknown, finish: string | null = null) => ({
    ...head,
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
  });
  const calls = chatCalls(said).flatMap(({ function: { name, arguments: args }, ...call }) => [
    chunk({ tool_calls: [{ ...call, function: { name, arguments: "" } }] }),
    ...halves(args).map((half) =>
      chunk({ tool_calls: [{ index: call.index, function: { arguments: half } }] }),
    ),
  ]);
  return [
    chunk({ role: "assistant", content: "", refusal: null }),
    ...piecesOf(said.text ?? "").map((content) => chunk({ content })),
    ...calls,
    chunk({}, said.calls === undefined ? "stop" : "tool_calls"),
    {
      ...head,
      choices: [],
      usage: { prompt_tokens: 11, completion_tokens: 12, total_tokens: 23 },
    },
  ];
}

function halves(text: string): readonly string[] {
  return [text.slice(0, text.length >> 1), text.slice(text.length >> 1)];
}

const messageHead = {
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "claude-test",
  content: [] as unknown[],
  stop_reason: null as string | null,
  stop_sequence: null,
};

function messageBlocks({ text, calls = [] }: SaidByModel) {
  return [
    ...(text === undefined ? [] : [{ type: "text", text }]),
    ...calls.map(({ id, name, args }) => ({ type: "tool_use", id, name, input: args })),
  ];
}

function messageEvents(said: SaidByModel): readonly Event[] {
  const blocks = messageBlocks(said).flatMap((block, index): readonly Event[] => {
    const isText = "text" in block;
    const start = isText ? { ...block, text: "" } : { ...block, input: {} };
    const deltas = isText
      ? piecesOf(block.text).map((text) => ({ type: "text_delta", text }))
      : halves(JSON.stringify("input" in block ? block.input : {})).map((half) => ({
          type: "input_json_delta",
          partial_json: half,
        }));
    return [
      { type: "content_block_start", index, content_block: start },
      ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
      { type: "content_block_stop", index },
    ];
  });
  const stop = said.calls === undefined ? "end_turn" : "tool_use";
  return [
    { type: "message_start", message: { ...messageHead, usage: usageOf(1) } },
    { type: "ping" },
    ...blocks,
    {
      type: "message_delta",
      delta: { stop_reason: stop, stop_sequence: null },
      usage: { output_tokens: 12 },
    },
    { type: "message_stop" },
  ];
}

function usageOf(output: number) {
  return { input_tokens: 11, output_tokens: output };
}

function responseItems({ text, calls = [] }: SaidByModel) {
  return [
    ...(text === undefined
      ? []
      : [
          {
            id: "msg_1",
            type: "message",
            role: "assistant",
            status: "completed",
            content: [
              {
                type: "output_text",
                text,
                annotations: [],
                logprobs: [],
              },
            ],
          },
        ]),
    ...calls.map(({ id, name, args }, at) => ({
      id: `fc_${at}`,
      type: "function_call",
      call_id: id,
      name,
      status: "completed",
      arguments: JSON.stringify(args),
    })),
  ];
}

function responseOf(said: SaidByModel, status: string) {
  return {
    id: "resp_1",
    object: "response",
    created_at: 1,
    status,
    model: "gpt-test",
    error: null,
    incomplete_details: null,
    instructions: null,
    metadata: {},
    parallel_tool_calls: true,
    temperature: 1,
    tool_choice: "auto",
    tools: [],
    top_p: 1,
    output: status === "completed" ? responseItems(said) : [],
    usage:
      status === "completed"
        ? {
            ...usageOf(12),
            total_tokens: 23,
          }
        : null,
  };
}

function responseEvents(said: SaidByModel): readonly Event[] {
  return [
    { type: "response.created", response: responseOf(said, "in_progress") },
    { type: "response.in_progress", response: responseOf(said, "in_progress") },
    ...responseItems(said).flatMap((item, index) => itemEvents(item, index)),
    { type: "response.completed", response: responseOf(said, "completed") },
  ];
}

function itemEvents(
  item: ReturnType<typeof responseItems>[number],
  index: number,
): readonly Event[] {
  const at = { item_id: item.id, output_index: index };
  if ("arguments" in item) {
    const base = "response.function_call_arguments";
    return [
      { ...added(index), item: { ...item, arguments: "", status: "in_progress" } },
      ...halves(item.arguments).map((delta) => ({ type: `${base}.delta`, ...at, delta })),
      { type: `${base}.done`, ...at, arguments: item.arguments, name: item.name },
      { type: "response.output_item.done", output_index: index, item },
    ];
  }
  const [part] = item.content;
  const text = part?.text ?? "";
  const where = { ...at, content_index: 0 };
  const base = "response.output_text";
  return [
    { ...added(index), item: { ...item, content: [], status: "in_progress" } },
    { type: "response.content_part.added", ...where, part: { ...part, text: "" } },
    ...piecesOf(text).map((delta) => ({ type: `${base}.delta`, ...where, delta, logprobs: [] })),
    { type: `${base}.done`, ...where, text, logprobs: [] },
    { type: "response.content_part.done", ...where, part },
    { type: "response.output_item.done", output_index: index, item },
  ];
}

function added(index: number) {
  return { type: "response.output_item.added", output_index: index };
}
