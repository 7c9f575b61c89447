import type { Fault } from "./fault.ts";
import { faultOptionError } from "./fault-option-error.ts";
import { makeFault, type SeamOptions } from "./make-fault.ts";
import { type FaultTarget, placeOfUrl, type UrlOptions } from "./fault-target.ts";

/** What is answered instead of the server. */
export interface AnswerOptions {
  readonly status?: number;
  /** Text, or what is sent as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Requests to a URL are answered with a status and never reach the server. */
export function http(options: UrlOptions & AnswerOptions): Fault {
  return answering(`http ${options.status ?? 500}`, placeOfUrl(options, undefined), options);
}

/** A function that answers like fetch answers with a status, without being called. */
export function httpError(seam: string, options?: SeamOptions & AnswerOptions): Fault {
  const place: FaultTarget<SeamOptions & AnswerOptions> = { seam, options, target: seam };
  return answering(`httpError ${options?.status ?? 500}`, place, options);
}

/** Every third request, or every `everyNth`, is answered with 503. */
export function intermittentHttpError(
  where?: string | (UrlOptions & AnswerOptions),
  options?: UrlOptions & AnswerOptions,
): Fault {
  const place = placeOfUrl(where, options);
  const often = { ...place, options: { everyNth: 3, ...place.options } };
  return answering("intermittentHttpError", often, { status: 503, ...place.options });
}

/** Requests are answered with 429 and `retry-after`. */
export function rateLimited(
  where?: string | (UrlOptions & { readonly retryAfter?: number }),
  options?: UrlOptions & { readonly retryAfter?: number },
): Fault {
  const place = placeOfUrl(where, options);
  const headers = { "retry-after": String(place.options?.retryAfter ?? 30) };
  return answering("rateLimited", place, { status: 429, headers });
}

/** Requests are answered with 401, or with another status such as 403. */
export function authFailure(
  where?: string | (UrlOptions & { readonly status?: number }),
  options?: UrlOptions & { readonly status?: number },
): Fault {
  const place = placeOfUrl(where, options);
  const status = place.options?.status ?? 401;
  const headers = status === 401 ? { "www-authenticate": "Bearer" } : {};
  return answering("authFailure", place, { status, headers });
}

// --- inside ---

const reasons: Readonly<Record<number, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  408: "Request Timeout",
  409: "Conflict",
  410: "Gone",
  418: "I'm a Teapot",
  422: "Unprocessable Entity",
  425: "Too Early",
  429: "Too Many Requests",
  500: "Internal Server Error",
  501: "Not Implemented",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Timeout",
};

const withoutBody = new Set([204, 205, 304]);

function answering(
  kind: string,
  place: FaultTarget<SeamOptions>,
  answer: AnswerOptions | undefined,
): Fault {
  const { status = 500 } = answer ?? {};
  if (!Number.isInteger(status) || status < 200 || status > 599) {
    const what = "`status` is a whole number from 200 to 599";
    throw faultOptionError(kind, { what, given: status, help: "write `status: 503`" });
  }
  return makeFault({
    kind,
    ...place,
    strike: (hit) => {
      hit.fire(String(status));
      const response = responseOf(status, answer);
      return hit.answersLater ? Promise.resolve(response) : response;
    },
  });
}

function responseOf(status: number, answer: AnswerOptions | undefined): Response {
  const statusText = reasons[status] ?? "";
  const body = answer?.body ?? statusText;
  const isText = typeof body === "string";
  const type = isText ? "text/plain;charset=UTF-8" : "application/json";
  const headers = { "content-type": type, ...answer?.headers };
  const sent = isText ? body : JSON.stringify(body);
  return new Response(withoutBody.has(status) ? null : sent, { status, statusText, headers });
}
