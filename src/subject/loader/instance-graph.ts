import { CommonJs } from "./common-js.ts";
import { evaluate } from "./evaluate.ts";
import { ModuleInstance } from "./instance.ts";
import { LoadError } from "./load-error.ts";
import { wrongImportType } from "./native-errors.ts";
import type { ModulePlan, Target } from "./plan.ts";
import type { Resolve } from "./resolve.ts";
import type { Unit } from "./unit.ts";

/** What an instance graph takes from the prepared graph it is made of. */
export interface GraphParts {
  readonly resolve: Resolve;
  /** What evaluating a plan evaluates, in order; throws when some of it cannot be loaded or linked. */
  order(plan: ModulePlan): readonly Unit[];
  /** The compiled function of a unit. */
  body(unit: Unit): unknown;
  isAsync(plan: ModulePlan): boolean;
  importTarget(plan: ModulePlan, specifier: string): Target | Promise<Target>;
  requireTarget(plan: ModulePlan, specifier: string): Target;
}

/** One set of module instances: what a fresh process would have in its module map. */
export class InstanceGraph {
  readonly commonJs: CommonJs;
  readonly resolve: Resolve;
  readonly #parts: GraphParts;
  /** Holds the instances of stateless modules, when there are any to share. */
  readonly #kept: InstanceGraph | undefined;
  readonly #accepts: (unit: Unit) => boolean;
  readonly #instances: (ModuleInstance | undefined)[] = [];

  constructor(
    parts: GraphParts,
    sharing?: { readonly kept: InstanceGraph; readonly isShared: (unit: Unit) => boolean },
  ) {
    this.#parts = parts;
    this.resolve = parts.resolve;
    this.#kept = sharing?.kept;
    this.#accepts = sharing?.isShared ?? (() => false);
    this.commonJs = new CommonJs({
      requireTarget: (plan, specifier) => parts.requireTarget(plan, specifier),
      instanceOf: (plan) => this.link(plan),
      isAsync: (plan) => parts.isAsync(plan),
    });
  }

  /** The instance at a place in the graph; it must have been linked. */
  at(index: number): ModuleInstance {
    const instance = this.#instances[index];
    if (instance === undefined) throw new Error("a module was reached before it was linked");
    return instance;
  }

  /** Makes the instances that evaluating a plan needs, and sets up those that can be reached early. */
  link(plan: ModulePlan): ModuleInstance {
    const known = this.#instances[plan.index];
    if (known !== undefined) return known;
    const order = this.#parts.order(plan);
    const early: ModuleInstance[] = [];
    for (const unit of order) {
      const { index } = unit.plan;
      if (this.#instances[index] !== undefined) continue;
      if (this.#kept !== undefined && this.#accepts(unit)) {
        this.#instances[index] = this.#kept.link(unit.plan);
        continue;
      }
      const instance = new ModuleInstance(unit, this.#parts.body(unit), this);
      this.#instances[index] = instance;
      if (unit.isEarly) early.push(instance);
    }
    for (const instance of early) instance.setUp();
    for (const instance of early) instance.takeFunctions();
    return this.at(plan.index);
  }

  /** `import()`: links and evaluates in this same graph, so a module reached both ways is one module. */
  async importDynamic(plan: ModulePlan, specifier: unknown, options: unknown): Promise<object> {
    // eslint-disable-next-line typescript/restrict-template-expressions -- the language converts it just so
    const text = `${specifier as string}`;
    const type = importType(options);
    const pending = this.#parts.importTarget(plan, text);
    const target = pending instanceof Promise ? await pending : pending;
    if (target.kind === "failed") throw asNative(target.error);
    if (target.kind === "external") {
      if (target.external.failure !== undefined) throw target.external.failure.error;
      return target.external.value as object;
    }
    const { url, analysis } = target.plan;
    const wrong = wrongImportType({ url, isJson: analysis.format === "json" }, type);
    if (wrong !== undefined) throw wrong;
    let instance: ModuleInstance;
    try {
      instance = this.link(target.plan);
    } catch (error) {
      throw asNative(error);
    }
    await evaluate(instance);
    return instance.namespaceObject();
  }
}

// --- inside ---

function importType(options: unknown): string | undefined {
  if (options === undefined) return undefined;
  if (typeof options !== "object" || options === null) {
    throw new TypeError("The second argument of import() must be an object");
  }
  const attributes: unknown = Reflect.get(options, "with");
  if (typeof attributes !== "object" || attributes === null) return undefined;
  const type: unknown = Reflect.get(attributes, "type");
  return typeof type === "string" ? type : undefined;
}

/** At run time the user's code sees the error Node would give; our own wording is for those who load it. */
function asNative(error: unknown): unknown {
  if (!(error instanceof LoadError)) return error;
  if (error.cause instanceof Error) return error.cause;
  return error.code === "SYNTAX" ? new SyntaxError(error.what.replace("syntax error: ", "")) : error;
}
