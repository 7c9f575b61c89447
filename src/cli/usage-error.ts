import type { CommanderError } from "commander";
import type { ErrorParts } from "../kernel/errors/gauntlet-error.ts";

/** What was written, and which words of it name the command. */
export interface CommandLine {
  readonly argv: readonly string[];
  readonly verbs: readonly string[];
  /** Those before the first flag, where they name a command that only has others below it. */
  readonly group?: readonly string[];
}

/** What commander says, in our grammar: what was given, what is allowed, what to do. */
export function usageError(error: CommanderError, line: CommandLine): ErrorParts {
  const { argv, verbs, group } = line;
  if (error.code === "commander.help") return missingVerb(line, verbs);
  // Such a command has no flags at all, so what is wrong is not the flag.
  if (error.code === "commander.unknownOption" && group !== undefined) {
    return missingVerb(line, group);
  }
  const [first = "", ...rest] = error.message.replace(/^error: /, "").split("\n");
  const suggestion = /Did you mean (.*)\?/.exec(rest.join(" "))?.[1];
  const what = first.replaceAll("'", "`").replace(/^./, (letter) => letter.toLowerCase());
  const help = ["gauntlet", ...verbs, "--help"].join(" ");
  return {
    code: codes[error.code] ?? "U001",
    what,
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

function missingVerb({ argv }: CommandLine, named: readonly string[]): ErrorParts {
  const command = ["gauntlet", ...named].join(" ");
  return {
    code: "U001",
    what: `\`${command}\` needs a verb`,
    where: ["gauntlet", ...argv].join(" "),
    help: `${command} --help`,
  };
}

/** `one of explore, replay` and `explore` alike, each name in backticks. */
function quoted(suggestion: string): string {
  const names = suggestion.replace(/^one of /, "").split(", ");
  return names.map((name) => `\`${name}\``).join(" or ");
}
