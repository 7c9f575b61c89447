import type { ImportBinding } from "./analysis.ts";
import type { LinkedBinding } from "./emit.ts";
import { type EarlyModules, evaluationOrder } from "./early.ts";
import { type EsmPlan, type External, isCjs, isEsm, type ModulePlan, type Target } from "./plan.ts";
import { holderOf, type Interop } from "./interop.ts";
import { externalNamespace, type ResolvedExport, resolveExport } from "./resolve-export.ts";
import { isTypeExport } from "./type-exports.ts";

/** Something a module instance reads imported values from. */
export type Source =
  | { readonly kind: "record" | "view" | "namespace"; readonly plan: ModulePlan }
  /** For compiled CommonJS: what a file of CommonJS or JSON exports, or a part of it. */
  | {
      readonly kind: "exports";
      readonly part: "whole" | "default" | "star";
      readonly plan: ModulePlan;
      readonly interop: Interop;
    }
  | { readonly kind: "external"; readonly external: External };

/** What linking decides for one ES module. */
export interface EsmLink {
  readonly bindings: readonly LinkedBinding[];
  readonly sources: readonly Source[];
  readonly isEarly: boolean;
}

/**
 * Checks that every imported name exists in everything a root evaluates; throws what Node throws,
 * before anything runs. Modules are visited in the order of evaluation, so the error is about the
 * same name as natively.
 */
export function checkNames(root: ModulePlan): void {
  for (const plan of evaluationOrder(root).keys()) {
    // To compiled CommonJS a name that is not there is undefined.
    if (!isEsm(plan) || plan.analysis.interop !== undefined) continue;
    for (const { request, imported, name } of namesTaken(plan)) {
      if (imported === "*") continue;
      const resolved =
        name === undefined
          ? resolveFrom(plan.requests[request], imported)
          : resolveExport(plan, name);
      if (!isUnusable(resolved)) continue;
      const isPassedOn = name !== undefined && resolved.kind === "missing";
      if (isPassedOn && isTypeExport(plan.requests[request], imported)) continue;
      throw missingName({ plan, request, imported, resolved });
    }
  }
}

/** What linking must know of the graph as a whole. */
export interface LinkContext {
  readonly early: EarlyModules;
  /** Some file calls `syncBuiltinESMExports`, which changes what others have imported. */
  readonly hasLiveBuiltins: boolean;
}

/** Decides for each import of a module where its value is read from, and when. */
export function linkEsm(plan: EsmPlan, context: LinkContext): EsmLink {
  const sources = new SourceList(context.hasLiveBuiltins);
  const isEarly = context.early.has(plan);
  const { interop } = plan.analysis;
  const bindings = plan.analysis.imports.map((binding) => {
    const target = plan.requests[binding.request];
    if (interop !== undefined && target !== undefined) {
      const required = requiredBinding(binding.imported, { target, interop, sources });
      if (required !== undefined) return required;
    }
    if (binding.imported === "*") return namespaceBinding(binding, target, sources);
    const resolved = resolveFrom(target, binding.imported);
    return nameBinding(resolved, { isEarly, early: context.early, sources });
  });
  return { bindings, sources: sources.list, isEarly };
}

/** The binding of a name asked of a target. */
export function resolveFrom(target: Target | undefined, name: string): ResolvedExport {
  if (target?.kind === "module") return resolveExport(target.plan, name);
  if (target?.kind !== "external") return { kind: "missing" };
  return name in externalNamespace(target.external)
    ? { kind: "external", external: target.external, name }
    : { kind: "missing" };
}

/** The source that yields a namespace object for a target. */
export function namespaceSource(target: Target): Source {
  if (target.kind === "module") return { kind: "namespace", plan: target.plan };
  if (target.kind === "external") return { kind: "external", external: target.external };
  throw target.error;
}

// --- inside ---

/** Numbers the sources of one module, each once. */
class SourceList {
  readonly list: Source[] = [];
  readonly hasLiveBuiltins: boolean;

  constructor(hasLiveBuiltins: boolean) {
    this.hasLiveBuiltins = hasLiveBuiltins;
  }

  add(source: Source): number {
    const known = this.list.findIndex((other) => isSameSource(other, source));
    return known === -1 ? this.list.push(source) - 1 : known;
  }
}

function isSameSource(a: Source, b: Source): boolean {
  if (a.kind === "external" || b.kind === "external") {
    return a.kind === b.kind && "external" in a && "external" in b && a.external === b.external;
  }
  const partOf = (source: Source): string => (source.kind === "exports" ? source.part : "");
  return a.kind === b.kind && a.plan === b.plan && partOf(a) === partOf(b);
}

