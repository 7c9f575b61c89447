import { isList, isRecord, type Json, jsonOf } from "../json-walk.ts";
import { bodyOf, refuseLength } from "../request-body.ts";
import { framesOf, makeFrame, type SseFrame, withData } from "../../../data/sse/sse-frames.ts";
import type { Upstream, UpstreamResponse } from "../upstream.ts";
import {
  askedHeaders,
  learnHeaders,
  learnKeys,
  sentHeaders,
  withoutBodyHeaders,
} from "../wire-headers.ts";
import type { WireExchange } from "../wire-hub.ts";
import { type McpCall, McpCalls } from "./mcp-calls.ts";
import type { McpParty } from "./mcp-lists.ts";
import { pause, relayAnswer, relayPieces, wholeOf } from "./relay-answer.ts";
import { rpcOf, type RpcMessage } from "./rpc-text.ts";

/** One MCP server behind streamable HTTP. */
export interface McpTarget {
  readonly name: string;
  readonly url: string;
  readonly wire: "mcp" | "peer";
}

/** Passes messages of MCP over streamable HTTP, and knows what each agent was told by whom. */
export class McpHttpWire {
  readonly #upstream: Upstream;
  readonly #calls = new Map<string, McpCalls>();
  readonly #held = new Map<string, { readonly call: McpCall; readonly stop: AbortController }>();

  constructor(upstream: Upstream) {
    this.#upstream = upstream;
  }

  /** Passes one request; what is no call and no list of tools goes through untouched. */
  async pass(exchange: WireExchange, target: McpTarget, path: string): Promise<void> {
    const { request, response, scope, agent, signal } = exchange;
    learnKeys({ headers: request.headers, path }, scope.mask);
    const body = await bodyOf(request);
    if (body === undefined) {
      refuseLength(response);
      return;
    }
    const message = request.method === "POST" ? rpcOf(body.toString("utf8")) : undefined;
    if (message !== undefined && this.#isCancelled(exchange, target, message)) {
      response.writeHead(202).end();
      return;
    }
    const call =
      message === undefined ? undefined : await this.#callsOf(agent, target).begin(message, scope);
    const passing: Passing = { exchange, target, path, body };
    if (call === undefined || message === undefined) {
      await relayAnswer(await this.#ask(passing, body), response, signal);
      return;
    }
    try {
      await this.#passCall(passing, call, message);
    } finally {
      call.lost("no answer came");
    }
  }

  async #passCall(passing: Passing, call: McpCall, message: RpcMessage): Promise<void> {
    const { exchange, target, body } = passing;
    const { response, signal } = exchange;
    if (call.waitMs > 0 && !(await this.#hold(exchange, target, { call, message }))) {
      call.lost(gaveUp);
      response.writeHead(200, { "content-type": "text/event-stream" }).end();
      return;
    }
    if (call.instead !== undefined) {
      call.answered(call.instead);
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify(call.instead));
      return;
    }
    const sent = call.request === message ? body : Buffer.from(JSON.stringify(call.request));
    const answer = await this.#ask(passing, sent);
    const type = answer.headers["content-type"] ?? "";
    if (type.startsWith("text/event-stream")) {
      response.writeHead(answer.status, sentHeaders(withoutBodyHeaders(answer.headers)));
      response.flushHeaders();
      await relayPieces(answeredFrames(answer.body, call, message), response, signal);
      return;
    }
    await giveWhole({ answer, call, message, exchange });
  }

