import { wentAwayText } from "../../../kernel/agent/agent-event.ts";
import type { ToolFault } from "../../../kernel/agent/agent-fault.ts";
import { bodyOf, refuseLength } from "../request-body.ts";
import { framesOf, withData } from "../../../data/sse/sse-frames.ts";
import {
  askedHeaders,
  idempotencyOf,
  learnHeaders,
  learnKeys,
  sentHeaders,
  withoutBodyHeaders,
} from "../wire-headers.ts";
import type { Upstream, UpstreamResponse } from "../upstream.ts";
import type { WireExchange } from "../wire-hub.ts";
import type { PendingStrike } from "../wire-scope.ts";
import { retryAfterHeaders, retryAfterMs } from "../llm/provider-error.ts";
import { type FaultyText, faultyToolText, withCanary } from "../tool-payloads.ts";
import { type Passed, pause, relayAnswer, relayPieces, wholeOf } from "./relay-answer.ts";
import { faultyRpcText, isRpcError, rpcErrorText, rpcTexts } from "./rpc-text.ts";

/** A call of a tool, or of another agent, over HTTP. */
export interface HttpCall {
  readonly exchange: WireExchange;
  /** The tool or the agent that is called. */
  readonly tool: string;
  readonly wire: "http" | "peer";
  /** Who answers, and what is asked of it. */
  readonly to: string;
  readonly path: string;
  /** Where the call goes, for faults that name an address. */
  readonly url: string;
  /** Whether answers are messages of JSON-RPC, as agents speak it. */
  readonly isRpc: boolean;
  /** Passes without being counted as a call. */
  readonly isSilent?: boolean | undefined;
}

/** Passes a call on and its answer back, with whatever fault strikes it. */
export async function passHttpCall(call: HttpCall, upstream: Upstream): Promise<void> {
  const { exchange, tool, wire, url } = call;
  const { scope, agent, request, response } = exchange;
  learnKeys({ headers: request.headers, path: call.path }, scope.mask);
  const body = await bodyOf(request);
  if (body === undefined) {
    refuseLength(response);
    return;
  }
  if (call.isSilent === true) {
    await untouched({ call, body, upstream, pending: undefined });
    return;
  }
  scope.markDirect(tool);
  const id = scope.nextToolCall();
  const method = request.method ?? "GET";
  const words = [method, call.path === "" ? "/" : call.path, body.toString("utf8")];
  const asks = { id, tool, wire, arguments: words.join(" ").trimEnd() };
  scope.add({ kind: "tool-call", agent, ...asks, ...idempotencyOf(request.headers) });
  const key = scope.keys.of(askedBy(call, method, body));
  const place = { layer: "tool", agent, target: tool, url, call: key } as const;
  const pending = await scope.inOrder([place], () => scope.strike(place));
  const started = performance.now();
  const tell = (told: Given): void => {
    const ms = Math.round(performance.now() - started);
    scope.add({ kind: "tool-answer", agent, id, tool, wire, ms, ...told });
  };
  try {
    tell(await answered({ call, body, upstream, pending }));
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    tell(exchange.signal.aborted ? wentAway : { text: why, isError: true });
    throw thrown;
  } finally {
    scope.over(pending);
  }
}

// --- inside ---

/** What a call asks: in a query the order of the names means nothing, nor does a boundary. */
function askedBy({ exchange, path }: HttpCall, method: string, body: Buffer): readonly unknown[] {
  const [place = "", query = ""] = path.split("?", 2);
  const pairs = [...new URLSearchParams(query)].map(([name, value]) => `${name}=${value}`);
  const type = exchange.request.headers["content-type"] ?? "";
  const [, boundary] = /boundary="?([^";]+)/u.exec(type) ?? [];
  const text = body.toString("utf8");
  const plain = boundary === undefined ? text : text.replaceAll(boundary, "");
  return [method, place, pairs.toSorted(), plain];
}

interface Passing {
  readonly call: HttpCall;
  readonly body: Buffer;
  readonly upstream: Upstream;
  readonly pending: PendingStrike<ToolFault> | undefined;
}

/** What the agent was given, for the journal. */
interface Given {
  readonly text: string;
  readonly isError: boolean;
  readonly retryAfterMs?: number;
}

const wentAway: Given = { text: wentAwayText, isError: true };

async function answered(passing: Passing): Promise<Given> {
  const { call, pending } = passing;
  const { scope, signal } = call.exchange;
  const { mode, delayMs } = pending?.fault ?? {};
  if (pending === undefined) return untouched(passing);
  if (mode === "timeout") {
    const ms = delayMs ?? 30_000;
    scope.fired(pending, `no answer for ${ms} ms`);
    if (!(await pause(ms, signal))) return wentAway;
    return refused(call, { status: 504, text: pending.fault.message ?? "no answer in time" });
  }
  if (mode === "slow") {
    const ms = delayMs ?? 5_000;
    scope.fired(pending, `${ms} ms late`);
    return (await pause(ms, signal)) ? untouched(passing) : wentAway;
  }
  if (mode === "error") return failed(passing, pending);
  return changed(passing, pending);
}

