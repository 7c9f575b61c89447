import type { EarlyModules } from "./early.ts";
import { isEsm, type ModulePlan } from "./plan.ts";

/**
 * The modules that may be kept between runs: stateless, importing nothing of ours that is not, and
 * not to be reached before they run by anything that is not kept, which would find them already
 * there the second time.
 */
export function findShared(
  plans: readonly ModulePlan[],
  early: EarlyModules,
): ReadonlySet<ModulePlan> {
  const shared = new Set(plans.filter((plan) => isEsm(plan) && plan.analysis.isStateless));
  const isSupported = (plan: ModulePlan): boolean =>
    plan.requests.every(
      (target) =>
        target.kind === "external" || (target.kind === "module" && shared.has(target.plan)),
    ) && (early.get(plan) ?? []).every((member) => shared.has(member));
  // Taking one out may disqualify others, so look again until nothing changes.
  for (let before = -1; before !== shared.size;) {
    before = shared.size;
    for (const plan of shared) if (!isSupported(plan)) shared.delete(plan);
  }
  return shared;
}
