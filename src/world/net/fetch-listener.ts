import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { FetchHandler } from "./network.ts";

/** Lets a handler of fetch's kind answer the requests of a server of Node's kind. */
export function fetchListener(
  handler: FetchHandler,
  { throwsErrors }: { readonly throwsErrors: boolean } = { throwsErrors: true },
): RequestListener {
  return (incoming, outgoing) => {
    // An error of the handler is not caught: it is the user's own, and the run has to show it.
    const answered = answer(handler, incoming, outgoing);
    if (!throwsErrors) answered.catch(() => {});
  };
}

// --- inside ---

async function answer(
  handler: FetchHandler,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const gone = new AbortController();
  outgoing.once("close", () => {
    if (!outgoing.writableFinished) gone.abort();
  });
  try {
    await sendResponse(await handler(requestOf(incoming, gone.signal)), outgoing);
  } catch (thrown) {
    outgoing.destroy();
    if (!gone.signal.aborted) throw thrown;
  }
}

function requestOf(incoming: IncomingMessage, signal: AbortSignal): Request {
  const isSecure = "encrypted" in incoming.socket;
  const host = incoming.headers.host ?? "localhost";
  const method = incoming.method ?? "GET";
  const headers = new Headers();
  for (let at = 0; at + 1 < incoming.rawHeaders.length; at += 2) {
    headers.append(incoming.rawHeaders[at] ?? "", incoming.rawHeaders[at + 1] ?? "");
  }
  const init: RequestInit = { method, headers, signal };
  if (method !== "GET" && method !== "HEAD") {
    init.body = ReadableStream.from(incoming) as ReadableStream<Uint8Array>;
    init.duplex = "half";
  }
  return new Request(
    new URL(incoming.url ?? "/", `${isSecure ? "https" : "http"}://${host}`),
    init,
  );
}

async function sendResponse(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.statusCode = response.status;
  if (response.statusText !== "") outgoing.statusMessage = response.statusText;
  for (const [name, value] of response.headers) outgoing.appendHeader(name, value);
  if (response.body === null) {
    outgoing.end();
    return;
  }
  outgoing.flushHeaders();
  for await (const chunk of response.body) {
    if (outgoing.destroyed) return;
    if (!outgoing.write(chunk)) await drained(outgoing);
  }
  outgoing.end();
}

function drained(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    outgoing.once("drain", resolve);
    outgoing.once("close", resolve);
  });
}
