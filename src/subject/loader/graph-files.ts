import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { untilStalled } from "../../world/loading/settle-loading.ts";
import type { AnyFunction } from "../../world/stand-in.ts";
import type { ModuleRequest } from "./analysis.ts";
import { assertNamespace, countedAssert, isAssert } from "./counted-assert.ts";
import { holderOf, type Interop, namespaceOf } from "./interop.ts";
import {
  type External,
  type ImportRequest,
  isCjs,
  isEsm,
  type ModulePlan,
  requestKey,
  type Target,
} from "./plan.ts";
import { importNotFound, requireNotFound, wrongImportType } from "./native-errors.ts";
import type { FileReader } from "./read-file.ts";
import type { Resolve, Resolution } from "./resolve.ts";
import { unresolvedImport } from "./unresolved-import.ts";

/** How a graph gets at files and packages. */
export interface GraphFilesOptions {
  readonly resolve: Resolve;
  readonly read: FileReader;
  /** May give a stand-in for a module that Node would load. */
  readonly replaceExternal: ((specifier: string) => object | undefined) | undefined;
}

/**
 * Loads files and what they ask for, each once; the externals it finds are imported by {@link
 * importExternals}.
 */
export class GraphFiles {
  readonly plans: ModulePlan[] = [];
  readonly #byId = new Map<string, ModulePlan>();
  readonly #externals = new Map<string, External>();
  readonly #unimported: External[] = [];
  /** Modules whose `import()` and `require()` targets are still to be loaded. */
  readonly #lazyQueue: ModulePlan[] = [];
  readonly #options: GraphFilesOptions;

  constructor(options: GraphFilesOptions) {
    this.#options = options;
  }

  /** The packages and builtins that the files ask for. */
  get externals(): readonly External[] {
    return [...this.#externals.values()];
  }

  /** Loads a file and everything it imports statically; throws when any of it cannot be loaded. */
  load(file: string, suffix = ""): ModulePlan {
    const id = file + suffix;
    const known = this.#byId.get(id);
    if (known?.failure !== undefined) throw known.failure.error;
    if (known !== undefined) return known;
    const { source, analysis } = this.#options.read(file);
    const plan: ModulePlan = {
      index: this.plans.length,
      id,
      file,
      url: pathToFileURL(file).href + suffix,
      source,
      analysis,
      requests: [],
      dynamic: new Map(),
      requires: new Map(),
      instrumentation: [],
      failure: undefined,
    };
    this.plans.push(plan);
    this.#byId.set(id, plan);
    this.#lazyQueue.push(plan);
    try {
      if (isEsm(plan)) {
        for (const request of plan.analysis.requests) {
          plan.requests.push(this.#staticTarget(plan, request));
        }
      }
    } catch (error) {
      plan.failure = { error };
      throw error;
    }
    return plan;
  }

  /**
   * Loads what `import()` and `require()` with a literal name; a failure there is one only when the
   * code gets there.
   */
  loadLazy(): void {
    for (let plan = this.#lazyQueue.shift(); plan !== undefined; plan = this.#lazyQueue.shift()) {
      if (plan.analysis.format === "json") continue;
      for (const request of plan.analysis.dynamic) this.dynamicTarget(plan, request);
      if (!isCjs(plan) && interopOf(plan) === undefined) continue;
      for (const specifier of plan.analysis.requires) this.requireTarget(plan, specifier);
    }
  }

  /** Where an `import()` in a module leads. */
  dynamicTarget(plan: ModulePlan, { specifier, type }: ImportRequest): Target {
    const key = requestKey({ specifier, type });
    const known = plan.dynamic.get(key);
    if (known !== undefined) return known;
    const target = this.#softTarget(plan, { specifier, type, how: "import", plan });
    plan.dynamic.set(key, target);
    return target;
  }

  /** Where a `require()` in a module leads. */
  requireTarget(plan: ModulePlan, specifier: string): Target {
    const known = plan.requires.get(specifier);
    if (known !== undefined) return known;
    const target = this.#softTarget(plan, { specifier, type: undefined, how: "require", plan });
    plan.requires.set(specifier, target);
    return target;
  }

  /** Has Node import every package and builtin found so far, in the order they were found. */
  async importExternals(): Promise<void> {
    if (this.#unimported.length === 0) return;
    const nativeImport = await loadNativeImport();
    for (let next = this.#unimported.shift(); next !== undefined; next = this.#unimported.shift()) {
      try {
        const options = next.type === undefined ? undefined : { with: { type: next.type } };
        next.value = await untilStalled(nativeImport(next.url, options));
      } catch (error) {
        next.failure = { error };
      }
    }
  }

  #staticTarget(plan: ModulePlan, request: ModuleRequest): Target {
    const { specifier, type } = request;
    const interop = interopOf(plan);
    const { resolution, how } = this.#resolveStatic(plan, specifier);
    if (resolution.kind === "missing") {
      throw unresolvedImport({ plan, specifier, detail: resolution.detail });
    }
    const target = this.#target(resolution, { specifier, type, how, interop, plan });
    if (target.kind !== "module" || interop !== undefined) return target;
    const { url, analysis } = target.plan;
    const wrong = wrongImportType({ url, isJson: analysis.format === "json" }, type);
    if (wrong !== undefined) throw wrong;
    return target;
  }

  /** A package that has nothing for `require()` is imported after all, as newer Node does it. */
  #resolveStatic(
    plan: ModulePlan,
    specifier: string,
  ): { resolution: Resolution; how: "import" | "interop" } {
    const ask = { specifier, importer: plan.file };
    if (interopOf(plan) !== undefined) {
      const resolution = this.#options.resolve({ ...ask, how: "interop" });
      if (resolution.kind !== "missing") return { resolution, how: "interop" };
    }
    return { resolution: this.#options.resolve({ ...ask, how: "import" }), how: "import" };
  }

  #softTarget(plan: ModulePlan, ask: Ask): Target {
    const { specifier, how } = ask;
    try {
      const resolution = this.#options.resolve({ specifier, importer: plan.file, how });
      if (resolution.kind !== "missing") return this.#target(resolution, ask);
      const error =
        how === "import"
          ? importNotFound(specifier, plan.file)
          : requireNotFound(specifier, [plan.file]);
      return { kind: "failed", error };
    } catch (error) {
      return { kind: "failed", error };
    }
  }

  #target(resolution: Exclude<Resolution, { kind: "missing" }>, ask: Ask): Target {
    const { specifier } = ask;
    switch (resolution.kind) {
      case "file":
        return { kind: "module", plan: this.load(resolution.path, resolution.suffix) };
      case "given":
        return { kind: "external", external: given(specifier, resolution.namespace) };
      case "native": {
        const replacement = this.#options.replaceExternal?.(specifier);
        if (replacement !== undefined) {
          return { kind: "external", external: given(specifier, replacement) };
        }
        const { url } = resolution;
        const ours = isAssert(url) && !isPackageFile(ask.plan.file);
        return { kind: "external", external: ours ? counted(url, ask) : this.#external(url, ask) };
      }
    }
  }

  #external(url: string, { how, type, interop, plan }: Ask): External {
    const defaults = interop === undefined ? "" : String(interop.hasDefaults);
    const key = `${how} ${defaults} ${type ?? ""} ${url}`;
    const known = this.#externals.get(key);
    if (known !== undefined) return known;
    const external: External = { url, kind: how, type, value: undefined, failure: undefined };
    this.#externals.set(key, external);
    if (how === "import") this.#unimported.push(external);
    else requireNatively(external);
    if (how !== "interop" || interop === undefined) return external;
    // What only an `import` can load is imported, as newer versions of Node would.
    if (external.failure !== undefined && isOnlyImportable(external.failure.error)) {
      this.#externals.delete(key);
      return this.#external(url, { specifier: url, type, how: "import", plan });
    }
    external.exports = external.value;
    external.value = holderOf(namespaceOf(external.exports, interop));
    return external;
  }
}

