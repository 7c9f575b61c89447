import type { CommanderError } from "commander";
import type { ErrorParts } from "../kernel/gauntlet-error.ts";

/** What commander says, in our grammar: what was given, what is allowed, what to do. */
export function usageError(error: CommanderError, argv: readonly string[]): ErrorParts {
  const [first = "", ...rest] = error.message.replace(/^error: /, "").split("\n");
  const suggestion = /Did you mean (.*)\?/.exec(rest.join(" "))?.[1];
  const what = first.replaceAll("'", "`").replace(/^./, (letter) => letter.toLowerCase());
  const verbs = argv.filter((word) => /^[a-z]+$/.test(word)).slice(0, 1);
  const help = ["gauntlet", ...(error.code === unknownVerb ? [] : verbs), "--help"].join(" ");
  return {
    code: codes[error.code] ?? "U001",
    what: error.code === "commander.help" ? `\`gauntlet ${verbs.join(" ")}\` needs a verb` : what,
    where: ["gauntlet", ...argv].join(" "),
    help: suggestion === undefined ? help : `did you mean ${quoted(suggestion)}?`,
  };
}

// --- inside ---

const unknownVerb = "commander.unknownCommand";

const codes: Readonly<Record<string, string>> = {
  "commander.unknownOption": "U002",
  [unknownVerb]: "U001",
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
