import type { Command } from "commander";
import { parseSeed, type Seed } from "../../kernel/seed.ts";
import {
  addCommonFlags,
  addReadFlags,
  type CommonFlags,
  type ReadFlags,
  shareOf,
  wholeNumber,
} from "../flags.ts";

/** Flags about how an agent is asked. */
export interface AskFlags extends ReadFlags {
  readonly quiet?: boolean;
  readonly seed?: Seed;
  readonly trials?: number;
  readonly minScore?: number;
}

/** Flags of verbs that talk with an agent and report on it. */
export interface AgentFlags extends CommonFlags, AskFlags {
  readonly quiet?: boolean;
  readonly html?: string;
}

/** Adds the flags of verbs that talk with an agent and say one thing about it. */
export function addAskFlags(command: Command): Command {
  return askFlags(addReadFlags(command).option("--quiet", "no progress"));
}

/** Adds the flags of verbs that talk with an agent and report on it. */
export function addAgentFlags(command: Command): Command {
  return askFlags(addCommonFlags(command)).option(
    "--html <file>",
    "also write a page with every conversation",
  );
}

// --- inside ---

function askFlags(command: Command): Command {
  return command
    .option("--seed <seed>", "a word or a whole number to start from", parseSeed)
    .option("--trials <count>", "how often each conversation is held", wholeNumber("--trials"))
    .option("--min-score <share>", "the score that is asked for", shareOf("--min-score"));
}
