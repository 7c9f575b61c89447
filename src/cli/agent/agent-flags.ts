import type { Command } from "commander";
import { agentDefaults, scoringDefaults } from "../../config/index.ts";
import { parseSeed, type Seed } from "../../kernel/decisions/seed.ts";
import {
  addCommonFlags,
  addReadFlags,
  type CommonFlags,
  seedText,
  shareOf,
  wholeNumber,
  withDefault,
} from "../flags.ts";

/** How an agent is talked with. */
export interface TalkFlags {
  readonly seed?: Seed;
  readonly trials?: number;
  readonly minScore?: number;
  readonly quiet?: boolean;
}

/** Flags of verbs that talk with an agent and tell all that came of it. */
export interface AgentFlags extends CommonFlags, TalkFlags {
  readonly html?: string;
}

/** Adds the flags of verbs that talk with an agent and tell all that came of it. */
export function addAgentFlags(command: Command): Command {
  return talkFlags(addCommonFlags(command)).option(
    "--html <file>",
    "also write a page with every conversation",
  );
}

/** Adds the flags of verbs that talk with an agent and print one line. */
export function addScoreFlags(command: Command): Command {
  return talkFlags(addReadFlags(command).option("--quiet", "no progress"));
}

// --- inside ---

function talkFlags(command: Command): Command {
  return command
    .option("--seed <seed>", seedText, parseSeed)
    .option(
      "--trials <count>",
      withDefault("how often each conversation is held", agentDefaults.trials),
      wholeNumber("--trials"),
    )
    .option(
      "--min-score <share>",
      withDefault("broken below this score, 0 to 1", scoringDefaults.minimum),
      shareOf("--min-score"),
    );
}
