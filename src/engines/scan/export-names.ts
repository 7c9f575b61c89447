import type { CallTarget } from "../../kernel/subject/call-plan.ts";

/**
 * The names under which targets are exported, the same in every scan of the file. They are names of
 * files as well, so two of them differ in more than upper and lower case.
 */
export function exportNames(targets: readonly CallTarget[]): ReadonlyMap<CallTarget, string> {
  const names = new Map<CallTarget, string>();
  const taken = new Set<string>();
  for (const target of targets) {
    const plain = `scan_${target.name.replaceAll(/[^A-Za-z0-9_$]/gu, "_")}`;
    let free = plain;
    for (let count = 2; taken.has(free.toLowerCase()); count++) free = `${plain}_${String(count)}`;
    taken.add(free.toLowerCase());
    names.set(target, free);
  }
  return names;
}