/** How compiled CommonJS reads what it requires; undefined where that is an ES module of ours. */
function requiredBinding(
  imported: string,
  parts: { readonly target: Target; readonly interop: Interop; readonly sources: SourceList },
): LinkedBinding | undefined {
  const { target, interop, sources } = parts;
  if (target.kind === "failed") return undefined;
  if (target.kind === "external") {
    const { external } = target;
    if (external.kind !== "interop" || imported === "*") return undefined;
    if (imported in externalNamespace(external)) return undefined;
    const whole: External = { ...external, value: holderOf(external.exports) };
    return {
      source: sources.add({ kind: "external", external: whole }),
      name: imported,
      mode: "hoisted",
    };
  }
  const { plan } = target;
  if (isEsm(plan)) {
    const isThere = imported === "*" || !isUnusable(resolveExport(plan, imported));
    return isThere ? undefined : { source: 0, name: imported, mode: "absent" };
  }
  const part = imported === "*" ? "star" : imported === "default" ? "default" : "whole";
  const source = sources.add({ kind: "exports", part, plan, interop });
  return part === "whole"
    ? { source, name: imported, mode: "constant" }
    : { source, name: "*", mode: "namespace" };
}

function namespaceBinding(
  binding: ImportBinding,
  target: Target | undefined,
  sources: SourceList,
): LinkedBinding {
  if (target === undefined) throw new Error("an import has no target");
  // A view is as fast as a record, but is not the namespace itself: what would notice must get the
  // real one.
  const isSafe =
    target.kind === "module" &&
    binding.sites.every(({ role }) => role !== "call") &&
    binding.calls.every((name) => {
      const resolved = resolveExport(target.plan, name);
      return (
        resolved.kind === "missing" || (resolved.kind === "local" && resolved.entry.ignoresThis)
      );
    });
  if (!isSafe)
    return { source: sources.add(namespaceSource(target)), name: "*", mode: "namespace" };
  return { source: sources.add({ kind: "view", plan: target.plan }), name: "*", mode: "view" };
}

function nameBinding(
  resolved: ResolvedExport,
  parts: {
    readonly isEarly: boolean;
    readonly early: EarlyModules;
    readonly sources: SourceList;
  },
): LinkedBinding {
  const { isEarly, early, sources } = parts;
  switch (resolved.kind) {
    case "local": {
      const { name, stability } = resolved.entry;
      const source = sources.add({ kind: "record", plan: resolved.plan });
      // Before anything runs, only modules that can be reached early have their functions.
      const isThere = !isEarly || early.has(resolved.plan);
      if (stability === "hoisted" && isThere) return { source, name, mode: "hoisted" };
      return { source, name, mode: isEarly || stability === "live" ? "live" : "constant" };
    }
    case "external": {
      const { external, name } = resolved;
      const source = sources.add({ kind: "external", external });
      // Only builtins can be changed after they are loaded, and only by those who ask for it.
      const mode = sources.hasLiveBuiltins && external.url.startsWith("node:") ? "live" : "hoisted";
      return { source, name, mode };
    }
    case "namespace":
      return {
        source: sources.add(namespaceSource(resolved.target)),
        name: "*",
        mode: "namespace",
      };
    default:
      throw new Error("names are checked before they are linked");
  }
}

interface Taken {
  readonly request: number;
  readonly imported: string;
  /** The name it is passed on under, when it is an `export … from`. */
  readonly name: string | undefined;
}

function namesTaken(plan: EsmPlan): Taken[] {
  return [
    ...plan.analysis.indirect.map(({ request, imported, name }) => ({ request, imported, name })),
    ...plan.analysis.imports.map(({ request, imported }) => ({
      request,
      imported,
      name: undefined,
    })),
  ];
}

type Unusable = Extract<ResolvedExport, { kind: "missing" | "ambiguous" | "circular" }>;

function isUnusable(resolved: ResolvedExport): resolved is Unusable {
  return ["missing", "ambiguous", "circular"].includes(resolved.kind);
}

function missingName(parts: {
  readonly plan: EsmPlan;
  readonly request: number;
  readonly imported: string;
  readonly resolved: Unusable;
}): SyntaxError {
  const { plan, request, imported, resolved } = parts;
  const specifier = plan.analysis.requests[request]?.specifier ?? "";
  const target = plan.requests[request];
  if (resolved.kind === "circular") {
    return new SyntaxError(
      `Detected cycle while resolving name '${imported}' in '${resolved.specifier}'`,
    );
  }
  if (resolved.kind === "ambiguous") {
    return new SyntaxError(
      `The requested module '${specifier}' contains conflicting star exports ` +
        `for name '${imported}'`,
    );
  }
  if (isCommonJs(target)) return new SyntaxError(commonJsAdvice(plan, request, imported));
  return new SyntaxError(
    `The requested module '${specifier}' does not provide an export named '${imported}'`,
  );
}

function isCommonJs(target: Target | undefined): boolean {
  if (target?.kind === "module") return isCjs(target.plan);
  if (target?.kind !== "external" || target.external.url.startsWith("node:")) return false;
  return "module.exports" in externalNamespace(target.external);
}

function commonJsAdvice(plan: EsmPlan, request: number, imported: string): string {
  const specifier = plan.analysis.requests[request]?.specifier ?? "";
  const names = plan.analysis.imports
    .filter((binding) => binding.request === request && binding.imported !== "default")
    .map(({ imported: name, local }) => (name === local ? name : `${name}: ${local}`));
  return (
    `Named export '${imported}' not found. ` +
    `The requested module '${specifier}' is a CommonJS module, ` +
    `which may not support all module.exports as named exports.\n` +
    `CommonJS modules can always be imported via the default export, for example using:\n\n` +
    `import pkg from '${specifier}';\nconst { ${names.join(", ")} } = pkg;\n`
  );
}
