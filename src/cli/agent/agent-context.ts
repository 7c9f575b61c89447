import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import type { AgentConfig } from "../../config/index.ts";
import type { ReadFlags } from "../flags.ts";
import type { Io } from "../io.ts";
import { type ProjectContext, projectContextOf } from "../verb.ts";

/** Where a verb works, and the agent that the configuration there describes. */
export interface AgentContext extends ProjectContext {
  readonly agent: AgentConfig;
}

/** Reads the configuration; without an agent in it there is nothing to talk with. */
export async function agentContextOf(flags: ReadFlags, io: Io): Promise<AgentContext> {
  const place = await projectContextOf(flags, io);
  const { agent } = place.config;
  if (agent !== undefined) return { ...place, agent };
  throw new GauntletError({
    code: "A015",
    what: "the configuration describes no agent",
    where: place.config.file ?? place.config.root,
    help: "add `[agent]` to gauntlet.toml, or take over a flakestorm.yaml: `gauntlet agent import`",
  });
}
