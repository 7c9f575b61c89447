import { createRequire, Module } from "node:module";
import path from "node:path";
import { evaluate, Phase } from "./evaluate.ts";
import type { ModuleInstance } from "./instance.ts";
import { createNamespace } from "./namespace.ts";
import { requireAsync, requireCycle, requireNotFound } from "./native-errors.ts";
import type { External, ModulePlan, Target } from "./plan.ts";

/** What CommonJS needs of the graph it runs in. */
export interface CommonJsHost {
  /** Where a `require()` leads; loads the target when the specifier was not a literal. */
  requireTarget(plan: ModulePlan, specifier: string): Target;
  /** The linked instance of a plan, made if it is not there yet. */
  instanceOf(plan: ModulePlan): ModuleInstance;
  /** What Node loaded, or what stands for it in this graph. */
  valueOf(external: External): unknown;
  /** True when something the plan imports awaits. */
  isAsync(plan: ModulePlan): boolean;
}

/** The CommonJS side of one graph: `require`, its cache, and `module` objects. */
export class CommonJs {
  readonly #host: CommonJsHost;
  /** By file name, as `require.cache`; an entry the user deletes is loaded again. */
  readonly #cache = Object.create(null) as Record<string, NodeJS.Module | undefined>;
  readonly #required = new Map<ModuleInstance, object>();

  constructor(host: CommonJsHost) {
    this.#host = host;
  }

  /** The `module.exports` of a CommonJS file, running it unless it has run. */
  exportsOf(instance: ModuleInstance, parent?: NodeJS.Module): unknown {
    const { file } = instance.unit.plan;
    const known = this.#cache[file];
    if (known !== undefined) return known.exports as unknown;
    const module = createModule(file, parent);
    this.#cache[file] = module;
    const require = this.#createRequire(instance.unit.plan, module);
    module.require = require;
    try {
      instance.runCommonJs(module.exports, [
        module.exports,
        require,
        module,
        file,
        path.dirname(file),
      ]);
    } catch (error) {
      // As Node: a file that threw runs again when it is required again.
      Reflect.deleteProperty(this.#cache, file);
      throw error;
    }
    module.loaded = true;
    return module.exports as unknown;
  }

  /** What a file that is compiled to CommonJS finds around it. */
  namesOf(instance: ModuleInstance): object {
    const { plan } = instance.unit;
    const module = createModule(plan.file, undefined);
    const require = this.#createRequire(plan, module);
    module.require = require;
    module.exports = instance.namespaceObject();
    const place = { __filename: plan.file, __dirname: path.dirname(plan.file) };
    return { require, module, exports: module.exports as unknown, ...place };
  }

  /** The value of a JSON file, one per graph. */
  jsonOf(instance: ModuleInstance): unknown {
    const { file, source } = instance.unit.plan;
    const known = this.#cache[file];
    if (known !== undefined) return known.exports as unknown;
    const module = createModule(file, undefined);
    try {
      module.exports = JSON.parse(source) as unknown;
    } catch (error) {
      if (error instanceof SyntaxError) error.message = `${file}: ${error.message}`;
      throw error;
    }
    module.loaded = true;
    this.#cache[file] = module;
    return module.exports as unknown;
  }

  #createRequire(plan: ModulePlan, module: NodeJS.Module): NodeJS.Require {
    const native = createRequire(plan.file);
    const require = (specifier: string): unknown => this.#require(plan, module, specifier);
    const resolve = (specifier: string): string => this.#resolve(plan, specifier, native);
    return Object.assign(require, {
      resolve: Object.assign(resolve, { paths: native.resolve.paths }),
      main: undefined,
      extensions: native.extensions,
      cache: this.#cache,
    });
  }

  #require(plan: ModulePlan, module: NodeJS.Module, specifier: string): unknown {
    if (typeof specifier !== "string") return createRequire(plan.file)(specifier) as unknown;
    const target = this.#host.requireTarget(plan, specifier);
    if (target.kind === "failed") throw withStack(target.error, specifier, module);
    if (target.kind === "external") {
      if (target.external.failure !== undefined) throw target.external.failure.error;
      return this.#host.valueOf(target.external);
    }
    const instance = this.#host.instanceOf(target.plan);
    switch (target.plan.analysis.format) {
      case "cjs":
        return this.exportsOf(instance, module);
      case "json":
        return this.jsonOf(instance);
      case "esm":
        return this.#requireEsm(instance, plan);
    }
  }

  #requireEsm(instance: ModuleInstance, parent: ModulePlan): unknown {
    const { plan } = instance.unit;
    if (this.#host.isAsync(plan)) throw requireAsync(plan.file, parent.file);
    if (instance.phase === Phase.evaluating) throw requireCycle(plan.file, parent.file);
    void evaluate(instance);
    const names = instance.unit.names();
    if (names.includes("module.exports")) {
      return Reflect.get(instance.namespaceObject(), "module.exports") as unknown;
    }
    if (!names.includes("default") || names.includes("__esModule"))
      return instance.namespaceObject();
    // Compiled CommonJS asks for this flag before it looks for a default export.
    const known = this.#required.get(instance);
    if (known !== undefined) return known;
    const marked = createNamespace([...names, "__esModule"].toSorted(), markedView(instance));
    this.#required.set(instance, marked.object);
    return marked.object;
  }

  #resolve(plan: ModulePlan, specifier: string, native: NodeJS.Require): string {
    const target = this.#host.requireTarget(plan, specifier);
    if (target.kind === "module") return target.plan.file;
    return native.resolve(specifier);
  }
}

// --- inside ---

function markedView(instance: ModuleInstance): object {
  const source = instance.view();
  const view = Object.create(null, { __esModule: { value: true } }) as object;
  for (const name of instance.unit.names()) {
    Object.defineProperty(view, name, { get: () => Reflect.get(source, name) as unknown });
  }
  return view;
}

function createModule(file: string, parent: NodeJS.Module | undefined): NodeJS.Module {
  const module = new Module(file, parent);
  module.filename = file;
  return module;
}

/** The require stack of an error names who required whom, from the innermost file outwards. */
function withStack(error: unknown, specifier: string, module: NodeJS.Module): unknown {
  const isNotFound = error instanceof Error && "code" in error && error.code === "MODULE_NOT_FOUND";
  if (!isNotFound) return error;
  const stack: string[] = [];
  for (let at: NodeJS.Module | null | undefined = module; at; at = Reflect.get(at, "parent")) {
    if (at.filename !== null) stack.push(at.filename);
  }
  return requireNotFound(specifier, stack);
}
