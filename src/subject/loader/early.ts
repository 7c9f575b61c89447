import { importedPlans, isEsm, type ModulePlan } from "./plan.ts";

/**
 * Modules that can be reached before they run, each with the modules of the cycles that make it so.
 */
export type EarlyModules = ReadonlyMap<ModulePlan, readonly ModulePlan[]>;

/**
 * Finds the modules that other code can reach before they have run. Only cycles make that possible:
 * a function of a module in a cycle may be called while what it imports has not run yet. Every
 * other module finds all its imports settled when it starts, and may simply copy them, which is
 * both faster and keeps the names in error messages.
 */
export function findEarly(
  plans: readonly ModulePlan[],
  roots: readonly ModulePlan[],
): EarlyModules {
  const early = new Map<ModulePlan, ModulePlan[]>();
  const add = (plan: ModulePlan, cycle: readonly ModulePlan[]): void => {
    early.set(plan, [...(early.get(plan) ?? []), ...cycle]);
  };
  const cycles = findCycles(plans);
  if (cycles.length === 0) return early;
  const orders = roots.map((root) => evaluationOrder(root));
  for (const cycle of cycles) {
    const starts = orders.map((order) =>
      Math.min(...cycle.map((member) => order.get(member) ?? Infinity)),
    );
    for (const plan of evaluationOrder(...cycle).keys()) {
      const runsLater = orders.some((order, index) => {
        const at = order.get(plan);
        return at !== undefined && at > (starts[index] ?? Infinity);
      });
      if (runsLater || awaits(plan) || cycle.includes(plan)) add(plan, cycle);
    }
  }
  return early;
}

/** Everything that evaluating the roots evaluates, each with its place in the order. */
export function evaluationOrder(...roots: readonly ModulePlan[]): Map<ModulePlan, number> {
  const order = new Map<ModulePlan, number>();
  const seen = new Set<ModulePlan>();
  // An explicit stack: a chain of thousands of imports must not exhaust ours.
  const stack: { plan: ModulePlan; next: number; imports: readonly ModulePlan[] }[] = [];
  const open = (plan: ModulePlan): void => {
    if (seen.has(plan)) return;
    seen.add(plan);
    stack.push({ plan, next: 0, imports: importedPlans(plan) });
  };
  for (const root of roots) {
    open(root);
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const child = top.imports[top.next++];
      if (child !== undefined) {
        open(child);
        continue;
      }
      order.set(top.plan, order.size);
      stack.pop();
    }
  }
  return order;
}

// --- inside ---

function awaits(plan: ModulePlan): boolean {
  return [...evaluationOrder(plan).keys()].some(
    (inner) => isEsm(inner) && inner.analysis.hasTopLevelAwait,
  );
}

/** The groups of modules that import each other (Kosaraju), and those that import themselves. */
function findCycles(plans: readonly ModulePlan[]): ModulePlan[][] {
  const importers = new Map<ModulePlan, ModulePlan[]>();
  for (const plan of plans) {
    for (const imported of importedPlans(plan)) {
      const known = importers.get(imported);
      if (known === undefined) importers.set(imported, [plan]);
      else known.push(plan);
    }
  }
  const assigned = new Set<ModulePlan>();
  const cycles: ModulePlan[][] = [];
  for (const root of [...evaluationOrder(...plans).keys()].toReversed()) {
    if (assigned.has(root)) continue;
    const group: ModulePlan[] = [];
    const pending = [root];
    assigned.add(root);
    for (let plan = pending.pop(); plan !== undefined; plan = pending.pop()) {
      group.push(plan);
      for (const importer of importers.get(plan) ?? []) {
        if (assigned.has(importer)) continue;
        assigned.add(importer);
        pending.push(importer);
      }
    }
    if (group.length > 1 || importedPlans(root).includes(root)) cycles.push(group);
  }
  return cycles;
}
