import type { LlmFault } from "../../../kernel/agent/agent-fault.ts";

/**
 * An error of a model as its clients throw it. The AI SDK knows errors that may be tried again by
 * two symbols, the others by `status`; this one has all of it, so that each retries as it would.
 */
export class ModelError extends Error {
  override readonly name: string = "ModelError";
  readonly status: number | undefined;
  readonly statusCode: number | undefined;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly responseHeaders: Readonly<Record<string, string>>;
  readonly isRetryable: boolean;
  readonly url = "";
  readonly requestBodyValues: object = {};

  constructor(message: string, parts: ModelErrorParts) {
    super(message);
    // Not TimeoutError: the AI SDK takes that name for a signal of its own, and does not retry.
    this.status = parts.status;
    this.statusCode = parts.status;
    this.code = parts.code;
    this.headers = parts.headers ?? {};
    this.responseHeaders = this.headers;
    this.isRetryable = parts.status === undefined || parts.status === 429 || parts.status >= 500;
    for (const marker of ["vercel.ai.error", "vercel.ai.error.AI_APICallError"]) {
      Object.defineProperty(this, Symbol.for(marker), { value: true });
    }
  }
}

interface ModelErrorParts {
  /** None where no answer came. */
  readonly status?: number;
  readonly code: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The error that a fault stands for; undefined where it stands for an answer. */
export function errorOf(fault: LlmFault): ModelError | undefined {
  const said = (text: string): string => fault.message ?? text;
  switch (fault.mode) {
    case "timeout":
    case "stream_hang":
      return new ModelError(said("the model did not answer in time"), { code: "ETIMEDOUT" });
    case "connection_reset":
    case "stream_reset":
      return new ModelError(said("the connection was reset"), { code: "ECONNRESET" });
    case "rate_limit": {
      const parts = { status: 429, code: "rate_limit_exceeded", headers: retryHeaders(fault) };
      return new ModelError(said("rate limit reached"), parts);
    }
    case "overloaded": {
      const parts = { status: 529, code: "overloaded_error", headers: toldHeaders(fault) };
      return new ModelError(said("overloaded"), parts);
    }
    case "server_error": {
      const parts = { status: 500, code: "server_error", headers: toldHeaders(fault) };
      return new ModelError(said("internal server error"), parts);
    }
    case "stream_error":
      return new ModelError(said("internal server error"), { status: 500, code: "server_error" });
    case "context_length": {
      const code = "context_length_exceeded";
      return new ModelError(said("the context is too long"), { status: 400, code });
    }
    default:
      return undefined;
  }
}

// --- inside ---

/** A refusal for too many requests says when to come back; others only where the fault says so. */
function toldHeaders(fault: LlmFault): Readonly<Record<string, string>> {
  const { retryAfterSeconds, retryAfterForm } = fault;
  return retryAfterSeconds === undefined && retryAfterForm === undefined ? {} : retryHeaders(fault);
}

function retryHeaders({
  retryAfterSeconds = 1,
  retryAfterForm = "seconds",
}: LlmFault): Readonly<Record<string, string>> {
  switch (retryAfterForm) {
    case "none":
      return {};
    case "seconds":
      return { "retry-after": String(retryAfterSeconds) };
    case "ms":
      return { "retry-after-ms": String(retryAfterSeconds * 1_000) };
    case "date": {
      // Whole seconds, and none too early.
      const date = new Date(Math.ceil(Date.now() / 1_000 + retryAfterSeconds) * 1_000);
      return { "retry-after": date.toUTCString() };
    }
  }
}
