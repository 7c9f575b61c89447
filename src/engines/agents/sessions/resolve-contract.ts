import { existsSync } from "node:fs";
import path from "node:path";
import { GauntletError } from "../../../kernel/errors/gauntlet-error.ts";
import type { AgentConfig, AgentContract } from "../../../config/agent/agent-config.ts";
import { nearestNames } from "../../../config/nearest-name.ts";
import type { SessionFile } from "./read-session.ts";
import { refuseOutside } from "./refuse-outside.ts";

/**
 * Finds the contract that a session is judged by: `default` or the name of the configured one, or
 * the path of a file that holds one, relative to the config. A contract that cannot be found is an
 * error: a session without rules would pass whatever the agent does.
 */
export async function resolveContract(
  wanted: string,
  known: {
    readonly config: Pick<AgentConfig, "contract" | "directory">;
    /** Nothing outside of it is read: a session may come from anyone. */
    readonly projectRoot: string;
    /** Which session asks, for the message. */
    readonly session: string;
    /** Reads a contract that has a file of its own. */
    readonly load: (place: SessionFile & { readonly root: string }) => Promise<AgentContract>;
  },
): Promise<AgentContract> {
  const { contract, directory } = known.config;
  if (contract !== undefined && (wanted === contract.name || wanted === "default")) {
    return contract;
  }
  const file = path.resolve(directory, wanted);
  if (isPath(wanted)) refuseOutside(wanted, "contract", known);
  if (!isPath(wanted) || !existsSync(file)) throw unresolved(wanted, known);
  return known.load({ file, shown: wanted, root: directory });
}

// --- inside ---

function isPath(wanted: string): boolean {
  return /[/\\]|\.(?:toml|ya?ml|json)$/iu.test(wanted);
}

function unresolved(
  wanted: string,
  { config, session }: { config: Pick<AgentConfig, "contract">; session: string },
): GauntletError {
  const names = ["default", config.contract?.name].filter((name) => name !== undefined);
  const [nearest] = nearestNames(wanted, names, { countMax: 1 });
  const shown = names.map((name) => `\`${name}\``).join(" and ");
  return new GauntletError({
    code: "A063",
    what: isPath(wanted)
      ? `the contract file \`${wanted}\` does not exist`
      : `no contract is called \`${wanted}\``,
    where: `session \`${session}\``,
    note:
      config.contract === undefined
        ? "the config has no `[agent.contract]`"
        : `known are ${shown}, and paths of files`,
    help:
      nearest === undefined || config.contract === undefined
        ? "write `contract` in the session, or add `[agent.contract]` to the config"
        : `did you mean \`${nearest}\`?`,
  });
}
