import type { CallTarget } from "../../kernel/subject/call-plan.ts";
import { noSuchTarget } from "../../campaign/entries/no-such-target.ts";
import { selectTargets } from "../../campaign/entries/select-targets.ts";
import type { TargetSelector } from "../../config/index.ts";
import type { ScanFile } from "./scan-options.ts";

/** What is meant of each file; several words may name parts of one, and a bare one means all. */
export function targetsOfFiles(
  files: readonly ScanFile[],
): ReadonlyMap<string, ScanFile["targets"]> {
  const wanted = new Map<string, ScanFile["targets"]>();
  for (const { file, targets } of files) {
    const known = wanted.has(file) ? wanted.get(file) : [];
    const isAll = known === undefined || targets === undefined;
    wanted.set(file, isAll ? undefined : [...known, ...targets]);
  }
  return wanted;
}

/**
 * Refuses a name of the command line that none of its files has: a slip would otherwise pass for a
 * function that cannot be called, or be lost among those that were.
 */
export function refuseUnknown(wanted: readonly ScanFile[], targets: readonly CallTarget[]): void {
  const filesOf = new Map<TargetSelector, Set<string>>();
  for (const { file, targets: selectors = [] } of wanted) {
    for (const selector of selectors) {
      filesOf.set(selector, (filesOf.get(selector) ?? new Set()).add(file));
    }
  }
  for (const [selector, files] of filesOf) {
    const there = targets.filter(({ module }) => files.has(module));
    if (selectTargets(there, [selector]).length > 0) continue;
    const [only] = files.size === 1 ? files : [];
    const file = selector.file ?? only;
    const where = file === undefined ? selector.name : `${file}:${selector.name}`;
    throw noSuchTarget(selector.name, where, there);
  }
}
