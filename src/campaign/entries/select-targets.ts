import type { CallTarget } from "../../kernel/subject/call-plan.ts";
import { selects, type TargetSelector } from "../../config/scan/target-selector.ts";

/**
 * The targets that selectors name: `parsePrice`, `Cart.*`, `Cart.add`, `src/money.ts:parse*`. A
 * class of which only some methods are named keeps those. No selector means all.
 */
export function selectTargets(
  targets: readonly CallTarget[],
  selectors: readonly TargetSelector[],
): readonly CallTarget[] {
  if (selectors.length === 0) return targets;
  return targets.flatMap((target) => {
    const { module } = target;
    const isMeant = (name: string): boolean =>
      selectors.some((selector) => selects(selector, { module, name }));
    if (isMeant(target.name)) return target;
    const calls = target.calls.filter(({ name }) => isMeant(name));
    return calls.length === 0 ? [] : { ...target, calls };
  });
}
