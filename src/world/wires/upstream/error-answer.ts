import { setImmediate } from "node:timers/promises";
import type { UpstreamRequest, UpstreamResponse } from "../upstream.ts";

/** An error in the words of whoever was asked; clients of models are told not to ask again. */
export function errorAnswer(
  request: UpstreamRequest,
  { status, message }: { readonly status: number; readonly message: string },
): UpstreamResponse {
  const isAnthropic = request.to === "anthropic" || /\/messages(?:[/?]|$)/.test(request.path);
  const type = status < 500 ? "invalid_request_error" : isAnthropic ? "api_error" : "server_error";
  const body = isAnthropic
    ? { type: "error", error: { type, message }, request_id: null }
    : { error: { message, type, param: null, code: null } };
  return jsonAnswer(body, { status, headers: { "x-should-retry": "false" } });
}

/** An answer of JSON in one piece. */
export function jsonAnswer(
  body: unknown,
  { status = 200, headers = {} }: AnswerHead = {},
): UpstreamResponse {
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  return {
    status,
    headers: { "content-type": "application/json", ...headers },
    body: inPieces([bytes]),
  };
}

/** Pieces that are there already; each goes on by itself, as it would from a server. */
export async function* inPieces(
  pieces: Iterable<Uint8Array>,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) {
    signal?.throwIfAborted();
    yield piece;
    await setImmediate();
  }
}

// --- inside ---

interface AnswerHead {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}
