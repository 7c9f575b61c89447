import type { CommanderError } from "commander";
import type { ErrorParts } from "../kernel/gauntlet-error.ts";

/** What was written, and which words of it name the command. */
export interface CommandLine {
  readonly argv: readonly string[];
  readonly verbs: readonly string[];
}

/** What commander says, in our grammar: what was given, what is allowed, what to do. */
export function usageError(error: CommanderError, { argv, verbs }: CommandLine): ErrorParts {
  const [first = "", ...rest] = error.message.replace(/^error: /, "").split("\n");
  const suggestion = /Did you mean (.*)\?/.exec(rest.join(" "))?.[1];
  const what = first.replaceAll("'", "`").replace(/^./, (letter) => letter.toLowerCase());
  const help = ["gauntlet", ...verbs, "--help"].join(" ");
  return {
    code: codes[error.code] ?? "U001",
    what: error.code === "commander.help" ? `\`gauntlet ${verbs.join(" ")}\` needs a verb` : what,
    where: ["gauntlet", ...argv].join(" "),
    help: suggestion === undefined ? help : `did you mean ${quoted(suggestion)}?`,
  };
}

// --- inside ---

const codes: Readonly<Record<string, string>> = {
  "commander.unknownOption": "U002",
  "commander.unknownCommand": "U001",
  "commander.invalidArgument": "U003",
  "commander.missingArgument": "U005",
  "commander.optionMissingArgument": "U005",
  "commander.missingMandatoryOptionValue": "U005",
};

/** `one of explore, replay` and `explore` alike, each name in backticks. */
function quoted(suggestion: string): string {
  const names = suggestion.replace(/^one of /, "").split(", ");
  return names.map((name) => `\`${name}\``).join(" or ");
}