// --- inside ---

interface Ask extends ImportRequest {
  readonly how: "import" | "require" | "interop";
  readonly interop?: Interop | undefined;
  /** The module that asks. */
  readonly plan: ModulePlan;
}

function interopOf(plan: ModulePlan): Interop | undefined {
  return isEsm(plan) ? plan.analysis.interop : undefined;
}

function isOnlyImportable(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return code === "ERR_REQUIRE_ESM" || code === "ERR_REQUIRE_ASYNC_MODULE";
}

/** Assertions of the project's own code count as checks. */
function counted(url: string, { how, interop }: Ask): External {
  const original = nativeRequire(url) as AnyFunction;
  const external = { url, kind: how, type: undefined, failure: undefined };
  if (how === "import") return { ...external, value: assertNamespace(original) };
  const exports = countedAssert(original);
  if (interop === undefined) return { ...external, value: exports };
  return { ...external, value: holderOf(namespaceOf(exports, interop)), exports };
}

function isPackageFile(file: string): boolean {
  return file.split(path.sep).includes("node_modules");
}

function given(specifier: string, namespace: object): External {
  return { url: specifier, kind: "import", type: undefined, value: namespace, failure: undefined };
}

const nativeRequire = createRequire(import.meta.url);

type NativeImport = (url: string, options: unknown) => Promise<unknown>;

/**
 * Node's own `import()`, out of reach of any tool that rewrites the one in this file, such as a
 * test runner. A `vm.Script` could do the same, but Node 20 warns of it on the user's screen.
 */
async function loadNativeImport(): Promise<NativeImport> {
  const text = "data:text/javascript,export default (url, options) => import(url, options)";
  const { default: nativeImport } = (await import(text)) as { default: NativeImport };
  return nativeImport;
}

/**
 * Done beforehand, so that a package never loads in the middle of a run and keeps what it saw
 * there.
 */
function requireNatively(external: External): void {
  try {
    const { url } = external;
    external.value = nativeRequire(url.startsWith("file:") ? fileURLToPath(url) : url) as unknown;
  } catch (error) {
    external.failure = { error };
  }
}
