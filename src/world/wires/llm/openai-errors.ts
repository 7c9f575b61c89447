import type { ErrorAnswer } from "./dialect.ts";
import { limitHeaders, type ProviderError } from "./provider-error.ts";

/** An error of OpenAI, which both of its formats share. */
export function openaiError(error: ProviderError, param: "messages" | "input"): ErrorAnswer {
  const { status, ...known } = kinds[error.kind];
  const isTooLong = error.kind === "context_length";
  const message = error.message ?? known.message;
  const body = { message, type: known.type, param: isTooLong ? param : null, code: known.code };
  return {
    status,
    headers: {
      "content-type": "application/json",
      "x-request-id": "req_gauntlet",
      ...limitHeaders("openai", error.kind),
      ...error.headers,
    },
    body: JSON.stringify({ error: body }),
  };
}

// --- inside ---

const kinds = {
  rate_limit: {
    status: 429,
    type: "requests",
    code: "rate_limit_exceeded",
    message: "Rate limit reached for requests. Please try again later.",
  },
  overloaded: {
    status: 503,
    type: "server_error",
    code: null,
    message: "The engine is currently overloaded, please try again later.",
  },
  server_error: {
    status: 500,
    type: "server_error",
    code: null,
    message: "The server had an error while processing your request. Sorry about that!",
  },
  context_length: {
    status: 400,
    type: "invalid_request_error",
    code: "context_length_exceeded",
    message: "Your input exceeds the context window of this model. Please adjust your input.",
  },
} as const;
