import { request as requestPlain, type ClientRequest, type IncomingMessage } from "node:http";
import { request as requestSafely } from "node:https";
import type { AgentError } from "../../kernel/agent/agent-input.ts";
import type { AskLimits } from "./agent.ts";

/** A request as it goes over the wire. */
export interface OutgoingRequest {
  readonly url: URL;
  readonly method: string;
  /** In order; a name may stand more than once. */
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string | undefined;
  readonly pieces?: { readonly count: number; readonly pauseMs: number } | undefined;
}

/** What came back: all of it, or as much as could be read before it failed. */
export interface Received {
  readonly status: number | undefined;
  readonly contentType: string | undefined;
  /** With lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly error: AgentError | undefined;
}

/** When a request is given up. */
export interface SendLimits extends AskLimits {
  readonly signal: AbortSignal;
  /** So long after all of it was sent; a server that is never asked would not notice. */
  readonly abandonAfterMs?: number | undefined;
}

/** Sends a request and reads the answer as it arrives, within its limits. */
export function sendRequest(outgoing: OutgoingRequest, limits: SendLimits): Promise<Received> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let response: IncomingMessage | undefined;
    let abandoning: NodeJS.Timeout | undefined;
    const finish = (error?: AgentError): void => {
      clearTimeout(timer);
      clearTimeout(abandoning);
      limits.signal.removeEventListener("abort", stop);
      request?.destroy();
      const text = new TextDecoder().decode(Buffer.concat(chunks));
      const headers = headersOf(response);
      const contentType = headers["content-type"];
      resolve({ status: response?.statusCode, contentType, headers, text, error });
    };
    const stop = (): void => finish({ kind: "ended", message: "the run was stopped" });
    const timer = setTimeout(() => finish(tooLate(limits.timeoutMs)), limits.timeoutMs);
    limits.signal.addEventListener("abort", stop);
    const request = opened(outgoing, (error) => finish(error));
    const { abandonAfterMs } = limits;
    if (abandonAfterMs !== undefined) {
      request?.once("finish", () => {
        abandoning = setTimeout(() => finish(tooLate(abandonAfterMs)), abandonAfterMs);
      });
    }
    request?.on("response", (incoming) => {
      response = incoming;
      incoming.on("data", (chunk: Buffer) => {
        const room = limits.answerBytesMax - size;
        size += chunk.length;
        chunks.push(chunk.subarray(0, Math.max(0, room)));
        if (chunk.length > room) finish(tooLarge(limits.answerBytesMax));
      });
      incoming.on("end", () => finish());
      incoming.on("error", (error) => finish({ kind: "ended", message: brokenOff(error) }));
    });
    if (limits.signal.aborted) stop();
    else if (request !== undefined) write(request, outgoing);
  });
}

/** An answer that took too long. */
export function tooLate(timeoutMs: number): AgentError {
  return { kind: "timeout", message: `the agent did not answer within ${timeoutMs} ms` };
}

/** An answer that is too large. */
export function tooLarge(bytesMax: number): AgentError {
  return { kind: "too-large", message: `the answer is larger than ${bytesMax} bytes` };
}

// --- inside ---

function opened(
  { url, method, headers, body }: OutgoingRequest,
  failWith: (error: AgentError) => void,
): ClientRequest | undefined {
  const named = new Set(headers.map(([name]) => name.toLowerCase()));
  const length = body === undefined ? 0 : Buffer.byteLength(body);
  const raw = [...headers];
  if (!named.has("host")) raw.unshift(["Host", url.host]);
  // A length that somebody names stands as it is: requests that lie about it are asked for.
  if (body !== undefined && !named.has("content-length") && !named.has("transfer-encoding")) {
    raw.push(["Content-Length", String(length)]);
  }
  const send = url.protocol === "https:" ? requestSafely : requestPlain;
  try {
    // Its own connection: one that the last conversation left behind may be about to close.
    const request = send(url, { method, headers: raw.flat(), agent: false });
    request.on("error", (error) => failWith(causeOf(error)));
    return request;
  } catch (error) {
    queueMicrotask(() => failWith({ kind: "unreachable", message: brokenOff(error) }));
    return undefined;
  }
}

function write(request: ClientRequest, { body = "", pieces }: OutgoingRequest): void {
  if (pieces === undefined || pieces.count <= 1) {
    request.end(body);
    return;
  }
  const bytes = Buffer.from(body);
  const step = Math.max(1, Math.ceil(bytes.length / pieces.count));
  const next = (from: number): void => {
    if (request.destroyed) return;
    if (from + step >= bytes.length) {
      request.end(bytes.subarray(from));
      return;
    }
    // Before the last one is on its way, as before there is a connection, two would go as one.
    request.write(bytes.subarray(from, from + step), () => {
      setTimeout(next, pieces.pauseMs, from + step);
    });
  };
  next(0);
}

/** No such host, nobody listens, no way there. */
const unreachableCodes = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ETIMEDOUT",
  "EADDRNOTAVAIL",
]);

function causeOf(error: Error): AgentError {
  const code = (error as NodeJS.ErrnoException).code ?? "";
  const isAway = unreachableCodes.has(code) || /^(?:ERR_TLS|CERT|UNABLE|DEPTH|SELF)/u.test(code);
  return { kind: isAway ? "unreachable" : "ended", message: brokenOff(error) };
}

function headersOf(response: IncomingMessage | undefined): Received["headers"] {
  const entries = Object.entries(response?.headers ?? {});
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}

function brokenOff(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = (error as NodeJS.ErrnoException).code;
  // Several addresses of one host that all refuse have no message of their own.
  return error.message === "" ? (code ?? error.name) : error.message;
}
