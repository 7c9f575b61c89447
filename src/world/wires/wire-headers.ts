import type { SecretMask } from "../../kernel/secrets/secret-mask.ts";
import { secretsInHeader, secretsInQuery } from "../../kernel/secrets/secret-sources.ts";
import { ledOriginHeader } from "./tools/led-headers.ts";

/** Headers as Node has them, or as an upstream has them. */
export type WireHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Headers that go on to the other side: none that belong to the connection. */
export function passedHeaders(headers: WireHeaders): Record<string, string> {
  const passed: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase();
    if (value === undefined || ofConnection.has(lower)) continue;
    const between = lower === cookieHeader ? cookieEnd : ", ";
    passed[lower] = typeof value === "string" ? value : value.join(between);
  }
  return passed;
}

/** Headers of an answer as they are sent: each cookie is a header of its own. */
export function sentHeaders(
  headers: Readonly<Record<string, string>>,
): Record<string, string | string[]> {
  const cookies = headers[cookieHeader];
  return cookies === undefined
    ? { ...headers }
    : { ...headers, [cookieHeader]: cookies.split(cookieEnd) };
}

/** Headers of a request that goes on; its length is that of what is sent in the end. */
export function askedHeaders(headers: WireHeaders): Record<string, string> {
  const { "content-length": _length, [ledOriginHeader]: origin, ...asked } = passedHeaders(headers);
  return origin === undefined ? asked : { ...asked, origin };
}

/** Headers of an answer whose body is another one now. */
export function withoutBodyHeaders(headers: WireHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(passedHeaders(headers)).filter(([name]) => !ofBody.has(name)),
  );
}

/** Learns the keys that a request carries in its headers and its address; none is ever written. */
export function learnKeys(
  { headers, path }: { readonly headers: WireHeaders; readonly path: string },
  mask: SecretMask,
): void {
  learnHeaders(headers, mask);
  const query = path.indexOf("?");
  if (query !== -1) learnAll(secretsInQuery(path.slice(query + 1)), mask);
}

/** Learns the keys of headers, also those that an answer gives: its cookies open a session. */
export function learnHeaders(headers: WireHeaders, mask: SecretMask): void {
  for (const [name, value] of Object.entries(headers)) {
    if (name.toLowerCase() === idempotencyHeader) continue;
    for (const one of [value ?? []].flat()) {
      const each = name.toLowerCase() === cookieHeader ? one.split(cookieEnd) : [one];
      for (const text of each) learnAll(secretsInHeader(name, text), mask);
    }
  }
}

/** How the agent names the call, so that one that is made again is done once; it is no secret. */
export function idempotencyOf(headers: WireHeaders): { readonly idempotencyKey?: string } {
  const given = headers[idempotencyHeader];
  return typeof given === "string" && given !== "" ? { idempotencyKey: given } : {};
}

// --- inside ---

function learnAll(secrets: readonly string[], mask: SecretMask): void {
  for (const secret of secrets) mask.learn(secret);
}

/** The only header whose values cannot be told apart once they are joined: dates have commas. */
const cookieHeader = "set-cookie";

/** No header holds one. */
const cookieEnd = "\n";

const idempotencyHeader = "idempotency-key";

/** `accept-encoding` is one of them: what cannot be read while it passes cannot be struck. */
const ofConnection = new Set([
  "accept-encoding",
  "connection",
  "expect",
  "host",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

const ofBody = new Set(["content-length", "content-md5", "digest", "content-digest", "etag"]);
