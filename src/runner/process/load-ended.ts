import { type ExitMode, exitText } from "../../kernel/failure/exit-mode.ts";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import type { LoadCommand } from "../protocol/load-command.ts";
import { LoadKilled } from "../worker-ended.ts";

/** What is told of a process that ended before the code was loaded. */
export function loadEnded(
  ended: { readonly exit: ExitMode; readonly output: string },
  command: LoadCommand,
): GauntletError {
  const { exit } = ended;
  if (exit.kind === "signal" && killingSignals.has(exit.signal)) {
    return new LoadKilled({
      code: "S005",
      what: `the process was killed while it loaded \`${command.file}\` (signal ${exit.signal})`,
      where: command.file,
      note: "it was killed from outside, twice; a system that is short of memory does that",
      help: "free memory or search with fewer `--workers`, and run again",
    });
  }
  const how = exit.kind === "timeout" ? `gave no sign of life for ${exit.afterMs} ms` : "ended";
  const said = ended.output.trim().split("\n").slice(-5).join("\n");
  return new GauntletError({
    code: "S003",
    what: `the process ${how} while it loaded \`${command.file}\` (${exitText(exit)})`,
    where: command.file,
    ...(said === "" ? {} : { note: `its last output was: ${said}` }),
    help: "move what runs at the top of the file into `setup` or into the rules",
  });
}

// --- inside ---

/** Signals that come from outside; others are what a crash of the process itself ends with. */
const killingSignals = new Set(["SIGKILL", "SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT"]);
