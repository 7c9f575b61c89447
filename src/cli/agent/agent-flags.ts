import type { Command } from "commander";
import { parseSeed, type Seed } from "../../kernel/seed.ts";
import { addCommonFlags, type CommonFlags, shareOf, wholeNumber } from "../flags.ts";

/** Flags of verbs that talk with an agent. */
export interface AgentFlags extends CommonFlags {
  readonly seed?: Seed;
  readonly trials?: number;
  readonly minScore?: number;
  readonly html?: string;
}

/** Adds the flags of verbs that talk with an agent. */
export function addAgentFlags(command: Command): Command {
  return addCommonFlags(command)
    .option("--seed <seed>", "a word or a whole number to start from", parseSeed)
    .option("--trials <count>", "how often each conversation is held", wholeNumber("--trials"))
    .option("--min-score <share>", "the score that is asked for", shareOf("--min-score"))
    .option("--html <file>", "also write a page with every conversation");
}
