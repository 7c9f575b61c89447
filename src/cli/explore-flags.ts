import type { Command } from "commander";
import { type StrategyName, strategyNames } from "../search/strategy-names.ts";
import {
  addCampaignFlags,
  addCommonFlags,
  addWorldFlags,
  type CampaignFlags,
  oneOf,
  wholeNumber,
  withDefault,
} from "./flags.ts";
import { fileDefaults } from "../config/index.ts";
import { addRecordFlags, type RecordFlags } from "./record-flags.ts";
import { addBackendFlags, type BackendFlags } from "./scenario-flags.ts";

/** Flags of `explore`. */
export interface ExploreFlags extends CampaignFlags, RecordFlags, BackendFlags {
  readonly strategy?: StrategyName;
  readonly workers?: number;
  readonly swarm?: boolean;
  readonly guidance?: boolean;
  readonly corpus?: boolean;
  readonly resume?: boolean;
  readonly bail?: boolean;
  readonly ablate?: boolean;
  readonly seeds?: number;
  readonly scaling?: boolean;
}

/** Campaigns of each variant that `--ablate` compares. */
export const seedsDefault = 5;

/** Adds the flags of `explore`. */
export function addExploreFlags(command: Command): Command {
  const { explorer } = fileDefaults;
  const names = strategyNames.join(", ");
  const strategy = oneOf("--strategy", strategyNames);
  const flags = addCampaignFlags(addWorldFlags(addCommonFlags(command)), {
    runs: "no limit",
    time: `${explorer.max_time}, with --runs no limit`,
  })
    .option(
      "--strategy <name>",
      withDefault(`which run comes next: ${names}`, explorer.strategy),
      strategy,
    )
    .option(
      "--workers <count>",
      withDefault("how many processes search at once; 0 is one a core", explorer.workers),
      workers,
    )
    .option("--swarm", "each run leaves out some rules and faults")
    .option("--no-swarm", "every run has all rules and faults")
    .option("--no-guidance", "disables coverage guidance")
    .option("--no-corpus", "start from nothing and keep nothing for the next campaign")
    .option("--resume", "go on where the last campaign of the subject stood")
    .option("--bail", "stop at the first failure that is proven")
    .option("--ablate", "compare the search with guidance, swarm and strategy changed")
    .option(
      "--seeds <count>",
      withDefault("with --ablate: campaigns of each variant", seedsDefault),
      wholeNumber("--seeds"),
    )
    .option("--scaling", "measure runs a second with 1 to N processes");
  return addRecordFlags(
    addBackendFlags(flags),
    "keep the first failure's trace, or the first run's",
  );
}

// --- inside ---

function workers(text: string): number {
  return text === "0" ? 0 : wholeNumber("--workers")(text);
}
