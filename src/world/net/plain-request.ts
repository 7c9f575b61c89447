/** A request that says all there is to it: an address, a method, headers and bytes. */
export interface PlainRequest {
  readonly url: URL;
  readonly method: string;
  /** What the program gave. */
  readonly headers: [string, string][];
  /** What goes over the wire: the former, and what undici adds. */
  readonly sent: [string, string][];
  readonly body: Buffer | undefined;
}

/** Learns which headers undici adds to a request, and where; they differ between its versions. */
export function learnHeaders(protocol: string, headers: readonly [string, string][]): void {
  const names = headers.map(([name]) => name);
  if (names.includes("content-length") && names[0] === "accept") added.set(protocol, headers);
}

/**
 * The request that `fetch` is asked for, if it is a plain one. Everything else is undici's: what
 * needs more than bytes, such as a signal or a stream, and what it would refuse.
 */
export function plainRequest(input: unknown, init: unknown): PlainRequest | undefined {
  const url = plainUrl(input);
  const defaults = url && added.get(url.protocol);
  if (url === undefined || defaults === undefined) return undefined;
  const { method = "GET", headers: given, body: content, ...rest } = (init ?? {}) as RequestInit;
  if (typeof init === "function" || Object.keys(rest).length > 0) return undefined;
  const body = bytesOf(content);
  const headers = plainHeaders(given);
  if (headers === undefined || body === null || !methods.has(method)) return undefined;
  if (body !== undefined && (method === "GET" || method === "HEAD")) return undefined;
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  if (names.size < headers.length) return undefined;
  const sent = [...headers];
  if (typeof content === "string" && !names.has("content-type")) sent.push(textType);
  const length = body?.length ?? (method === "POST" || method === "PUT" ? 0 : undefined);
  for (const [name, value] of defaults) {
    if (name !== "content-length") {
      if (!names.has(name)) sent.push([name, value]);
    } else if (length !== undefined) sent.push([name, String(length)]);
  }
  return { url, method, headers, sent, body };
}

// --- inside ---

const added = new Map<string, readonly [string, string][]>();
const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const textType: [string, string] = ["content-type", "text/plain;charset=UTF-8"];

/** The last port that `fetch` refuses to ask. */
const refusedPortMax = 10_080;

function plainUrl(input: unknown): URL | undefined {
  if (typeof input !== "string" && !(input instanceof URL)) return undefined;
  if (!URL.canParse(String(input))) return undefined;
  const url = new URL(String(input));
  if (url.hash !== "" || url.username !== "" || url.password !== "") return undefined;
  const isOpen = url.port === "" || Number(url.port) > refusedPortMax;
  return isOpen && !url.href.endsWith("#") ? url : undefined;
}

/** Undefined for none, null for what is more than bytes. Copied: the program may change its own. */
function bytesOf(content: unknown): Buffer | undefined | null {
  if (content === undefined || content === null) return undefined;
  if (typeof content === "string") return Buffer.from(content);
  return content instanceof Uint8Array ? Buffer.from(content) : null;
}

function plainHeaders(given: unknown): [string, string][] | undefined {
  if (given === undefined) return [];
  if (typeof given !== "object" || given === null) return undefined;
  // A list of pairs, or a `Headers`, has more forms than these.
  if (Object.getPrototypeOf(given) !== Object.prototype || Symbol.iterator in given) {
    return undefined;
  }
  const headers: [string, string][] = [];
  for (const [name, value] of Object.entries(given)) {
    if (typeof value !== "string" || !plainName.test(name) || !plainValue.test(value)) {
      return undefined;
    }
    if (ownNames.test(name)) return undefined;
    headers.push([name, value]);
  }
  return headers;
}

const plainName = /^[a-z0-9-]+$/i;
const plainValue = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

/** What changes how a request is made, and not only what it says. */
const ownNames = new RegExp(
  `^(?:${[
    "host|connection|content-length|transfer-encoding|expect|upgrade|keep-alive|te|trailer",
    "range|cache-control|pragma|user-agent|cookie2?",
    "if-.*|accept-.*|sec-.*|proxy-.*",
  ].join("|")})$`,
  "i",
);
