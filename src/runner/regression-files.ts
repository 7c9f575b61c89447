import { readdirSync } from "node:fs";
import path from "node:path";

/** Where the regressions of a chaos file live: beside it, to be committed with it. */
export function regressionsFolder(chaosFile: string): string {
  return chaosFile.replace(/(?:\.chaos)?\.[cm]?[jt]sx?$/, ".regressions");
}

/** The saved regressions of a chaos file, in order of name; none where there is no folder. */
export function regressionFiles(chaosFile: string): readonly string[] {
  const folder = regressionsFolder(chaosFile);
  let names: readonly string[];
  try {
    names = readdirSync(folder);
  } catch {
    return [];
  }
  const traces = names.filter((name) => /\.jsonl(?:\.gz)?$/.test(name));
  return traces.toSorted().map((name) => path.join(folder, name));
}
