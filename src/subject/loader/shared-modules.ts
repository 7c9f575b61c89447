import { isEsm, type ModulePlan } from "./plan.ts";

/** The modules that may be kept between runs: stateless, and importing nothing of ours that is not. */
export function findShared(plans: readonly ModulePlan[]): ReadonlySet<ModulePlan> {
  const shared = new Set(plans.filter((plan) => isEsm(plan) && plan.analysis.isStateless));
  // Taking one out may disqualify its importers, so look again until nothing changes.
  for (let before = -1; before !== shared.size; ) {
    before = shared.size;
    for (const plan of shared) {
      const isSupported = plan.requests.every(
        (target) => target.kind === "external" || (target.kind === "module" && shared.has(target.plan)),
      );
      if (!isSupported) shared.delete(plan);
    }
  }
  return shared;
}
