import { type Completion, type Evaluable, Phase, type PhaseNumber } from "./evaluate.ts";
import { AwaitedLoop } from "./for-await.ts";
import { createMeta } from "./import-meta.ts";
import { defaultOf, holderOf, namespaceOf } from "./interop.ts";
import type { Source } from "./link.ts";
import { createNamespace, createShapedNamespace, type Namespace } from "./namespace.ts";
import type { External, ModulePlan } from "./plan.ts";
import type { ModuleRecord } from "./record-class.ts";
import type { Resolve } from "./resolve.ts";
import type { CjsBody, EsmBody, Unit } from "./unit.ts";

/** What a module instance asks of the graph it belongs to. */
export interface InstanceHost {
  readonly resolve: Resolve;
  /** Gives the values of files that are not ES modules. */
  readonly commonJs: {
    exportsOf(instance: ModuleInstance): unknown;
    jsonOf(instance: ModuleInstance): unknown;
    namesOf(instance: ModuleInstance): object;
  };
  at(index: number): ModuleInstance;
  /** What Node loaded, or what stands for it in this graph. */
  valueOf(external: External): unknown;
  importDynamic(plan: ModulePlan, specifier: unknown, options: unknown): Promise<object>;
}

/**
 * One module of one instantiated graph. Compiled code holds it to reach `import.meta`, `import()`
 * and namespaces.
 */
export class ModuleInstance implements Evaluable {
  phase: PhaseNumber = Phase.linked;
  failure: { readonly error: unknown } | undefined = undefined;
  dfsIndex = 0;
  dfsAncestorIndex = 0;
  cycleRoot: Evaluable | undefined = undefined;
  asyncOrder = 0;
  pendingCount = 0;
  waiting: Evaluable[] | undefined = undefined;
  done: Completion | undefined = undefined;
  readonly unit: Unit;
  readonly record: ModuleRecord;
  readonly hasTopLevelAwait: boolean;
  readonly #graph: InstanceHost;
  readonly #body: unknown;
  #paused: Generator<unknown, void> | undefined = undefined;
  #meta: object | undefined = undefined;
  #commonJs: object | undefined = undefined;
  #view: object | undefined = undefined;
  #namespace: Namespace | undefined = undefined;

  constructor(unit: Unit, body: unknown, graph: InstanceHost) {
    this.unit = unit;
    this.hasTopLevelAwait = unit.hasTopLevelAwait;
    this.record = unit.record.create();
    this.#body = body;
    this.#graph = graph;
  }

  /** Runs the set-up of a module that may be reached early: its functions exist afterwards. */
  setUp(): void {
    if (this.unit.link === undefined) {
      const unready = this.unit.ownNames.map((name) => () => {
        throw this.notReady(name);
      });
      this.unit.record.fill(this.record, ...unready);
      return;
    }
    this.#paused = this.#open();
    this.#paused?.next();
  }

  /** Lets a module that may be reached early take the functions it imports. */
  takeFunctions(): void {
    this.#paused?.next();
  }

