import { type Checked, wrong } from "./agent-issues.ts";
import type { FileAgent, FileFaults } from "../file-config.ts";
import { nearestNames } from "../nearest-name.ts";

/**
 * Says which faults name an agent that is none, or what can only be meant as the name of a tool
 * of the config. Others may be tools inside of the agent or of an MCP server, which no config has.
 */
export function faultNamesCheck(checked: Checked<FileAgent>): void {
  const { name, tools, peers } = checked.value;
  const agents = [name, ...peers.map((peer) => peer.name)];
  const known = [...tools.map((tool) => tool.name), ...peers.map((peer) => peer.name)];
  for (const { path, faults } of listsOf(checked.value)) {
    for (const key of ["tool_faults", "llm_faults", "context_attacks"] as const) {
      for (const [index, fault] of faults[key].entries()) {
        const at = [...path, key, index];
        if (fault.agent !== undefined && !agents.includes(fault.agent)) {
          wrong(checked, [...at, "agent"], mustBeAgent(fault.agent, agents));
        }
        const tool = "tool" in fault ? fault.tool : undefined;
        const meant = tool === undefined ? undefined : misspelt(tool, known);
        if (meant === undefined) continue;
        wrong(checked, [...at, "tool"], `must be the name of a tool (did you mean \`${meant}\`?)`);
      }
    }
  }
}

/** The name that one can only be a slip of the hand for; nothing where it may be another tool. */
export function misspelt(name: string, known: readonly string[]): string | undefined {
  if (known.includes(name)) return undefined;
  const [nearest] = nearestNames(name, known, { countMax: 1, distanceMax: 1 });
  if (nearest === undefined || name.length < nameLengthMin) return undefined;
  // `set_order` and `get_orders` are tools of their own beside `get_order`.
  const isOther = nearest[0]?.toLowerCase() !== name[0]?.toLowerCase() || isPlural(name, nearest);
  return isOther ? undefined : nearest;
}

/** What must stand where an agent is named. */
export function mustBeAgent(name: string, agents: readonly string[]): string {
  const [nearest] = nearestNames(name, agents, { countMax: 1 });
  const meant = nearest === undefined ? "" : ` (did you mean \`${nearest}\`?)`;
  return `must be one of ${agents.join(", ")}${meant}`;
}

// --- inside ---

/** Shorter names are near to each other by chance. */
const nameLengthMin = 5;

function isPlural(one: string, other: string): boolean {
  return one === `${other}s` || other === `${one}s`;
}

interface FaultList {
  readonly path: readonly (string | number)[];
  readonly faults: FileFaults;
}

function listsOf({ chaos, contract }: FileAgent): readonly FaultList[] {
  const profiles = Object.entries(chaos?.profiles ?? {});
  return [
    ...(chaos === undefined ? [] : [{ path: ["chaos"], faults: chaos }]),
    ...profiles.map(([name, faults]) => ({ path: ["chaos", "profiles", name], faults })),
    ...(contract?.chaos_matrix ?? []).map((faults, index) => ({
      path: ["contract", "chaos_matrix", index],
      faults,
    })),
  ];
}
