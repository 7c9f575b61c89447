import type { LlmFaultMode } from "../../../kernel/agent/fault-modes.ts";
import type { StruckCall } from "./answer-call.ts";
import { errorFor, type ProviderError } from "./provider-error.ts";

/** Strikes with a fault that needs no answer of the model; false where it is none of these. */
export async function refuse(call: StruckCall): Promise<boolean> {
  const { fault, given, fired } = call;
  const kind = errorKinds.get(fault.mode);
  if (kind !== undefined) {
    await giveError(call, kind);
    return true;
  }
  switch (fault.mode) {
    case "timeout": {
      const ms = fault.delayMs ?? timeoutMs;
      fired(`no answer for ${ms} ms`);
      await given.pause(ms);
      await given.cut();
      return true;
    }
    case "connection_reset":
      fired("connection reset");
      given.reset();
      return true;
    case "html_answer": {
      const page = Buffer.from(fault.message ?? htmlPage);
      fired("200 text/html");
      given.head(200, {
        "content-type": "text/html; charset=utf-8",
        "content-length": String(page.length),
      });
      await given.write(page);
      await given.end();
      return true;
    }
    default:
      return false;
  }
}

// --- inside ---

/** As long as flakestorm waits; a client that has no limit of its own waits longer. */
const timeoutMs = 300_000;

const htmlPage =
  "<!doctype html><html><head><title>Just a moment...</title></head>" +
  "<body><h1>Checking your connection</h1></body></html>";

const errorKinds: ReadonlyMap<LlmFaultMode, ProviderError["kind"]> = new Map([
  ["rate_limit", "rate_limit"],
  ["overloaded", "overloaded"],
  ["server_error", "server_error"],
  ["context_length", "context_length"],
]);

async function giveError(call: StruckCall, kind: ProviderError["kind"]): Promise<void> {
  const { dialect, given, fault, fired } = call;
  const { status, headers, body } = dialect.errorOf(errorFor(fault, kind));
  const bytes = Buffer.from(body);
  const after = headers["retry-after"];
  const afterMs = headers["retry-after-ms"];
  const told = [
    String(status),
    ...(after === undefined ? [] : [`Retry-After ${after}`]),
    ...(afterMs === undefined ? [] : [`retry-after-ms ${afterMs}`]),
  ];
  fired(told.join(", "));
  given.head(status, { ...headers, "content-length": String(bytes.length) });
  await given.write(bytes);
  await given.end();
}
