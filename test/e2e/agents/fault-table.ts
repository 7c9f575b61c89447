import type { LlmFault } from "../../../src/kernel/agent/agent-fault.ts";
import { llmFaultModes } from "../../../src/kernel/agent/fault-modes.ts";
import { slowMs, toldLate } from "./lateness.ts";
import type { ModelWire } from "./model-wire.ts";
import { type SdkAgent, toldBy } from "./sdk-agents.ts";

/** What each agent says of each fault; agents that say the same share a line. */
export async function faultTable(wire: ModelWire, agents: readonly SdkAgent[]): Promise<string> {
  const lines: string[] = [];
  for (const mode of [undefined, ...llmFaultModes]) {
    const clients = new Map<string, string[]>();
    for (const agent of agents) {
      const told = await struck(wire, agent, mode);
      clients.set(told, [...(clients.get(told) ?? []), agent.client]);
    }
    lines.push(mode ?? "no fault");
    for (const [told, names] of clients) {
      lines.push(`  ${told}`, ...(clients.size === 1 ? [] : [`    ${names.join(", ")}`]));
    }
  }
  return lines.join("\n");
}

// --- inside ---

const piecesMin = 3;

async function struck(
  wire: ModelWire,
  agent: SdkAgent,
  mode: LlmFault["mode"] | undefined,
): Promise<string> {
  const drift = { driftType: "refusal_rephrase", severity: "significant" } as const;
  // A stream has several pieces, and a pause before each.
  const delays: Partial<Record<string, number>> = {
    slow_first_token: slowMs,
    slow_tokens: slowMs / piecesMin,
  };
  const limits = { delayMs: delays[mode ?? ""] ?? 5, maxTokens: 3 };
  const faults: LlmFault[] =
    mode === undefined ? [] : [{ id: "f", layer: "llm", trigger: {}, mode, ...limits, ...drift }];
  const scope = wire.begin(faults);
  const withTools = mode === "bad_tool_arguments";
  const call = { id: "call_1", name: "find_parcel", args: { id: "A1" } };
  const text = "It arrives in Bergen on Monday.";
  wire.server.says = () => (withTools ? { calls: [call] } : { text });
  const told = await toldLate(mode, slowMs, () => toldBy(agent, wire, { withTools }));
  return mode !== undefined && scope.strikes.length === 0 ? "does not fit" : told;
}
