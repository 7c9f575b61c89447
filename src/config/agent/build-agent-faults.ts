import type {
  AgentFault,
  ContextAttack,
  LlmFault,
  ToolFault,
} from "../../kernel/agent/agent-fault.ts";
import { type FaultTrigger, triggerPresets } from "../../kernel/agent/fault-trigger.ts";
import type { FileTrigger } from "./agent-fault-shapes.ts";
import { type CamelKeys, camelKeys } from "../camel-keys.ts";
import type { FileContextAttack, FileFaults, FileLlmFault, FileToolFault } from "../file-config.ts";

/** Turns the three lists into faults, in the order in which they are tried. */
export function buildFaults(faults: FileFaults): readonly AgentFault[] {
  return [
    ...faults.tool_faults.map(toolFault),
    ...faults.llm_faults.map(llmFault),
    ...faults.context_attacks.map(contextAttack),
  ];
}

// --- inside ---

function toolFault(file: FileToolFault, index: number): ToolFault {
  const { trigger, id = `tool_faults[${index}]`, fault } = partsOf(file);
  const { retryAfter, tool, mode, ...rest } = fault;
  return { id, layer: "tool", tool, mode, trigger, ...said({ ...rest, ...waitOf(retryAfter) }) };
}

function llmFault(file: FileLlmFault, index: number): LlmFault {
  const { trigger, id = `llm_faults[${index}]`, fault } = partsOf(file);
  const { retryAfter, mode, ...rest } = fault;
  return { id, layer: "llm", mode, trigger, ...said({ ...rest, ...waitOf(retryAfter) }) };
}

function contextAttack(file: FileContextAttack, index: number): ContextAttack {
  const { trigger, id = `context_attacks[${index}]`, fault } = partsOf(file);
  const { type, payload, payloads, ...rest } = fault;
  const all = payload === undefined ? payloads : [payload, ...payloads];
  return { id, layer: "context", type, payloads: all, trigger, ...said(rest) };
}

function waitOf(retryAfterSeconds: number | undefined) {
  return { retryAfterSeconds };
}

/** When a fault strikes, what it is called, and what else it says. */
function partsOf<Fault extends FileTrigger>(
  file: Fault,
): {
  readonly id: string | undefined;
  readonly trigger: FaultTrigger;
  readonly fault: CamelKeys<Omit<Fault, Exclude<keyof FileTrigger, "agent">>>;
} {
  const { id, preset, probability, after_calls, on, every, burst, times, turn, ...own } = file;
  const calls = typeof on === "number" ? [on] : on;
  const trigger = camelKeys({ probability, after_calls, on: calls, every, burst, times, turn });
  const strikes = preset === undefined ? undefined : triggerPresets.get(preset);
  return { id, trigger: { ...strikes, ...said(trigger) }, fault: camelKeys(own) };
}

/** Only what is said: reports and sessions keep faults as data. */
function said<Table extends object>(table: Table): Partial<Table> {
  // Entries of a table with the same keys and values.
  return Object.fromEntries(
    Object.entries(table).filter(([, value]) => value !== undefined),
  ) as Partial<Table>;
}
