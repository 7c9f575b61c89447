import { isLike } from "../values/like.ts";
import type { AgentFault } from "./agent-fault.ts";
import type { FaultTrigger } from "./fault-trigger.ts";

/** A call of an agent that a fault may strike. */
export interface CallIdentity {
  readonly layer: AgentFault["layer"];
  /** Whose call it is. */
  readonly agent: string;
  /** The tool, the peer, or `llm`; for a context attack what is read: `tool search`, `input`. */
  readonly target: string;
  readonly url?: string | undefined;
  /** What is asked, as a digest: the same for the same request, whenever it comes. */
  readonly call?: string | undefined;
  /** That a definition is read, not that the tool is called; the two are counted apart. */
  readonly step?: "definition" | undefined;
}

/** A call that was made, and the how many-th of its target it was; the first one is 1. */
export interface ObservedCall extends CallIdentity {
  readonly ordinal: number;
  /** The turn of the conversation; the first one is 1. */
  readonly turn: number;
}

/** Whether a fault is about such calls at all. */
export function isFor(
  fault: AgentFault,
  { layer, agent, target, url, step }: CallIdentity,
): boolean {
  if (fault.layer !== layer || (fault.agent !== undefined && fault.agent !== agent)) return false;
  if (fault.layer !== "tool") return true;
  const isOfDefinition = fault.mode === "list_drift" || fault.mode === "poisoned_description";
  if (isOfDefinition !== (step === "definition")) return false;
  if (fault.matchUrl !== undefined) {
    return url !== undefined && isLike(fault.matchUrl, url) && isTool(fault.tool, target);
  }
  return isTool(fault.tool, target);
}

/** Whether a fault may let all calls of a conversation through: by chance, or as it comes late. */
export function mayStayAway({ probability = 1, afterCalls }: FaultTrigger): boolean {
  return probability < 1 || afterCalls !== undefined;
}

// --- inside ---

function isTool(wanted: string, tool: string): boolean {
  return wanted === "*" || wanted === tool;
}
