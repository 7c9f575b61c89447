import type { AgentEvent } from "../../kernel/agent/agent-event.ts";
import type { Conversation } from "../../kernel/agent/index.ts";
import { doesMean, type Strike, type StruckCall } from "../../kernel/agent/fault-plan.ts";

/**
 * Whether an agent that gave no answer in its time shows more than a busy machine. Whoever is only
 * slow is cut off on its way: a few strikes would look like enough, and a replay in which it is
 * faster would pass. So it was silent after its last call for at least as long as it took to get
 * there, or the strikes are rules that strike whatever it does next.
 */
export function hadTime(
  { answer, events, strikes }: Pick<Conversation, "answer" | "events" | "strikes">,
  decided: readonly Strike[],
): boolean {
  if (answer.error?.kind !== "timeout") return true;
  const last = strikes.at(-1) as StruckCall | undefined; // what happened says all of it
  if (last !== undefined && decided.some((one) => isRule(one) && doesMean(one, last))) return true;
  const [begin, call, end] = [isTurn, isCall, isEnd].map((is) => events.findLast(is)?.atMs);
  if (begin === undefined || call === undefined || end === undefined) return false;
  return end - call >= call - begin;
}

// --- inside ---

function isRule({ occurrence, ordinal, call }: Strike): boolean {
  return occurrence === undefined && (call !== undefined || ordinal === undefined);
}

function isTurn({ kind }: AgentEvent): boolean {
  return kind === "turn";
}

function isCall({ kind }: AgentEvent): boolean {
  return kind === "model-call" || kind === "tool-call";
}

function isEnd({ kind }: AgentEvent): boolean {
  return kind === "answer";
}
