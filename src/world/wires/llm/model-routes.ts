import type { CallIdentity } from "../../../kernel/agent/fault-reach.ts";
import type { Upstream, UpstreamRequest, UpstreamResponse } from "../upstream.ts";
import type { WireExchange, WireRoute } from "../wire-hub.ts";
import type { WireScope } from "../wire-scope.ts";
import { answerStruck, fitsQuestion } from "./answer-faults.ts";
import { changeDefinitions } from "./definition-faults.ts";
import type { Dialect, Question } from "./dialect.ts";
import { dialects } from "./dialects.ts";
import { ReturnedAnswer } from "./returned-answer.ts";
import { isLoose, type Loose, parsed } from "../loose-json.ts";
import { newlyGiven } from "./newly-given.ts";
import { passAnswer } from "./pass-answer.ts";
import { digestOf } from "./question-digest.ts";
import { QuestionMemories } from "./question-memory.ts";
import { changeResults } from "./result-faults.ts";
import { attackMessages } from "./message-attacks.ts";
import { bodyOf, refuseLength } from "../request-body.ts";
import {
  askedHeaders,
  learnHeaders,
  learnKeys,
  passedHeaders,
  sentHeaders,
} from "../wire-headers.ts";

/** The routes on which agents ask models: `openai` for both of its formats, and `anthropic`. */
export function modelRoutes(options: { readonly upstream: Upstream }): readonly WireRoute[] {
  const memories = new QuestionMemories();
  return ["openai", "anthropic"].map((name) => ({
    name,
    handle: (exchange) => handle(exchange, { ...options, memories, to: name }),
  }));
}

// --- inside ---

interface ModelWire {
  readonly upstream: Upstream;
  readonly memories: QuestionMemories;
  readonly to: string;
}

