import { isRecord, type Json, jsonOf } from "../json-walk.ts";
import type { UpstreamRequest, UpstreamResponse } from "../upstream.ts";
import type { BridgeHello } from "./bridge-protocol.ts";
import { rpcError, rpcOf, type RpcMessage } from "./rpc-text.ts";

/** A message and the line that it is. */
export interface RpcLine {
  readonly line: Buffer;
  readonly message: RpcMessage;
}

/** Calls that wait for a line of the server. */
export class PendingLines {
  readonly #waiting = new Map<
    string,
    { readonly resolve: (line: Buffer) => void; readonly reject: (why: Error) => void }
  >();

  /** Waits for the answer to what is sent now. */
  ask(key: string, send: () => void): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      this.#waiting.set(key, { resolve, reject });
      send();
    });
  }

  /** Gives a line to whoever waits for it; says whether somebody did. */
  answer(key: string, line: Buffer): boolean {
    this.#waiting.get(key)?.resolve(line);
    return this.#waiting.delete(key);
  }

  /** Nothing comes any more, for one call or for all. */
  giveUp(why: string, only?: string): void {
    for (const [key, { reject }] of this.#waiting) {
      if (only !== undefined && only !== key) continue;
      this.#waiting.delete(key);
      reject(new Error(why));
    }
  }
}

/**
 * A call over stdio as a request like any other, so that a recording has it. Ids and tokens of
 * progress count the messages of a process: with them, no other process would ask the same.
 */
export function askedOf(request: RpcMessage, { agent, name }: BridgeHello): UpstreamRequest {
  const { params } = request;
  const { _meta: _, ...plain } = isRecord(params) ? params : {};
  const body = Buffer.from(JSON.stringify({ ...request, id: 0, params: plain }));
  return { agent, to: name, method: "POST", path: "/", headers: {}, body };
}

/** A line of the server as an answer like any other. */
export function lineAnswer(line: Buffer): UpstreamResponse {
  const headers = { "content-type": "application/json" };
  return { status: 200, headers, body: new Blob([Uint8Array.from(line)]).stream() };
}

/** What a request is answered, whoever answers and whatever id they answer with. */
export async function answerTo(
  request: RpcMessage,
  { status, body }: UpstreamResponse,
): Promise<RpcLine> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  const line = Buffer.concat(pieces);
  const id = request["id"] ?? null;
  const text = line.toString("utf8");
  const message = rpcOf(text);
  if (message === undefined) return errorTo(request, toldError(text, status));
  return message["id"] === id ? { line, message } : lineOf({ ...message, id });
}

/** What a request is answered where there is no answer to it. */
export function errorTo(request: RpcMessage, text: string): RpcLine {
  return lineOf(rpcError(request["id"] ?? null, { code: -32000, text }));
}

// --- inside ---

function lineOf(message: RpcMessage): RpcLine {
  return { message, line: Buffer.from(JSON.stringify(message)) };
}

function toldError(text: string, status: number): string {
  const error: Json | undefined = readOf(jsonOf(text), "error");
  const message = readOf(error, "message");
  return typeof message === "string" ? message : `status ${status}: ${text}`;
}

function readOf(data: Json | undefined, key: string): Json | undefined {
  return isRecord(data) ? data[key] : undefined;
}
