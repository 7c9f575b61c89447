import path from "node:path";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import type { Trace } from "../../kernel/trace/trace.ts";
import { storeFolder } from "../../store/finding-store.ts";
import { regressionsFolder } from "../../store/regression-files.ts";
import { writeTrace } from "../../store/trace-file.ts";
import { traceSubject } from "../../campaign/proof/trace-subject.ts";
import { refuseLinksBelow } from "../../config/files/store-links.ts";

/** Saves a trace as a regression of its own chaos file, plain so that a diff can be read. */
export function saveRegression(projectRoot: string, id: string, trace: Trace): Promise<string> {
  const file = traceSubject(trace.header.subject.file, projectRoot);
  const folder = regressionsFolder(path.join(projectRoot, file));
  // The id comes from the trace, which anyone may have written.
  const name = id.replaceAll(/[^\w-]/gu, "").slice(0, idLengthMax);
  const target = path.join(folder, `${name || "held"}.jsonl`);
  refuseLinksBelow(projectRoot, target);
  return writeTrace({ path: target, trace, collision: "overwrite" });
}

const idLengthMax = 64;

/** Refuses to keep a trace beside a file that is itself not kept. */
export function refuseUnkept({ header }: Trace): void {
  const { file } = header.subject;
  if (!file.startsWith(`${storeFolder}/`)) return;
  const isOfScan = file.startsWith(`${storeFolder}/scan/`);
  throw new GauntletError({
    code: "U015",
    what: "`--save` keeps a trace beside its file, and that file is not kept",
    where: file,
    note: `\`${storeFolder}/\` may be deleted at any time and is not committed`,
    help: isOfScan
      ? "`npx gauntlet scan --save` keeps what a scan finds, as tests"
      : "move the file to your tests, explore it there, and save what is found",
  });
}