function failed({ call, body }: Passing, pending: PendingStrike<ToolFault>): Given {
  const { errorCode } = pending.fault;
  const made = faultyToolText(pending.fault, "", () => 0);
  const text = made?.text ?? "";
  call.exchange.scope.fired(pending, made?.detail ?? "error");
  if (call.isRpc && (errorCode === undefined || errorCode < 400)) {
    const answer = rpcErrorText(body.toString("utf8"), { code: errorCode ?? -32603, text });
    const { response } = call.exchange;
    response.writeHead(200, { "content-type": "application/json" });
    response.end(answer);
    return { text: answer, isError: true };
  }
  const status = errorCode !== undefined && errorCode >= 400 && errorCode < 600 ? errorCode : 503;
  return refused(call, { status, text, headers: toldToWait(pending.fault) });
}

/** Tools say when to come back only where the fault says so, whatever their status is. */
function toldToWait({ retryAfterSeconds, retryAfterForm }: ToolFault): Headers {
  const isTold = retryAfterSeconds !== undefined || retryAfterForm !== undefined;
  return isTold ? retryAfterHeaders({ retryAfterSeconds, retryAfterForm }) : {};
}

type Headers = Readonly<Record<string, string>>;

function refused(
  { exchange }: HttpCall,
  how: { readonly status: number; readonly text: string; readonly headers?: Headers },
): Given {
  const { status, headers = {} } = how;
  const text = JSON.stringify({ error: { message: how.text } });
  exchange.response.writeHead(status, { "content-type": "application/json", ...headers });
  exchange.response.end(text);
  const waitMs = retryAfterMs(headers, Date.now());
  return { text, isError: true, ...(waitMs === undefined ? {} : { retryAfterMs: waitMs }) };
}

async function asked({ call, body, upstream }: Passing): Promise<UpstreamResponse> {
  const { agent, request, signal } = call.exchange;
  const headers = askedHeaders(request.headers);
  const method = request.method ?? "GET";
  const sent = { agent, to: call.to, method, path: call.path, headers, body };
  const answer = await upstream.answer(sent, signal);
  learnHeaders(answer.headers, call.exchange.scope.mask);
  return answer;
}

async function untouched(passing: Passing): Promise<Given> {
  const { response, signal } = passing.call.exchange;
  const answer = await asked(passing);
  const waitMs = retryAfterMs(answer.headers, Date.now());
  const told = given(passing.call, answer.status, await relayAnswer(answer, response, signal));
  return waitMs === undefined ? told : { ...told, retryAfterMs: waitMs };
}

function given(call: HttpCall, status: number, { text, isWhole }: Passed): Given {
  const isError = status >= 400 || !isWhole;
  if (!call.isRpc) return { text, isError };
  return { text: rpcTexts(text), isError: isError || isRpcError(text) };
}

async function changed(passing: Passing, pending: PendingStrike<ToolFault>): Promise<Given> {
  const { call } = passing;
  const { response, signal } = call.exchange;
  const answer = await asked(passing);
  const isPacked = (answer.headers["content-encoding"] ?? "identity") !== "identity";
  if (isPacked) {
    return given(call, answer.status, await relayAnswer(answer, response, signal));
  }
  if ((answer.headers["content-type"] ?? "").startsWith("text/event-stream")) {
    response.writeHead(answer.status, sentHeaders(withoutBodyHeaders(answer.headers)));
    response.flushHeaders();
    const frames = changedFrames(call, pending, answer.body);
    return given(call, answer.status, await relayPieces(frames, response, signal));
  }
  const { whole, pieces } = await wholeOf(answer.body);
  const made = whole === undefined ? undefined : faulty(call, pending, whole.toString("utf8"));
  if (made === undefined) {
    const passed = await relayAnswer({ ...answer, body: pieces }, response, signal);
    return given(call, answer.status, passed);
  }
  call.exchange.scope.fired(pending, made.detail);
  response.writeHead(answer.status, sentHeaders(withoutBodyHeaders(answer.headers)));
  response.end(made.text);
  return given(call, answer.status, { text: made.text, isWhole: true });
}

function faulty(
  call: HttpCall,
  { fault, strike }: PendingStrike<ToolFault>,
  text: string,
): FaultyText | undefined {
  const { scope } = call.exchange;
  const armed = withCanary(fault, scope.canary);
  const draw = (what: string, below: number): number => scope.plan.draw(strike, what, below);
  return call.isRpc ? faultyRpcText(armed, text, draw) : faultyToolText(armed, text, draw);
}

/** Each event of a stream is an answer of its own; the first that can be changed tells of it. */
async function* changedFrames(
  call: HttpCall,
  pending: PendingStrike<ToolFault>,
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let hasFired = false;
  const isOnce = pending.fault.mode === "oversize" || pending.fault.mode === "malicious_response";
  for await (const frame of framesOf(pieces)) {
    const { data, bytes } = frame;
    const made = data === "" || (isOnce && hasFired) ? undefined : faulty(call, pending, data);
    if (made !== undefined && !hasFired) {
      hasFired = true;
      call.exchange.scope.fired(pending, made.detail);
    }
    yield made === undefined ? bytes : withData(frame, made.text).bytes;
  }
}
