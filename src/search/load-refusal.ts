import { failureFrom } from "../kernel/failure.ts";
import { type ErrorParts, GauntletError } from "../kernel/gauntlet-error.ts";
import { firstProjectFrame } from "../kernel/identity.ts";
import { LoadError } from "../subject/loader/index.ts";
import type { LoadCommand } from "./protocol.ts";
import { projectPaths } from "./project-paths.ts";

/** What to tell the user when a subject cannot be loaded. */
export function loadRefusal(thrown: unknown, command: LoadCommand): ErrorParts {
  if (thrown instanceof GauntletError) {
    const { code, what, where, frame, note, help } = thrown;
    return { code, what, where, frame, note, help };
  }
  if (thrown instanceof LoadError) {
    const { code, message, file, line, column, help } = thrown;
    const place = [file, line, column].filter((part) => part !== undefined).join(":");
    return { code, what: message, where: place === "" ? command.file : place, help };
  }
  const failure = failureFrom("thrown", thrown);
  const frame = firstProjectFrame(failure.stack, projectPaths(command.projectRoot));
  return {
    code: "S002",
    what: `\`${command.file}\` threw while it was loaded: ${failure.error}: ${failure.message}`,
    where: frame === undefined ? command.file : `${frame.file}:${frame.line}:${frame.column}`,
    note: "a chaos file must load before it can be run",
    help: "run the file alone, or move what can fail into `setup`",
  };
}
