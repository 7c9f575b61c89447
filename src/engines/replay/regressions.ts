import path from "node:path";
import type { Trace } from "../../kernel/trace.ts";
import { regressionsFolder } from "../../runner/regression-files.ts";
import { writeTrace } from "../../runner/trace-file.ts";

/** Saves a trace as a regression of its own chaos file, plain so that a diff can be read. */
export function saveRegression(projectRoot: string, id: string, trace: Trace): Promise<string> {
  const folder = regressionsFolder(path.join(projectRoot, trace.header.subject.file));
  return writeTrace({ path: path.join(folder, `${id}.jsonl`), trace, collision: "overwrite" });
}
