import type { LocalExport } from "./analysis.ts";
import { type External, isCjs, isEsm, type ModulePlan, type Target } from "./plan.ts";

/** Where an exported name finally comes from. */
export type ResolvedExport =
  | { readonly kind: "local"; readonly plan: ModulePlan; readonly entry: LocalExport }
  | { readonly kind: "namespace"; readonly target: Target }
  | { readonly kind: "external"; readonly external: External; readonly name: string }
  | { readonly kind: "ambiguous" }
  /** The name leads back to itself; `specifier` is the last step of the circle. */
  | { readonly kind: "circular"; readonly specifier: string }
  | { readonly kind: "missing" };

/**
 * Follows a name through `export … from` and `export *` to the variable behind it, as the
 * specification does.
 */
export function resolveExport(plan: ModulePlan, name: string): ResolvedExport {
  const known = indexOf(plan).resolved;
  const found = known.get(name) ?? resolveIn(plan, name, new Map());
  known.set(name, found);
  return found;
}

/** The names a module exports, in the order a namespace lists them; ambiguous ones are left out. */
export function exportNames(plan: ModulePlan): string[] {
  return [...indexOf(plan).names]
    .filter((name) => {
      const { kind } = resolveExport(plan, name);
      return kind === "local" || kind === "namespace" || kind === "external";
    })
    .toSorted(byCodeUnit);
}

/** The exports that live in the module's own record. */
export function ownExports(plan: ModulePlan): readonly LocalExport[] {
  if (isEsm(plan)) return plan.analysis.exports;
  if (isCjs(plan)) return cjsNames(plan, new Set()).map(settledExport);
  return [settledExport("default")];
}

/** The object behind an external target: what `import * as` would give. */
export function externalNamespace(external: External): object {
  return external.value as object;
}

// --- inside ---

/**
 * What has been found out about the exports of a plan; plans do not change once a graph is loaded.
 */
interface ExportIndex {
  readonly own: ReadonlyMap<string, LocalExport>;
  /** Every name it may export, ambiguous ones included. */
  readonly names: ReadonlySet<string>;
  readonly resolved: Map<string, ResolvedExport>;
}

const indexes = new WeakMap<ModulePlan, ExportIndex>();

function indexOf(plan: ModulePlan): ExportIndex {
  const known = indexes.get(plan);
  if (known !== undefined) return known;
  const index = {
    own: new Map(ownExports(plan).map((entry) => [entry.name, entry])),
    names: collectNames(plan),
    resolved: new Map<string, ResolvedExport>(),
  };
  indexes.set(plan, index);
  return index;
}

/** Which names have been asked of which modules, and how the last module was asked for. */
type Seen = Map<ModulePlan, Set<string>> & { specifier?: string };

function resolveIn(plan: ModulePlan, name: string, seen: Seen): ResolvedExport {
  const names = seen.get(plan) ?? new Set();
  if (names.has(name)) return { kind: "circular", specifier: seen.specifier ?? "" };
  seen.set(plan, names.add(name));
  const own = indexOf(plan).own.get(name);
  if (own !== undefined) return { kind: "local", plan, entry: own };
  if (!isEsm(plan)) return { kind: "missing" };
  const indirect = plan.analysis.indirect.find((entry) => entry.name === name);
  if (indirect !== undefined) {
    seen.specifier = plan.analysis.requests[indirect.request]?.specifier ?? "";
    return resolveTarget(plan.requests[indirect.request], indirect.imported, seen);
  }
  return name === "default" ? { kind: "missing" } : resolveStars(plan, name, seen);
}

function resolveTarget(target: Target | undefined, name: string, seen: Seen): ResolvedExport {
  if (target === undefined || target.kind === "failed") return { kind: "missing" };
  if (name === "*") return { kind: "namespace", target };
  if (target.kind === "module") return resolveIn(target.plan, name, seen);
  return name in externalNamespace(target.external)
    ? { kind: "external", external: target.external, name }
    : { kind: "missing" };
}

function resolveStars(
  plan: ModulePlan & { analysis: { stars: readonly number[] } },
  name: string,
  seen: Seen,
): ResolvedExport {
  let found: ResolvedExport = { kind: "missing" };
  for (const request of plan.analysis.stars) {
    const target = plan.requests[request];
    // A barrel may have hundreds of stars; most are ruled out by a look at their names.
    if (target?.kind === "module" && !indexOf(target.plan).names.has(name)) continue;
    const next = resolveTarget(target, name, seen);
    if (next.kind === "ambiguous") return next;
    if (next.kind === "missing" || next.kind === "circular") continue;
    if (found.kind !== "missing" && !isSame(found, next)) return { kind: "ambiguous" };
    found = next;
  }
  return found;
}

function isSame(a: ResolvedExport, b: ResolvedExport): boolean {
  if (a.kind === "local" && b.kind === "local") {
    return a.plan === b.plan && a.entry.local === b.entry.local;
  }
  if (a.kind === "external" && b.kind === "external") {
    // Two native packages may pass on one binding; seen from outside, equal values are all there is
    // to compare.
    return a.name === b.name
      ? Object.is(
          Reflect.get(externalNamespace(a.external), a.name),
          Reflect.get(externalNamespace(b.external), b.name),
        )
      : false;
  }
  return (
    a.kind === "namespace" &&
    b.kind === "namespace" &&
    targetIdentity(a.target) === targetIdentity(b.target)
  );
}

function targetIdentity(target: Target): unknown {
  if (target.kind === "module") return target.plan;
  return target.kind === "external" ? target.external : target;
}

/** Adds up the names of a module and of all its stars, none of which passes a default on. */
function collectNames(root: ModulePlan): Set<string> {
  const names = new Set<string>();
  const seen = new Set([root]);
  for (const plan of seen) {
    const isRoot = plan === root;
    const add = (name: string): void => {
      if (isRoot || name !== "default") names.add(name);
    };
    for (const { name } of ownExports(plan)) add(name);
    if (!isEsm(plan)) continue;
    for (const { name } of plan.analysis.indirect) add(name);
    for (const request of plan.analysis.stars) {
      const target = plan.requests[request];
      if (target?.kind === "module") seen.add(target.plan);
      if (target?.kind !== "external") continue;
      for (const name of Object.keys(externalNamespace(target.external))) {
        if (name !== "default") names.add(name);
      }
    }
  }
  return names;
}

/** What Node offers of a CommonJS file to `import`: its lexed names, and the whole twice. */
function cjsNames(plan: ModulePlan, seen: Set<ModulePlan>): string[] {
  if (!isCjs(plan) || seen.has(plan)) return [];
  seen.add(plan);
  const names = new Set(plan.analysis.names);
  for (const specifier of plan.analysis.reexports) {
    const target = plan.requires.get(specifier);
    const inherited =
      target?.kind === "module"
        ? isCjs(target.plan)
          ? cjsNames(target.plan, seen)
          : exportNames(target.plan)
        : target?.kind === "external"
          ? enumerableNames(target.external.value)
          : [];
    for (const name of inherited) names.add(name);
  }
  names.delete("default");
  return [...names, "default", "module.exports"];
}

function enumerableNames(value: unknown): string[] {
  return typeof value === "object" || typeof value === "function" ? Object.keys(value ?? {}) : [];
}

function settledExport(name: string): LocalExport {
  return { name, local: name, stability: "constant", ignoresThis: false };
}

function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : 1;
}
