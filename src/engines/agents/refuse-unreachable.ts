import { type AgentFault, faultName } from "../../kernel/agent/index.ts";
import { GauntletError } from "../../kernel/gauntlet-error.ts";
import type { AgentConfig } from "../../subject/config/agent-config.ts";
import type { PlannedTalk } from "./plan-talks.ts";

/**
 * Refuses faults that can never strike: an agent that runs already is given no addresses, so what
 * it asks goes past us, unless the wires are at a port that it knows.
 */
export function refuseUnreachable(config: AgentConfig, planned: readonly PlannedTalk[]): void {
  if (isWired(config)) return;
  const fault = planned.flatMap(({ talk }) => talk.faults)[0];
  if (fault === undefined) return;
  throw new GauntletError({
    code: "A018",
    what: `\`${faultName(fault)}\` can never strike: what the agent asks cannot be reached`,
    where: "[agent]",
    note: `the agent runs already at ${endpointOf(config)}, and knows none of our addresses`,
    help: helpFor(fault, config),
  });
}

// --- inside ---

function isWired({ reach, port }: AgentConfig): boolean {
  if (port !== undefined || reach.type === "function" || reach.type === "process") return true;
  return reach.command !== undefined;
}

function endpointOf({ reach }: AgentConfig): string {
  if (reach.type === "http") return reach.endpoint;
  return reach.type === "mcp" ? (reach.url ?? "") : "";
}

function helpFor({ layer }: AgentFault, { name }: AgentConfig): string {
  const own = "set `command`, so that Gauntlet starts the agent";
  const path = layer === "tool" ? `${name}/tools/<tool>` : `${name}/openai/v1`;
  return `${own}; or set \`port\` and start it with addresses at http://127.0.0.1:<port>/${path}`;
}
