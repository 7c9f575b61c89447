import { createHash } from "node:crypto";
import path from "node:path";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { evaluate } from "./evaluate.ts";
import { evaluationOrder, findEarly } from "./early.ts";
import type { GraphFiles } from "./graph-files.ts";
import { type GraphParts, InstanceGraph, type Sharing } from "./instance-graph.ts";
import { checkNames } from "./link.ts";
import { type ImportRequest, isEsm, type ModulePlan, requestKey, type Target } from "./plan.ts";
import type { Resolve } from "./resolve.ts";
import { findShared } from "./shared-modules.ts";
import { setThreadLoader } from "../../world/threads/thread-loader.ts";
import { createUnit, type Unit } from "./unit.ts";

/**
 * A module graph that is loaded, linked and compiled, and can be instantiated any number of times.
 */
export class LinkedGraph {
  readonly #files: GraphFiles;
  readonly #resolve: Resolve;
  readonly #onUnit: (unit: Unit) => void;
  readonly #units = new Map<ModulePlan, Unit>();
  readonly #orders = new Map<ModulePlan, readonly Unit[]>();
  /**
   * Compiled functions; everything-fresh instances have their own, or they would slow the kept ones
   * down.
   */
  readonly #bodies = { usual: new Map<Unit, unknown>(), apart: new Map<Unit, unknown>() };
  #shared: ReadonlySet<ModulePlan> = new Set();
  #kept: Sharing | undefined;
  readonly #parts: { readonly usual: GraphParts; readonly apart: GraphParts };

  constructor(options: {
    readonly files: GraphFiles;
    readonly resolve: Resolve;
    readonly onUnit: (unit: Unit) => void;
  }) {
    this.#files = options.files;
    this.#resolve = options.resolve;
    this.#onUnit = options.onUnit;
    this.#parts = { usual: this.#createParts("usual"), apart: this.#createParts("apart") };
  }

