import { CommonJs } from "./common-js.ts";
import { evaluate } from "./evaluate.ts";
import { type InstanceHost, ModuleInstance } from "./instance.ts";
import { LoadError } from "./load-error.ts";
import { wrongImportType } from "./native-errors.ts";
import type { External, ImportRequest, ModulePlan, Target } from "./plan.ts";
import type { Resolve } from "./resolve.ts";
import type { Unit } from "./unit.ts";

/** What an instance graph takes from the prepared graph it is made of. */
export interface GraphParts {
  readonly resolve: Resolve;
  /**
   * What evaluating a plan evaluates, in order; throws when some of it cannot be loaded or linked.
   */
  order(plan: ModulePlan): readonly Unit[];
  /** The compiled function of a unit. */
  body(unit: Unit): unknown;
  isAsync(plan: ModulePlan): boolean;
  importTarget(plan: ModulePlan, request: ImportRequest): Target | Promise<Target>;
  requireTarget(plan: ModulePlan, specifier: string): Target;
}

/** The graph whose instances of stateless modules others use. */
export interface Sharing {
  readonly graph: InstanceGraph;
  readonly isShared: (unit: Unit) => boolean;
}

/** What a graph has that others have not. */
export interface GraphOwn {
  readonly sharing?: Sharing;
  /** Namespaces that stand for builtins, by their names with `node:`. */
  readonly builtins?: ReadonlyMap<string, object>;
}

/** One set of module instances: what a fresh process would have in its module map. */
export class InstanceGraph implements InstanceHost {
  readonly resolve: Resolve;
  readonly #parts: GraphParts;
  readonly #sharing: Sharing | undefined;
  readonly #builtins: ReadonlyMap<string, object> | undefined;
  readonly #instances: (ModuleInstance | undefined)[] = [];

  #commonJs: CommonJs | undefined;

  constructor(parts: GraphParts, own: GraphOwn = nothingOwn) {
    this.#parts = parts;
    this.resolve = parts.resolve;
    this.#sharing = own.sharing;
    this.#builtins = own.builtins;
  }

  /** What Node loaded, or what stands for it in this graph. */
  valueOf({ url, value }: External): unknown {
    return this.#builtins?.get(url) ?? value;
  }

  /** The CommonJS side, made when first needed: most graphs have none. */
  get commonJs(): CommonJs {
    this.#commonJs ??= new CommonJs({
      requireTarget: (plan, specifier) => this.#parts.requireTarget(plan, specifier),
      instanceOf: (plan) => this.link(plan),
      isAsync: (plan) => this.#parts.isAsync(plan),
      valueOf: (external) => this.valueOf(external),
    });
    return this.#commonJs;
  }

  /** The instance at a place in the graph; it must have been linked. */
  at(index: number): ModuleInstance {
    const instance = this.#instances[index];
    if (instance === undefined) throw new Error("a module was reached before it was linked");
    return instance;
  }

  /**
   * Makes the instances that evaluating a plan needs, and sets up those that can be reached early.
   */
  link(plan: ModulePlan): ModuleInstance {
    const known = this.#instances[plan.index];
    if (known !== undefined) return known;
    const order = this.#parts.order(plan);
    const early: ModuleInstance[] = [];
    for (const unit of order) {
      const { index } = unit.plan;
      if (this.#instances[index] !== undefined) continue;
      if (this.#sharing?.isShared(unit) === true) {
        this.#instances[index] = this.#sharing.graph.link(unit.plan);
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

  /**
   * `import()`: links and evaluates in this same graph, so a module reached both ways is one
   * module.
   */
  async importDynamic(plan: ModulePlan, specifier: unknown, options: unknown): Promise<object> {
    // Converts as the language does: an object by its toString, and a symbol not at all.
    const text = "".concat(specifier as string);
    const type = importType(options);
    const pending = this.#parts.importTarget(plan, { specifier: text, type });
    const target = pending instanceof Promise ? await pending : pending;
    if (target.kind === "failed") throw asNative(target.error);
    if (target.kind === "external") {
      if (target.external.failure !== undefined) throw target.external.failure.error;
      return this.valueOf(target.external) as object;
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

const nothingOwn: GraphOwn = {};

function importType(options: unknown): string | undefined {
  if (options === undefined) return undefined;
  if (typeof options !== "object" || options === null) {
    throw new TypeError("The second argument to import() must be an object");
  }
  const attributes: unknown = Reflect.get(options, "with");
  if (typeof attributes !== "object" || attributes === null) return undefined;
  const type: unknown = Reflect.get(attributes, "type");
  return typeof type === "string" ? type : undefined;
}

/**
 * At run time the user's code sees the error Node would give; our own wording is for those who load
 * it.
 */
function asNative(error: unknown): unknown {
  if (!(error instanceof LoadError)) return error;
  if (error.cause instanceof Error) return error.cause;
  return error.code === "SYNTAX"
    ? new SyntaxError(error.what.replace("syntax error: ", ""))
    : error;
}