  requested(): readonly ModuleInstance[] {
    const { requested } = this.unit;
    return requested.length === 0 ? nothing : requested.map((index) => this.#graph.at(index));
  }

  execute(): void {
    switch (this.unit.plan.analysis.format) {
      case "esm":
        if (this.#paused === undefined) this.#open();
        else this.#paused.next();
        break;
      case "cjs":
        this.#fillFrom(this.#graph.commonJs.exportsOf(this));
        break;
      case "json":
        this.#fillFrom(this.#graph.commonJs.jsonOf(this));
        break;
    }
    this.#paused = undefined;
    this.#namespace?.show();
  }

  async executeAsync(): Promise<void> {
    const body = this.#paused ?? this.#open();
    if (body === undefined) return;
    // Awaiting here what the module awaits gives it the very turns it would get natively.
    for (let step = body.next(); step.done !== true;) {
      let value: unknown;
      try {
        value = await step.value;
      } catch (error) {
        step = body.throw(error);
        continue;
      }
      step = body.next(value);
    }
    this.#paused = undefined;
    this.#namespace?.show();
  }

  /** Runs a CommonJS body with the given parameters. */
  runCommonJs(receiver: unknown, parameters: readonly unknown[]): void {
    const body = this.#body as CjsBody;
    body(this).apply(receiver, [...parameters]);
  }

  /** The namespace object, the same one every time. */
  namespaceObject(): object {
    if (this.#namespace === undefined) {
      this.#namespace = createNamespace(this.unit.names(), this.view());
      if (this.phase === Phase.evaluated) this.#namespace.show();
    }
    return this.#namespace.object;
  }

  /** The same, made cheaply: it does not show its values to `console.log`. */
  quickNamespaceObject(): object {
    this.#namespace ??= {
      object: createShapedNamespace(this.unit.shape(), this.view()),
      show: () => undefined,
    };
    return this.#namespace.object;
  }

  /** What namespaces read from. */
  view(): object {
    if (this.#view !== undefined) return this.#view;
    const viewClass = this.unit.view();
    this.#view =
      viewClass === undefined ? this.record : viewClass.create(this.#read(viewClass.sources));
    return this.#view;
  }

  // --- called by compiled code ---

  get meta(): object {
    this.#meta ??= createMeta(this.unit.plan, this.#graph.resolve);
    return this.#meta;
  }

  /** `require`, `module` and the like, for code that is compiled to CommonJS. */
  get commonJs(): object {
    this.#commonJs ??= this.#graph.commonJs.namesOf(this);
    return this.#commonJs;
  }

  import(specifier: unknown, options?: unknown): Promise<object> {
    return this.#graph.importDynamic(this.unit.plan, specifier, options);
  }

  /** The namespace behind the import with this number. */
  namespace(importIndex: number): object {
    const source = this.unit.link?.bindings[importIndex]?.source ?? 0;
    const found = this.unit.link?.sources[source];
    if (found === undefined || found.kind === "external") throw new Error("no such namespace");
    return this.#graph.at(found.plan.index).namespaceObject();
  }

  nameDefault(anonymous: object): void {
    Object.defineProperty(anonymous, "name", { value: "default", configurable: true });
  }

  notReady(local: string): ReferenceError {
    return new ReferenceError(`Cannot access '${local}' before initialization`);
  }

  awaitedLoop(iterable: unknown): AwaitedLoop {
    return new AwaitedLoop(iterable);
  }

  #open(): Generator<unknown, void> | undefined {
    const { link, record } = this.unit;
    const sources = this.#read(link?.sources ?? []);
    // Taken out first: a call through the field would make this instance the module's `this`.
    const body = this.#body as EsmBody;
    return body(this, sources, this.record, record.fill);
  }

  #read(sources: readonly Source[]): unknown[] {
    const values: unknown[] = [];
    for (const source of sources) {
      if (source.kind === "external") {
        values.push(this.#graph.valueOf(source.external));
        continue;
      }
      const instance = this.#graph.at(source.plan.index);
      if (source.kind === "exports") {
        values.push(this.#required(instance, source));
        continue;
      }
      values.push(
        source.kind === "record"
          ? instance.record
          : source.kind === "view"
            ? instance.view()
            : instance.namespaceObject(),
      );
    }
    return values;
  }

  #required(instance: ModuleInstance, { part, interop }: ExportsSource): unknown {
    const { commonJs } = this.#graph;
    const exports =
      instance.unit.plan.analysis.format === "json"
        ? commonJs.jsonOf(instance)
        : commonJs.exportsOf(instance);
    if (part === "whole") return holderOf(exports);
    return part === "star" ? namespaceOf(exports, interop) : defaultOf(exports, interop);
  }

  /** Gives a module that is one value its exports: the value itself, and its properties by name. */
  #fillFrom(value: unknown): void {
    const values = this.unit.ownNames.map((name) => {
      const isWhole = name === "default" || name === "module.exports";
      const taken = isWhole ? value : propertyOf(value, name);
      return () => taken;
    });
    this.unit.record.fill(this.record, ...values);
  }
}

// --- inside ---

const nothing: readonly ModuleInstance[] = [];

type ExportsSource = Extract<Source, { kind: "exports" }>;

function propertyOf(value: unknown, name: string): unknown {
  if ((typeof value !== "object" && typeof value !== "function") || value === null)
    return undefined;
  try {
    return Reflect.get(value, name);
  } catch {
    // As Node: a getter that throws leaves the name without a value.
    return undefined;
  }
}
