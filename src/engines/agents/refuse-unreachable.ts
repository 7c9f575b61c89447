import { type AgentFault, faultName } from "../../kernel/agent/index.ts";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import type { AgentConfig } from "../../config/agent/agent-config.ts";
import { misspelt, mustBeAgent } from "../../config/agent/fault-names.ts";
import type { PlannedTalk } from "./plan-talks.ts";

/**
 * Refuses faults that can never take effect: a running agent is given no addresses, so what
 * it asks goes past us, unless the wires are at a port that it knows; one that is named must be
 * there, and so must what has an address where a fault asks for one.
 */
export function refuseUnreachable(config: AgentConfig, planned: readonly PlannedTalk[]): void {
  const faults = planned.flatMap(({ talk }) => talk.faults);
  const [first] = faults;
  if (first === undefined) return;
  if (!isWired(config)) {
    throw neverStrikes(first, "what the agent asks cannot be reached", {
      where: "[agent]",
      note: `the agent runs already at ${endpointOf(config)}, and knows none of our addresses`,
      help: helpFor(first, config),
    });
  }
  for (const fault of new Set(faults)) refuseMisnamed(fault, config);
}

// --- inside ---

function neverStrikes(
  fault: AgentFault,
  why: string,
  parts: { readonly where: string; readonly note?: string; readonly help: string },
): GauntletError {
  const what = `\`${faultName(fault)}\` can never take effect: ${why}`;
  return new GauntletError({ code: "A018", what, ...parts });
}

function refuseMisnamed(fault: AgentFault, { name, tools, mcp, peers }: AgentConfig): void {
  const { id: where, agent } = fault;
  const agents = [name, ...peers.map((peer) => peer.name)];
  if (agent !== undefined && !agents.includes(agent)) {
    const help = `\`agent\` ${mustBeAgent(agent, agents)}`;
    throw neverStrikes(fault, `no agent is called \`${agent}\``, { where, help });
  }
  if (fault.layer !== "tool") return;
  const known = [...tools, ...peers].map((one) => one.name);
  const meant = misspelt(fault.tool, known);
  if (meant !== undefined) {
    const help = `did you mean \`${meant}\`?`;
    throw neverStrikes(fault, `no tool is called \`${fault.tool}\``, { where, help });
  }
  const isOpen = mcp.some(({ url }) => url !== undefined); // its tools are not known yet
  const isAddressed = isOpen || known.some((one) => fault.tool === "*" || fault.tool === one);
  if (fault.matchUrl === undefined || isAddressed) return;
  throw neverStrikes(fault, "nothing with an address is called so", {
    where,
    note: "`match_url` is about tools over HTTP, which the config does not have",
    help: "add `[[agent.tools]]` with its `url` and `env` or `match_url`; or leave `match_url` out",
  });
}

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
