import type {
  ContextAttackType,
  DriftType,
  LlmFaultMode,
  RetryAfterForm,
  ToolFaultMode,
} from "./fault-modes.ts";
import type { FaultTrigger } from "./fault-trigger.ts";

/** Something that goes wrong around an agent, and when. */
export type AgentFault = ToolFault | LlmFault | ContextAttack;

/** What every fault has. */
interface FaultBase {
  /** Unique within a scenario: `tool_faults[0]`, or what the config calls it. */
  readonly id: string;
  readonly trigger: FaultTrigger;
  /** Only for the calls of this agent; every agent where it is left out. */
  readonly agent?: string | undefined;
}

/** A tool answers wrongly, late or not at all. */
export interface ToolFault extends FaultBase {
  readonly layer: "tool";
  /** The name of the tool, or `*`. */
  readonly tool: string;
  readonly mode: ToolFaultMode;
  /** Only for tools at such an address; `*` matches anything. */
  readonly matchUrl?: string | undefined;
  /** `timeout` gives up after so long (30 000), `slow` answers after so long (5 000). */
  readonly delayMs?: number | undefined;
  /** The status of `error`; 503 where it is left out. Below 0 it is a code of JSON-RPC. */
  readonly errorCode?: number | undefined;
  readonly message?: string | undefined;
  /** What `malicious_response` and `poisoned_description` say. */
  readonly payload?: string | undefined;
  /** How long `error` tells the agent to wait, in a header; nothing where both are left out. */
  readonly retryAfterSeconds?: number | undefined;
  readonly retryAfterForm?: RetryAfterForm | undefined;
  /** How many bytes `oversize` answers with; 1 MiB where it is left out. */
  readonly bytes?: number | undefined;
}

/** A model answers wrongly, late or not at all. */
export interface LlmFault extends FaultBase {
  readonly layer: "llm";
  readonly mode: LlmFaultMode;
  readonly delayMs?: number | undefined;
  /** How many words `truncated_response` leaves; 10 where it is left out. */
  readonly maxTokens?: number | undefined;
  /** After how many pieces of a stream `stream_*`, `malformed_sse` strike; 1 where left out. */
  readonly afterChunks?: number | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly retryAfterForm?: RetryAfterForm | undefined;
  readonly message?: string | undefined;
  readonly driftType?: DriftType | undefined;
  readonly severity?: "subtle" | "moderate" | "significant" | undefined;
  readonly direction?: "expand" | "compress" | undefined;
  readonly factor?: number | undefined;
}

/** Something hostile stands in what the agent reads. */
export interface ContextAttack extends FaultBase {
  readonly layer: "context";
  readonly type: ContextAttackType;
  /** One of these is drawn; the corpus of built-in ones where there are none. */
  readonly payloads: readonly string[];
  /** How many tokens `overflow` adds; 4 000 where it is left out. */
  readonly injectTokens?: number | undefined;
  /** Where `memory_poisoning` puts it; `append` where it is left out. */
  readonly strategy?: "prepend" | "append" | "replace" | undefined;
  /** Only in the result of this tool; any where it is left out. */
  readonly tool?: string | undefined;
}

/** Whether what it slips in is an order, which asks for the canary of the conversation. */
export function givesOrder(fault: AgentFault): boolean {
  switch (fault.layer) {
    case "tool":
      return fault.mode === "malicious_response" || fault.mode === "poisoned_description";
    case "llm":
      return false;
    case "context":
      return fault.type !== "overflow"; // text that says nothing
  }
}

/** Its name on screen: `tool get_order error`, `llm stream_cut`, `context overflow`. */
export function faultName(fault: AgentFault): string {
  switch (fault.layer) {
    case "tool":
      return `tool ${fault.tool} ${fault.mode}`;
    case "llm":
      return `llm ${fault.mode}`;
    case "context":
      return `context ${fault.type}`;
  }
}

/** Its mode or type. */
export function faultMode(fault: AgentFault): string {
  return fault.layer === "context" ? fault.type : fault.mode;
}