  #callsOf(agent: string, { name, url, wire }: McpTarget): McpCalls {
    const key = `${wire}\0${agent}\0${name}`;
    const party: McpParty = { agent, server: name, wire, url };
    const calls = this.#calls.get(key) ?? new McpCalls(party);
    this.#calls.set(key, calls);
    return calls;
  }

  /** Whether the time passed; the client may go away, or say that it no longer waits. */
  async #hold(
    exchange: WireExchange,
    target: McpTarget,
    { call, message }: { readonly call: McpCall; readonly message: RpcMessage },
  ): Promise<boolean> {
    const key = heldKey(exchange, target, message["id"]);
    const stop = new AbortController();
    this.#held.set(key, { call, stop });
    try {
      return await pause(call.waitMs, AbortSignal.any([exchange.signal, stop.signal]));
    } finally {
      this.#held.delete(key);
    }
  }

  /** A held request is unknown to the server, so nobody but the wire is told to give it up. */
  #isCancelled(exchange: WireExchange, target: McpTarget, message: RpcMessage): boolean {
    const { method, params } = message;
    if (method !== "notifications/cancelled" || !isRecord(params)) return false;
    const held = this.#held.get(heldKey(exchange, target, params["requestId"]));
    held?.call.lost(gaveUp);
    held?.stop.abort();
    return held !== undefined;
  }

  async #ask({ exchange, target, path }: Passing, body: Buffer): Promise<UpstreamResponse> {
    const { agent, request, signal } = exchange;
    const headers = askedHeaders(request.headers);
    const method = request.method ?? "GET";
    const asked = { agent, to: target.name, method, path, headers, body };
    const answer = await this.#upstream.answer(asked, signal);
    learnHeaders(answer.headers, exchange.scope.mask);
    return answer;
  }
}

// --- inside ---

const gaveUp = "the agent gave up before it was answered";

interface Passing {
  readonly exchange: WireExchange;
  readonly target: McpTarget;
  readonly path: string;
  readonly body: Buffer;
}

function heldKey(exchange: WireExchange, target: McpTarget, id: Json | undefined): string {
  const session = exchange.request.headers["mcp-session-id"] ?? "";
  return [exchange.agent, target.wire, target.name, String(session), JSON.stringify(id)].join("\0");
}

function isAnswerTo(answer: RpcMessage, message: RpcMessage): boolean {
  return answer["method"] === undefined && answer["id"] === message["id"];
}

/** Every event goes on as it is, but for the one that answers the call. */
async function* answeredFrames(
  pieces: AsyncIterable<Uint8Array>,
  call: McpCall,
  message: RpcMessage,
): AsyncGenerator<Uint8Array> {
  for await (const frame of framesOf(pieces)) {
    const answer = rpcOf(frame.data);
    if (answer === undefined || !isAnswerTo(answer, message)) {
      yield frame.bytes;
      continue;
    }
    const [first, ...more] = call.answered(answer);
    if (first === answer) yield frame.bytes;
    else if (first !== undefined) yield withData(frame, JSON.stringify(first)).bytes;
    for (const one of more) yield messageFrame(one).bytes;
  }
}

async function giveWhole(of: {
  readonly answer: UpstreamResponse;
  readonly call: McpCall;
  readonly message: RpcMessage;
  readonly exchange: WireExchange;
}): Promise<void> {
  const { answer, call, message } = of;
  const { response, signal } = of.exchange;
  const { whole, pieces } = await wholeOf(answer.body);
  const given = whole === undefined ? undefined : answersIn(whole.toString("utf8"), call, message);
  if (given === undefined) {
    const { text } = await relayAnswer({ ...answer, body: pieces }, response, signal);
    if (answer.status >= 400) call.lost(`status ${answer.status}: ${text}`);
    return;
  }
  const headers = withoutBodyHeaders(answer.headers);
  if (given.length === 1) {
    response.writeHead(answer.status, sentHeaders(headers));
    response.end(JSON.stringify(given[0]));
    return;
  }
  // One body holds one message; a stream of events holds all of them.
  response.writeHead(
    answer.status,
    sentHeaders({ ...headers, "content-type": "text/event-stream" }),
  );
  response.end(Buffer.concat(given.map((one) => messageFrame(one).bytes)));
}

/** What the client is given; undefined where it is what the server said. */
function answersIn(
  text: string,
  call: McpCall,
  message: RpcMessage,
): readonly RpcMessage[] | undefined {
  const answer = rpcOf(text) ?? onlyOne(jsonOf(text));
  if (answer === undefined || !isAnswerTo(answer, message)) return undefined;
  const given = call.answered(answer);
  return given.length === 1 && given[0] === answer ? undefined : given;
}

/** Some servers answer one request with a list of one. */
function onlyOne(data: Json | undefined): RpcMessage | undefined {
  const only = data !== undefined && isList(data) && data.length === 1 ? data[0] : undefined;
  return isRecord(only) ? only : undefined;
}

function messageFrame(message: RpcMessage): SseFrame {
  return makeFrame("message", JSON.stringify(message));
}
