import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { untilStalled } from "../../world/loading/settle-loading.ts";
import type { ModuleRequest } from "./analysis.ts";
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
      seams: undefined,
      coverage: undefined,
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
      if (!isCjs(plan)) continue;
      for (const specifier of plan.analysis.requires) this.requireTarget(plan, specifier);
    }
  }

  /** Where an `import()` in a module leads. */
  dynamicTarget(plan: ModulePlan, { specifier, type }: ImportRequest): Target {
    const key = requestKey({ specifier, type });
    const known = plan.dynamic.get(key);
    if (known !== undefined) return known;
    const target = this.#softTarget(plan, { specifier, type, how: "import" });
    plan.dynamic.set(key, target);
    return target;
  }

  /** Where a `require()` in a module leads. */
  requireTarget(plan: ModulePlan, specifier: string): Target {
    const known = plan.requires.get(specifier);
    if (known !== undefined) return known;
    const target = this.#softTarget(plan, { specifier, type: undefined, how: "require" });
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
    const resolution = this.#options.resolve({ specifier, importer: plan.file, how: "import" });
    if (resolution.kind === "missing") {
      throw unresolvedImport({ plan, specifier, detail: resolution.detail });
    }
    const target = this.#target(resolution, { specifier, type, how: "import" });
    if (target.kind !== "module") return target;
    const { url, analysis } = target.plan;
    const wrong = wrongImportType({ url, isJson: analysis.format === "json" }, type);
    if (wrong !== undefined) throw wrong;
    return target;
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
        return { kind: "external", external: this.#external(resolution.url, ask) };
      }
    }
  }

  #external(url: string, { how, type }: Ask): External {
    const key = `${how} ${type ?? ""} ${url}`;
    const known = this.#externals.get(key);
    if (known !== undefined) return known;
    const external: External = { url, kind: how, type, value: undefined, failure: undefined };
    this.#externals.set(key, external);
    if (how === "import") this.#unimported.push(external);
    else requireNatively(external);
    return external;
  }
}

// --- inside ---

interface Ask extends ImportRequest {
  readonly how: "import" | "require";
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
