import { type Command, InvalidArgumentError } from "commander";
import { parseSeed, type Seed } from "../kernel/seed.ts";

/** Flags that every verb takes. */
export interface CommonFlags {
  readonly config?: string;
  readonly cwd?: string;
  readonly json?: boolean;
  readonly report?: readonly string[];
  readonly quiet?: boolean;
  readonly color: boolean;
  readonly all?: boolean;
}

/** Flags of verbs that run a campaign. */
export interface CampaignFlags extends CommonFlags {
  readonly seed?: Seed;
  readonly runs?: number;
  readonly time?: number;
}

/** Adds the flags that mean the same everywhere. */
export function addCommonFlags(command: Command): Command {
  return command
    .option("--config <file>", "the configuration file to use")
    .option("--cwd <folder>", "work as if started there")
    .option("--json", "print one JSON document")
    .option("--report <format[:path]>", "also write a report: text or json (repeatable)", collect)
    .option("--quiet", "no progress")
    .option("--no-color", "no colours")
    .option("--all", "show long lists whole");
}

/** Adds the flags of a campaign. */
export function addCampaignFlags(command: Command): Command {
  return addCommonFlags(command)
    .option("--seed <seed>", "a word or a whole number to start from", parseSeed)
    .option("--runs <count>", "stop after so many runs", wholeNumber("--runs"))
    .option("--time <seconds>", "stop after so many seconds", seconds);
}

/** A whole number above 0, or an error that says what was given. */
export function wholeNumber(flag: string): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && Number.isSafeInteger(value) && value > 0) return value;
    throw new InvalidArgumentError(
      `\`${flag}\` must be a whole number above 0, got \`${text}\``,
    );
  };
}

// --- inside ---

function seconds(text: string): number {
  const value = Number(text.replace(/s$/, ""));
  if (Number.isFinite(value) && value > 0) return value;
  throw new InvalidArgumentError(`\`--time\` must be seconds above 0, got \`${text}\``);
}

function collect(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}
