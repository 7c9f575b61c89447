import { endVerb } from "../finish-run.ts";
import { exitCodes } from "../io.ts";
import { lookOf } from "../print.ts";
import { foundScenarios, toValidate } from "../scenario-jobs.ts";
import type { VerbCall } from "../verb-call.ts";
import { projectContextOf } from "../verb.ts";
import { processRunners } from "../../runner/process/process-runners.ts";

/** `validate`: checks scenario files without running them. */
export async function runValidate({
  words: [paths],
  flags,
  io,
}: VerbCall<"validate">): Promise<number> {
  const place = await projectContextOf(flags, io);
  const { files, missing } = await foundScenarios(paths, place);
  const { validateScenarios } = await import("../../engines/validate/index.ts");
  const { validateJson, validateText } = await import("../../report/index.ts");
  const validated = await validateScenarios(toValidate(files, place), {
    runners: processRunners,
    signal: io.signal,
  });
  const absent = missing.map((file) => ({ file, ok: false, errors: [notThere(file)] }));
  const rows = [...absent, ...validated];
  const document = validateJson(rows);
  const { verdict } = document;
  return endVerb(
    {
      documentOf: () => document,
      shown: validateText(rows, { ...lookOf(flags, io), showAll: flags.all === true }),
      isJson: flags.json === true,
      verdict,
      isInterrupted: io.signal.aborted,
      // A file that is wrong is a mistake of whoever wrote it, as a flag that is wrong.
      exitCode: verdict === "broken" ? exitCodes.usage : undefined,
    },
    io,
  );
}

// --- inside ---

function notThere(file: string): { code: string; what: string; where: string; help: string } {
  return {
    code: "N001",
    what: `there is no \`${file}\``,
    where: file,
    help: "check the path; a pattern may match nothing, a path may not",
  };
}
