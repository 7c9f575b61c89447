import type { AgentFault } from "../../../kernel/agent/agent-fault.ts";
import type { LlmFaultMode } from "../../../kernel/agent/fault-modes.ts";
import type { StruckCall } from "./answer-call.ts";
import { cutBody, strikeContent } from "./content-faults.ts";
import type { Question } from "./dialect.ts";
import { isEventStream } from "./returned-answer.ts";
import { passAnswer } from "./pass-answer.ts";
import { refuse } from "./refusing-faults.ts";
import { strikeStream } from "./stream-faults.ts";

/** Whether a fault can strike the answer to this question at all. */
export function fitsQuestion(fault: AgentFault, question: Question): boolean {
  if (fault.layer !== "llm") return false;
  if (streamModes.has(fault.mode)) return question.isStream;
  if (fault.mode === "cut_body") return !question.isStream;
  // Whether the model calls a tool is not known yet; without tools it cannot.
  if (fault.mode === "bad_tool_arguments") return question.tools.length > 0;
  return true;
}

/** Gives the agent an answer as the fault has it. */
export async function answerStruck(call: StruckCall): Promise<void> {
  if (await refuse(call)) return;
  const answer = await call.ask();
  const isGood = answer.status >= 200 && answer.status < 300;
  const isRead = answer.headers["content-encoding"] === undefined;
  const isStream = isEventStream(answer.headers);
  const { mode } = call.fault;
  if (!isGood || !isRead || (streamModes.has(mode) && !isStream)) {
    await passAnswer(call.given, answer);
  } else if (mode === "cut_body") {
    await cutBody(call, answer);
  } else if (streamModes.has(mode) || (mode === "slow_first_token" && isStream)) {
    await strikeStream(call, answer);
  } else if (mode === "slow_first_token") {
    const ms = call.fault.delayMs ?? firstTokenMs;
    call.fired(`${ms} ms before the answer`);
    await call.given.pause(ms);
    await passAnswer(call.given, answer);
  } else {
    await strikeContent(call, answer);
  }
}

// --- inside ---

const firstTokenMs = 5_000;

/** These strike only answers that are streamed. */
const streamModes: ReadonlySet<LlmFaultMode> = new Set<LlmFaultMode>([
  "stream_cut",
  "stream_reset",
  "stream_hang",
  "stream_error",
  "slow_tokens",
  "malformed_sse",
]);
