import { exitCodes } from "../io.ts";
import { lookOf } from "../print.ts";
import { foundScenarios, toValidate } from "../scenario-jobs.ts";
import type { VerbCall } from "../verb-call.ts";
import { placeOf } from "../verb.ts";

/** `validate`: checks scenario files without running them. */
export async function runValidate({
  words: [paths],
  flags,
  io,
}: VerbCall<"validate">): Promise<number> {
  const place = await placeOf(flags, io);
  const { files, missing } = await foundScenarios(paths, place);
  const { validateScenarios } = await import("../../engines/validate/index.ts");
  const { validateJson, validateText } = await import("../../report/index.ts");
  const validated = await validateScenarios(toValidate(files, place), { signal: io.signal });
  const absent = missing.map((file) => ({ file, ok: false, errors: [notThere(file)] }));
  const rows = [...absent, ...validated];
  const document = validateJson(rows);
  if (flags.json === true) io.out(`${JSON.stringify(document, undefined, 2)}\n`);
  else {
    io.out(validateText(rows, { ...lookOf(flags, io), showAll: flags.all === true }));
  }
  if (io.signal.aborted) return exitCodes.interrupted;
  return { held: exitCodes.held, broken: exitCodes.usage, unknown: exitCodes.unknown }[
    document.verdict
  ];
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