  /**
   * Links and compiles everything loaded so far that is not yet; `entry` must be sound, other roots
   * may fail later.
   */
  link(entry: ModulePlan): void {
    this.#assertSound(entry);
    const roots = [entry, ...this.#lazyRoots().filter((root) => this.#isSound(root))];
    const members = [...evaluationOrder(...roots).keys()];
    const early = findEarly(members, roots);
    const hasLiveBuiltins = members.some(({ source }) => source.includes("syncBuiltinESMExports"));
    for (const plan of members) {
      if (this.#units.has(plan)) continue;
      const unit = createUnit(plan, { early, hasLiveBuiltins });
      this.#units.set(plan, unit);
      this.#bodies.usual.set(unit, unit.compile());
      this.#onUnit(unit);
    }
    // A module that is already in use as fresh or as kept stays what it is.
    if (this.#kept === undefined) this.#shared = findShared(members, early);
  }

  get units(): readonly Unit[] {
    return [...this.#units.values()];
  }

  get shared(): ReadonlySet<ModulePlan> {
    return this.#shared;
  }

  /** True when evaluating a plan has to wait for something. */
  isAsync(plan: ModulePlan): boolean {
    return [...evaluationOrder(plan).keys()].some(
      (inner) => isEsm(inner) && inner.analysis.hasTopLevelAwait,
    );
  }

  /**
   * A new set of instances; stateless modules come from the kept set unless everything is to be
   * fresh.
   */
  instantiate(entry: ModulePlan, freshness: "usual" | "everything"): object | Promise<object> {
    const graph =
      freshness === "everything"
        ? new InstanceGraph(this.#parts.apart)
        : new InstanceGraph(this.#parts.usual, { sharing: this.#sharing() });
    setThreadLoader((url, threads) => this.#runThread(entry, { url, threads }));
    const root = graph.link(entry);
    const pending = evaluate(root);
    return pending === undefined
      ? root.quickNamespaceObject()
      : pending.then(() => root.quickNamespaceObject());
  }

  /** Runs a file in instances of its own, as the first module of a thread. */
  async #runThread(
    entry: ModulePlan,
    { url, threads }: { readonly url: string; readonly threads: object },
  ): Promise<unknown> {
    const target = await this.#parts.apart.importTarget(entry, { specifier: url, type: undefined });
    if (target.kind === "external") throw threadOfPackage(url);
    const builtins = new Map([["node:worker_threads", threads]]);
    return new InstanceGraph(this.#parts.apart, { builtins }).importDynamic(entry, url, undefined);
  }

  #sharing(): Sharing {
    this.#kept ??= {
      graph: new InstanceGraph(this.#parts.usual),
      isShared: ({ plan }) => this.#shared.has(plan),
    };
    return this.#kept;
  }

  #createParts(bodies: "usual" | "apart"): GraphParts {
    return {
      resolve: this.#resolve,
      order: (plan) => this.#order(plan),
      body: (unit) => this.#body(unit, bodies),
      isAsync: (plan) => this.isAsync(plan),
      importTarget: (plan, request) =>
        plan.dynamic.get(requestKey(request)) ?? this.#importLate(plan, request),
      requireTarget: (plan, specifier) => this.#requireTarget(plan, specifier),
    };
  }

  #body(unit: Unit, kind: "usual" | "apart"): unknown {
    const isApart = kind === "apart" && this.#shared.has(unit.plan);
    const bodies = isApart ? this.#bodies.apart : this.#bodies.usual;
    const known = bodies.get(unit);
    if (known !== undefined) return known;
    const body = unit.compile();
    bodies.set(unit, body);
    return body;
  }

  #order(plan: ModulePlan): readonly Unit[] {
    const known = this.#orders.get(plan);
    if (known !== undefined) return known;
    this.#assertSound(plan);
    if (!this.#units.has(plan)) this.link(plan);
    const order = [...evaluationOrder(plan).keys()].flatMap(
      (inner) => this.#units.get(inner) ?? [],
    );
    this.#orders.set(plan, order);
    return order;
  }

  /** A specifier computed at run time: the first time, its target is loaded then and there. */
  async #importLate(plan: ModulePlan, request: ImportRequest): Promise<Target> {
    const target = this.#files.dynamicTarget(plan, request);
    this.#files.loadLazy();
    await this.#files.importExternals();
    return target;
  }

  #requireTarget(plan: ModulePlan, specifier: string): Target {
    const known = plan.requires.get(specifier);
    if (known !== undefined) return known;
    const target = this.#files.requireTarget(plan, specifier);
    this.#files.loadLazy();
    return target;
  }

  #lazyRoots(): ModulePlan[] {
    const roots = new Set<ModulePlan>();
    for (const plan of this.#files.plans) {
      for (const target of [...plan.dynamic.values(), ...plan.requires.values()]) {
        if (target.kind === "module") roots.add(target.plan);
      }
    }
    return [...roots];
  }

  #isSound(root: ModulePlan): boolean {
    try {
      this.#assertSound(root);
      return true;
    } catch {
      return false;
    }
  }

  /** Throws what importing the root would throw before anything runs. */
  #assertSound(root: ModulePlan): void {
    for (const plan of evaluationOrder(root).keys()) {
      if (plan.failure !== undefined) throw plan.failure.error;
      for (const target of plan.requests) {
        if (target.kind === "external" && target.external.failure !== undefined) {
          throw target.external.failure.error;
        }
      }
    }
    checkNames(root);
  }
}

/**
 * A digest of names and contents, the same whatever order the files were found in and wherever the
 * project lies.
 */
export function digestFiles(plans: readonly ModulePlan[], projectRoot: string): string {
  const parts = plans.map(({ file, source }) => ({
    name: path.relative(projectRoot, file).split(path.sep).join("/"),
    source,
  }));
  const hash = createHash("sha256");
  const seen = new Set<string>();
  for (const { name, source } of parts.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    if (seen.has(name)) continue;
    seen.add(name);
    hash.update(`${String(name.length)}:${name}${String(source.length)}:${source}`);
  }
  return hash.digest("hex");
}

// --- inside ---

/** Node would load it, and so it would be in the main thread, as it knows of no other. */
function threadOfPackage(url: string): GauntletError {
  return new GauntletError({
    code: "thread-of-package",
    what: `a thread was started of \`${path.basename(url)}\`, which is the file of a package`,
    help: "add the package to `inline` under [explorer] in gauntlet.toml, or pass the work in",
  });
}
