import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { SecretMask } from "../../../kernel/agent/secret-mask.ts";

/** So many bytes of one request are taken. */
export const requestBytesMax = 33_554_432;

/** The whole body of a request; undefined where it is larger than allowed. */
export async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > requestBytesMax) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** The headers that go on: none of the connection, and no wish for a packed answer. */
export function headersOf(headers: IncomingHttpHeaders): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || ofConnection.has(name) || name === "content-length") continue;
    kept[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  // What is packed cannot be changed on its way.
  kept["accept-encoding"] = "identity";
  return kept;
}

/** The headers of an answer that still hold when its body comes another way. */
export function answerHeadersOf(
  headers: Readonly<Record<string, string>>,
  isChanged: boolean,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => !ofConnection.has(name) && !(isChanged && ofBody.has(name)),
    ),
  );
}

/** Learns the keys that stand in the headers of a request, so that none is ever written down. */
export function learnKeys(mask: SecretMask, headers: IncomingHttpHeaders): void {
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || name === idempotencyHeader) continue;
    if (!/auth|token|key|secret|cookie|password/u.test(name)) continue;
    for (const one of Array.isArray(value) ? value : [value]) {
      mask.learn(one);
      const bare = /^\w+ +(\S+)$/u.exec(one)?.[1];
      if (bare !== undefined) mask.learn(bare);
    }
  }
}

/** How the agent names the call, so that one that is made again is done once; it is no secret. */
export function idempotencyOf(headers: IncomingHttpHeaders): { readonly idempotencyKey?: string } {
  const given = headers[idempotencyHeader];
  return typeof given === "string" && given !== "" ? { idempotencyKey: given } : {};
}

/** The name in front of a path, and what follows it: `/orders/42?x=1`. */
export function headOf(path: string): { readonly name: string; readonly rest: string } {
  const [, head = "", rest = ""] = /^\/([^/?]*)(.*)$/su.exec(path) ?? [];
  try {
    return { name: decodeURIComponent(head), rest };
  } catch {
    return { name: head, rest };
  }
}

// --- inside ---

const idempotencyHeader = "idempotency-key";

const ofConnection = new Set([
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "host",
  "expect",
  "accept-encoding",
]);

const ofBody = new Set(["content-length", "content-md5", "digest", "content-digest", "etag"]);
