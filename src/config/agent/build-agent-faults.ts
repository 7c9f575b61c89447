import type {
  AgentFault,
  ContextAttack,
  LlmFault,
  ToolFault,
} from "../../kernel/agent/agent-fault.ts";
import { type FaultTrigger, triggerPresets } from "../../kernel/agent/fault-trigger.ts";
import type {
  FileContextAttack,
  FileFaults,
  FileLlmFault,
  FileToolFault,
  FileTrigger,
} from "./file-agent.ts";

/** Turns the three lists into faults, in the order in which they are tried. */
export function buildFaults(faults: FileFaults): readonly AgentFault[] {
  return [
    ...faults.tool_faults.map(toolFault),
    ...faults.llm_faults.map(llmFault),
    ...faults.context_attacks.map(contextAttack),
  ];
}

// --- inside ---

function toolFault(fault: FileToolFault, index: number): ToolFault {
  return {
    id: fault.id ?? `tool_faults[${index}]`,
    layer: "tool",
    tool: fault.tool,
    mode: fault.mode,
    trigger: triggerOf(fault),
    ...said({
      agent: fault.agent,
      matchUrl: fault.match_url,
      delayMs: fault.delay_ms,
      errorCode: fault.error_code,
      message: fault.message,
      retryAfterSeconds: fault.retry_after,
      retryAfterForm: fault.retry_after_form,
      payload: fault.payload,
      bytes: fault.bytes,
    }),
  };
}

function llmFault(fault: FileLlmFault, index: number): LlmFault {
  return {
    id: fault.id ?? `llm_faults[${index}]`,
    layer: "llm",
    mode: fault.mode,
    trigger: triggerOf(fault),
    ...said({
      agent: fault.agent,
      delayMs: fault.delay_ms,
      maxTokens: fault.max_tokens,
      afterChunks: fault.after_chunks,
      retryAfterSeconds: fault.retry_after,
      retryAfterForm: fault.retry_after_form,
      message: fault.message,
      driftType: fault.drift_type,
      severity: fault.severity,
      direction: fault.direction,
      factor: fault.factor,
    }),
  };
}

function contextAttack(fault: FileContextAttack, index: number): ContextAttack {
  return {
    id: fault.id ?? `context_attacks[${index}]`,
    layer: "context",
    type: fault.type,
    payloads: fault.payload === undefined ? fault.payloads : [fault.payload, ...fault.payloads],
    trigger: triggerOf(fault),
    ...said({
      agent: fault.agent,
      injectTokens: fault.inject_tokens,
      strategy: fault.strategy,
      tool: fault.tool,
    }),
  };
}

function triggerOf(fault: FileTrigger): FaultTrigger {
  const on = typeof fault.on === "number" ? [fault.on] : fault.on;
  const preset = fault.preset === undefined ? undefined : triggerPresets.get(fault.preset);
  return {
    ...preset,
    ...said({
      probability: fault.probability,
      afterCalls: fault.after_calls,
      on,
      every: fault.every,
      burst: fault.burst,
      times: fault.times,
      turn: fault.turn,
    }),
  };
}

/** Only what is said: reports and sessions keep faults as data. */
function said<Table extends object>(table: Table): Partial<Table> {
  // Entries of a table with the same keys and values.
  return Object.fromEntries(
    Object.entries(table).filter(([, value]) => value !== undefined),
  ) as Partial<Table>;
}
