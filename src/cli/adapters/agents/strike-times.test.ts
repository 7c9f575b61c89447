import { expect, test } from "vitest";
import { type AgentChaos, agentChaos, type ChaosFault } from "./agent-chaos.ts";
import { chaosMiddleware, wrapTools } from "./ai-sdk.ts";
import { chaosLangChain } from "./langchain.ts";
import { chaosModel, chaosTool } from "./openai-agents.ts";

// `times` counts strikes, as on the wire. The first call of each of these is one that the fault
// cannot change, the second one it can.

const once = { times: 1 };
const badArguments: ChaosFault = { layer: "llm", mode: "bad_tool_arguments", trigger: once };
const cut: ChaosFault = { layer: "llm", mode: "stream_cut", afterChunks: 2, trigger: once };
const empty: ChaosFault = { layer: "tool", tool: "search", mode: "empty", trigger: once };

const found = ["", "a tide table", "a tide table"];

const places: readonly [string, ChaosFault, (chaos: AgentChaos, at: number) => unknown][] = [
  ["a model of the AI SDK", badArguments, (chaos, at) => aiSdk(chaos).generate(at)],
  ["a stream of the AI SDK", cut, (chaos, at) => aiSdk(chaos).stream(at)],
  [
    "a tool of the AI SDK",
    empty,
    (chaos, at) => wrapTools({ search: { execute: () => found[at] } }, chaos).search.execute(),
  ],
  [
    "a model of LangChain.js",
    badArguments,
    (chaos, at) => chaosLangChain(chaos).wrapModelCall({}, () => langChainAnswers[at]),
  ],
  [
    "a tool of LangChain.js",
    empty,
    (chaos, at) => {
      const tool = { invoke: () => ({ content: found[at] }) };
      const request = { toolCall: { name: "search", args: {} }, tool };
      return chaosLangChain(chaos).wrapToolCall(request, (given) => given.tool.invoke());
    },
  ],
  ["a model of OpenAI Agents", badArguments, (chaos, at) => openAi(chaos, at).getResponse({})],
  [
    "a stream of OpenAI Agents",
    cut,
    (chaos, at) => drained(openAi(chaos, at).getStreamedResponse({})),
  ],
  [
    "a tool of OpenAI Agents",
    empty,
    (chaos, at) => {
      const invoke = (_context: object, _input: string) => Promise.resolve(found[at]);
      return chaosTool({ name: "search", invoke }, chaos).invoke({}, "{}");
    },
  ],
];

test.for(places)("%s: a fault that cannot strike a call strikes the next one", async (place) => {
  const [, fault, ask] = place;
  const chaos = agentChaos({ faults: [fault] });
  for (const at of [0, 1, 2]) await ask(chaos, at);
  expect(chaos.strikes.map(({ ordinal }) => ordinal)).toEqual([2]);
});

test.for([
  ["the AI SDK", (chaos: AgentChaos, at: number) => aiSdk(chaos).stream(at)],
  [
    "OpenAI Agents",
    (chaos: AgentChaos, at: number) => drained(openAi(chaos, at).getStreamedResponse({})),
  ],
] as const)("%s: a stream that does not begin was not struck", async ([, ask]) => {
  const chaos = agentChaos({ faults: [cut] });
  await expect(ask(chaos, -1)).rejects.toThrow("no model here");
  await ask(chaos, 1);
  expect(chaos.strikes.map(({ ordinal }) => ordinal)).toEqual([2]);
});

const refusal = Object.assign(new Error("slow down"), {
  status: 429,
  headers: new Headers({ "Retry-After": "2" }),
});
const refuse = (): never => {
  throw refusal;
};
const refusing: readonly [string, (chaos: AgentChaos) => PromiseLike<unknown>][] = [
  [
    "a model of the AI SDK",
    (chaos) => chaosMiddleware(chaos).wrapGenerate({ ...aiAsked, doGenerate: refuse }),
  ],
  [
    "a stream of the AI SDK",
    (chaos) => chaosMiddleware(chaos).wrapStream({ ...aiAsked, doStream: refuse }),
  ],
  ["a model of LangChain.js", (chaos) => chaosLangChain(chaos).wrapModelCall({}, refuse)],
  ["a model of OpenAI Agents", (chaos) => refusingModel(chaos).getResponse({})],
  ["a stream of OpenAI Agents", (chaos) => drained(refusingModel(chaos).getStreamedResponse({}))],
];

test.for(refusing)("%s that throws is written as one that gave no answer", async ([, ask]) => {
  const chaos = agentChaos({ faults: [] });
  await expect((async () => await ask(chaos))()).rejects.toThrow("slow down");
  expect(chaos.events.filter(({ kind }) => kind === "model-answer")).toMatchObject([
    { status: 429, text: "", isWhole: false, retryAfterMs: 2_000 },
  ]);
});

// --- inside ---

const aiAsked = { params: {}, model: { modelId: "m" } };

/** The stream of this one throws where it is read, not where it is asked for. */
function refusingModel(chaos: AgentChaos) {
  const stream = new ReadableStream({ pull: refuse });
  const getStreamedResponse = (_request: object): AsyncIterable<unknown> => stream;
  const getResponse = (_request: object): Promise<unknown> => refuse();
  return chaosModel({ getResponse, getStreamedResponse }, chaos);
}

const input = '{"topic":"tides"}';

const aiCall = { type: "tool-call", toolCallId: "1", toolName: "search", input };
const aiAnswers = [[{ type: "text", text: "hello" }], [aiCall], [aiCall]];

const langChainCall = { id: "1", name: "search", args: { topic: "tides" } };
const langChainAnswers = [
  { content: "hello", tool_calls: [] },
  { content: "", tool_calls: [langChainCall] },
  { content: "", tool_calls: [langChainCall] },
];

const openAiCall = { type: "function_call", callId: "1", name: "search", arguments: input };
const openAiAnswers = [[], [openAiCall], [openAiCall]];

/** Streams of one piece, and then of three. */
function pieces(at: number): readonly string[] {
  if (at < 0) throw new Error("no model here");
  return at === 0 ? ["one"] : ["one", "two", "three"];
}

function aiSdk(chaos: AgentChaos) {
  const asked = { params: {}, model: { modelId: "m" } };
  const { wrapGenerate, wrapStream } = chaosMiddleware(chaos);
  const generate = (at: number) =>
    wrapGenerate({ ...asked, doGenerate: () => Promise.resolve({ content: aiAnswers[at] }) });
  const doStream = async (at: number) => {
    const parts = pieces(at).map((delta) => ({ type: "text-delta", delta }));
    return await Promise.resolve({ stream: ReadableStream.from(parts) });
  };
  const stream = async (at: number) => {
    const given = await wrapStream({ ...asked, doStream: () => doStream(at) });
    await drained(given.stream);
  };
  return { generate, stream };
}

function openAi(chaos: AgentChaos, at: number) {
  const getStreamedResponse = (_request: object): AsyncIterable<unknown> =>
    ReadableStream.from(pieces(at).map((delta) => ({ type: "output_text_delta", delta })));
  const getResponse = (_request: object): Promise<unknown> =>
    Promise.resolve({ output: openAiAnswers[at] });
  return chaosModel({ getResponse, getStreamedResponse }, chaos);
}

async function drained(events: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of events);
}
