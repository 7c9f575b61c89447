import type { Command } from "commander";
import { endVerb } from "../finish-run.ts";
import { addPlaceFlags, type LocationFlags } from "../flags.ts";
import { exitCodes, type Io } from "../io.ts";
import { lookOf } from "../print.ts";
import { foundScenarios, toValidate } from "../scenario-jobs.ts";
import { projectContextOf } from "../verb.ts";

/** Adds `validate`: checks scenario files without running them. */
export function addValidate(program: Command, io: Io, onExit: (code: number) => void): void {
  const command = program
    .command("validate")
    .summary("check scenario files, and that what they name can be loaded")
    .argument(
      "[paths...]",
      "scenario files, folders or patterns; all of the project where left out",
    );
  addPlaceFlags(command)
    .option("--all", "show long lists whole")
    .action(async (paths: string[], flags: ValidateFlags) => {
      onExit(await validatePaths(paths, flags, io));
    });
}

// --- inside ---

interface ValidateFlags extends LocationFlags {
  readonly all?: boolean;
}

async function validatePaths(
  paths: readonly string[],
  flags: ValidateFlags,
  io: Io,
): Promise<number> {
  const place = await projectContextOf(flags, io);
  const { files, missing } = await foundScenarios(paths, place);
  const { validateScenarios } = await import("../../engines/validate/index.ts");
  const { validateJson, validateText } = await import("../../report/index.ts");
  const validated = await validateScenarios(toValidate(files, place), { signal: io.signal });
  const absent = missing.map((file) => ({ file, ok: false, errors: [notThere(file)] }));
  const rows = [...absent, ...validated];
  const document = validateJson(rows);
  const { verdict } = document;
  const codes = { ...exitCodes, broken: exitCodes.usage };
  return endVerb(
    {
      documentOf: () => document,
      shown: validateText(rows, { ...lookOf(flags, io), showAll: flags.all === true }),
      isJson: flags.json === true,
      verdict,
      exitCode: io.signal.aborted ? exitCodes.interrupted : codes[verdict],
    },
    io,
  );
}

function notThere(file: string): { code: string; what: string; where: string; help: string } {
  return {
    code: "N001",
    what: `there is no \`${file}\``,
    where: file,
    help: "check the path; a pattern may match nothing, a path may not",
  };
}
