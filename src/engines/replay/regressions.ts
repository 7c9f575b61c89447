import path from "node:path";
import { GauntletError } from "../../kernel/gauntlet-error.ts";
import type { Trace } from "../../kernel/trace.ts";
import { storeFolder } from "../../runner/finding-store.ts";
import { regressionsFolder } from "../../runner/regression-files.ts";
import { writeTrace } from "../../runner/trace-file.ts";

/** Saves a trace as a regression of its own chaos file, plain so that a diff can be read. */
export function saveRegression(projectRoot: string, id: string, trace: Trace): Promise<string> {
  const folder = regressionsFolder(path.join(projectRoot, trace.header.subject.file));
  return writeTrace({ path: path.join(folder, `${id}.jsonl`), trace, collision: "overwrite" });
}

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