async function handle(exchange: WireExchange, wire: ModelWire): Promise<void> {
  const { request, response, agent, path, scope } = exchange;
  learnKeys({ headers: request.headers, path }, scope.mask);
  const body = await bodyOf(request);
  if (body === undefined) {
    refuseLength(response);
    return;
  }
  const method = request.method ?? "GET";
  const headers = askedHeaders(request.headers);
  const asked: UpstreamRequest = { agent, to: wire.to, method, path, headers, body };
  const dialect = dialects.find((one) => one.isPath(path.replace(/[?#].*$/su, "")));
  const question = method === "POST" ? parsed(body.toString("utf8")) : undefined;
  if (dialect === undefined || !isLoose(question)) {
    await passOther(exchange, await answerOf(wire, asked, exchange));
    return;
  }
  await askModel({ exchange, wire, dialect, asked }, question);
}

interface ModelExchange {
  readonly exchange: WireExchange;
  readonly wire: ModelWire;
  readonly dialect: Dialect;
  readonly asked: UpstreamRequest;
}

async function askModel(model: ModelExchange, body: Loose): Promise<void> {
  const { exchange, wire, dialect, asked } = model;
  const { scope, agent } = exchange;
  const question = dialect.question(body);
  const call = scope.nextModelCall(agent);
  journalCall(model, question, call);
  const key = scope.keys.ofQuestion(question.asked);
  const llm = { layer: "llm", agent, target: "llm", call: key } as const;
  const { pending, change } = await scope.inOrder([llm, ...placesIn(question, llm, scope)], () => ({
    pending: scope.strike(llm, (fault) => fitsQuestion(fault, question)),
    change: changeQuestion(model, question, key),
  }));
  const sent = change.isChanged ? { ...asked, body: Buffer.from(JSON.stringify(body)) } : asked;
  const given = new ReturnedAnswer(exchange, dialect);
  const began = performance.now();
  const ask = (): Promise<UpstreamResponse> => answerOf(wire, sent, exchange);
  try {
    if (change.delayMs > 0) await given.pause(change.delayMs);
    if (pending === undefined) await passAnswer(given, await ask());
    else {
      await answerStruck({
        dialect,
        given,
        ask,
        fault: pending.fault,
        draw: (what, below) => scope.plan.draw(pending.strike, what, below),
        fired: (detail) => scope.fired(pending, detail),
      });
    }
  } catch (thrown) {
    await giveUp(model, given, thrown);
  } finally {
    scope.over(pending);
    journalAnswer(model, given, { call, ms: Math.round(performance.now() - began) });
  }
}

function journalCall(
  { exchange, dialect, wire }: ModelExchange,
  question: Question,
  call: number,
): void {
  const { protocol } = dialect;
  const { model, isStream } = question;
  const tools = question.tools.map(({ name }) => name);
  const { agent } = exchange;
  const digest = digestOf(question.asked);
  const given = newlyGiven(question, { agent, seen: wire.memories.of(exchange.scope).given });
  exchange.scope.add({
    kind: "model-call",
    agent,
    call,
    protocol,
    model,
    isStream,
    tools,
    question: digest,
    ...(given === undefined ? {} : { given }),
  });
}

/** Where else a question can be struck: in the results, the text and the definitions it brings. */
function placesIn(
  { results, said, tools }: Question,
  { agent, call }: CallIdentity,
  scope: WireScope,
): readonly CallIdentity[] {
  const names = new Set(results.map((result) => result.call?.tool ?? "unknown"));
  return [
    ...[...names].flatMap((tool): readonly CallIdentity[] => [
      ...(scope.isDirect(tool) ? [] : [{ layer: "tool", agent, target: tool, call } as const]),
      { layer: "context", agent, target: `tool ${tool}`, call },
    ]),
    ...(said.length === 0 ? [] : [{ layer: "context", agent, target: "input", call } as const]),
    ...tools.map(({ name }): CallIdentity => {
      return { layer: "tool", agent, target: name, call, step: "definition" };
    }),
  ];
}

function changeQuestion(
  { exchange, wire }: ModelExchange,
  question: Question,
  call: string,
): { readonly isChanged: boolean; readonly delayMs: number } {
  const { scope, agent } = exchange;
  const known = { scope, agent, memory: wire.memories.of(scope) };
  const results = changeResults(question.results, known);
  const changes = [
    results.isChanged,
    attackMessages(question.said, known),
    changeDefinitions(question.tools, { ...known, call }),
  ];
  return { isChanged: changes.includes(true), delayMs: results.delayMs };
}

function journalAnswer(
  { exchange, wire }: ModelExchange,
  given: ReturnedAnswer,
  { call, ms }: { readonly call: number; readonly ms: number },
): void {
  const { scope, agent } = exchange;
  const { status, isWhole, retryAfterMs } = given.summary();
  const { text, toolCalls, finish, usage } = given.notes;
  const { calls } = wire.memories.of(scope);
  for (const { id, tool, arguments: args } of toolCalls) {
    calls.set(`${agent}\0${id}`, { tool, arguments: args, atMs: performance.now() });
  }
  scope.add({
    kind: "model-answer",
    agent,
    call,
    status,
    text,
    toolCalls,
    finish,
    isWhole,
    usage,
    retryAfterMs,
    ms,
  });
}

/** Whoever answers could not: before its answer an error of the wire, in its middle a break. */
async function giveUp(model: ModelExchange, given: ReturnedAnswer, thrown: unknown): Promise<void> {
  const { exchange, dialect } = model;
  if (exchange.signal.aborted) return;
  if (given.hasBegun) {
    await given.cut();
    return;
  }
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const error = { kind: "server_error", headers: {} } as const;
  const answer = dialect.errorOf({ ...error, message: exchange.scope.mask.text(message) });
  given.head(502, answer.headers);
  await given.write(Buffer.from(answer.body));
  await given.end();
}

async function answerOf(
  { upstream }: ModelWire,
  request: UpstreamRequest,
  { signal, scope: { mask } }: WireExchange,
): Promise<UpstreamResponse> {
  const answer = await upstream.answer(request, signal);
  learnHeaders(answer.headers, mask);
  return { ...answer, headers: passedHeaders(answer.headers) };
}

/** An answer that is none of a model: it passes as it is. */
async function passOther(
  { response, signal }: WireExchange,
  answer: UpstreamResponse,
): Promise<void> {
  response.writeHead(answer.status, sentHeaders(answer.headers));
  try {
    for await (const bytes of answer.body) {
      if (signal.aborted) return;
      if (response.write(bytes)) continue;
      await new Promise<void>((resolve) => {
        response.once("drain", resolve);
        response.once("close", resolve);
      });
    }
    response.end();
  } catch {
    response.destroy(); // a break stays a break
  }
}
