import type { LlmFaultMode } from "../../../kernel/agent/fault-modes.ts";
import type { UpstreamResponse } from "../upstream.ts";
import type { StruckCall } from "./answer-call.ts";
import { framesOf, makeFrame, type SseFrame } from "../../../data/sse/sse-frames.ts";
import { withoutBodyHeaders } from "../wire-headers.ts";

/**
 * Strikes a streamed answer after so many pieces of it, at the latest before it says that it is
 * complete. Events before and after pass one by one, with their bytes.
 */
export async function strikeStream(call: StruckCall, answer: UpstreamResponse): Promise<void> {
  const { dialect, fault, given } = call;
  const after = fault.mode === "slow_first_token" ? 0 : (fault.afterChunks ?? 1);
  given.head(answer.status, withoutBodyHeaders(answer.headers));
  let pieces = 0;
  let isStruck = false;
  for await (const frame of framesOf(answer.body)) {
    if (given.signal.aborted) return;
    const role = dialect.roleOf(frame);
    if (fault.mode === "slow_tokens") {
      if (role === "piece") await slow(call, pieces);
    } else if (!isStruck && role !== "other" && (role === "finish" || pieces >= after)) {
      isStruck = true;
      if (!(await strike(call, frame))) return;
      if (fault.mode === "malformed_sse") continue; // it was given broken
    }
    await given.write(frame.bytes);
    if (role !== "piece") continue;
    pieces += 1;
    const isNow = !isStruck && pieces >= after && !wantsNext.has(fault.mode);
    if (!isNow) continue;
    isStruck = true;
    if (!(await strike(call, frame))) return;
  }
  await given.end();
}

// --- inside ---

const hangMs = 300_000;
const firstTokenMs = 5_000;
const tokenMs = 200;

/** These do something to an event, the others after one. */
const wantsNext: ReadonlySet<LlmFaultMode> = new Set<LlmFaultMode>([
  "slow_tokens",
  "malformed_sse",
]);

async function slow({ fault, given, fired }: StruckCall, pieces: number): Promise<void> {
  const ms = fault.delayMs ?? tokenMs;
  if (pieces === 0) fired(`${ms} ms before every piece`);
  await given.pause(ms);
}

/** Strikes; says whether the stream goes on. */
async function strike(call: StruckCall, frame: SseFrame): Promise<boolean> {
  const { dialect, fault, given, fired } = call;
  switch (fault.mode) {
    case "stream_cut":
      fired("the stream ended without its end");
      await given.end();
      return false;
    case "stream_reset":
      fired("the connection broke");
      await given.cut();
      return false;
    case "stream_hang":
      fired("nothing more came");
      await given.pause(fault.delayMs ?? hangMs);
      await given.cut();
      return false;
    case "stream_error":
      fired("an error in the middle of the stream");
      await given.write(dialect.errorFrame(fault.message ?? "Overloaded").bytes);
      await given.end();
      return false;
    case "malformed_sse":
      fired("an event that is not JSON");
      await given.write(brokenFrame(frame).bytes);
      return true;
    default: {
      const ms = fault.delayMs ?? firstTokenMs;
      fired(`${ms} ms before the first piece`);
      await given.pause(ms);
      return true;
    }
  }
}

/** The event without its second half, so that what it says is lost. */
function brokenFrame({ event, data }: SseFrame): SseFrame {
  return makeFrame(event, data.slice(0, Math.max(1, data.length >> 1)));
}
