import type { CommanderError } from "commander";
import type { ErrorParts } from "../kernel/gauntlet-error.ts";

/** What commander says, in our grammar: what was given, what is allowed, what to do. */
export function usageError(error: CommanderError): ErrorParts {
  const [first = "", ...rest] = error.message.replace(/^error: /, "").split("\n");
  const suggestion = rest.join(" ").trim().replace(/^\(|\)$/g, "");
  const what = first.replaceAll("'", "`").replace(/^./, (letter) => letter.toLowerCase());
  return {
    code: codes[error.code] ?? "U001",
    what,
    where: "the command line",
    help: suggestion === "" ? "gauntlet --help" : suggestion.replace(/^\(/, ""),
  };
}

// --- inside ---

const codes: Readonly<Record<string, string>> = {
  "commander.unknownOption": "U002",
  "commander.unknownCommand": "U001",
  "commander.invalidArgument": "U003",
  "commander.missingArgument": "U005",
};
