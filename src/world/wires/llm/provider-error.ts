import type { LlmFault } from "../../../kernel/agent/agent-fault.ts";

/** An error that a provider answers with, before it is written in the provider's own format. */
export interface ProviderError {
  readonly kind: "rate_limit" | "overloaded" | "server_error" | "context_length";
  readonly message: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

/** The error that a fault asks for. */
export function errorFor(fault: LlmFault, kind: ProviderError["kind"]): ProviderError {
  return { kind, message: fault.message, headers: retryHeaders(fault, kind) };
}

/** How long an answer says to wait, in milliseconds; as the clients of both providers read it. */
export function retryAfterMs(
  headers: Readonly<Record<string, string>>,
  nowMs: number,
): number | undefined {
  const ms = Number.parseFloat(headers["retry-after-ms"] ?? "");
  if (Number.isFinite(ms)) return ms;
  const after = headers["retry-after"];
  if (after === undefined) return undefined;
  const seconds = Number(after);
  if (Number.isFinite(seconds)) return seconds * 1_000;
  const date = Date.parse(after);
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs);
}

/** Headers of both providers that tell of limits; they are told with every refusal. */
export function limitHeaders(
  provider: "openai" | "anthropic",
  kind: ProviderError["kind"],
): Readonly<Record<string, string>> {
  if (kind !== "rate_limit") return {};
  if (provider === "anthropic") {
    return {
      "anthropic-ratelimit-requests-limit": "50",
      "anthropic-ratelimit-requests-remaining": "0",
    };
  }
  return {
    "x-ratelimit-limit-requests": "500",
    "x-ratelimit-remaining-requests": "0",
    "x-ratelimit-reset-requests": "1s",
  };
}

/** How a fault tells the agent when to come back. */
export function retryAfterHeaders({
  retryAfterSeconds: seconds = 1,
  retryAfterForm = "seconds",
}: Pick<LlmFault, "retryAfterSeconds" | "retryAfterForm">): Readonly<Record<string, string>> {
  switch (retryAfterForm) {
    case "none":
      return {};
    case "seconds":
      return { "retry-after": String(seconds) };
    case "ms":
      return { "retry-after-ms": String(seconds * 1_000) };
    case "date":
      return { "retry-after": dateIn(seconds * 1_000) };
  }
}

// --- inside ---

/** A date has whole seconds; rounded up, since one that is too early says not to wait at all. */
function dateIn(ms: number): string {
  return new Date(Math.ceil((Date.now() + ms) / 1_000) * 1_000).toUTCString();
}

/** A refusal for too many requests says when to come back; others only where the fault says so. */
function retryHeaders(
  { retryAfterSeconds, retryAfterForm }: LlmFault,
  kind: ProviderError["kind"],
): Readonly<Record<string, string>> {
  const isTold =
    kind === "rate_limit" || retryAfterSeconds !== undefined || retryAfterForm !== undefined;
  return isTold ? retryAfterHeaders({ retryAfterSeconds, retryAfterForm }) : {};
}
