import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import type { AgentContract } from "../../config/index.ts";
import type { AgentContext } from "./agent-context.ts";

/** The contract that is configured; verbs about contracts need one. */
export function contractOf({ agent, config }: AgentContext): AgentContract {
  if (agent.contract !== undefined) return agent.contract;
  throw new GauntletError({
    code: "A017",
    what: "the agent has no contract",
    where: config.file ?? config.root,
    help: "add `[agent.contract]` with `invariants` and `chaos_matrix`",
  });
}
