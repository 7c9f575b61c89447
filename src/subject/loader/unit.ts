import type MagicString from "magic-string";
import vm from "node:vm";
import { emitCjs, emitEsm, memberOf } from "./emit.ts";
import { type EsmLink, type LinkContext, linkEsm, namespaceSource, type Source } from "./link.ts";
import { LoadError } from "./load-error.ts";
import { createShape } from "./namespace.ts";
import { isCjs, isEsm, type ModulePlan } from "./plan.ts";
import { compileRecordClass, type ModuleRecord, type RecordClass } from "./record-class.ts";
import { exportNames, ownExports, resolveExport } from "./resolve-export.ts";

/** The compiled text of an ES module: plain when it never pauses, else a generator. */
export type EsmBody = (
  instance: object,
  sources: readonly unknown[],
  record: ModuleRecord,
  fill: RecordClass["fill"],
) => Generator<unknown, void> | undefined;

/** The compiled text of a CommonJS file. */
export type CjsBody = (instance: object) => (this: unknown, ...parameters: unknown[]) => void;

/** Reads a module's exports under their outside names, wherever they come from. */
export interface ViewClass {
  readonly sources: readonly Source[];
  readonly create: (sources: readonly unknown[]) => object;
}

/** One linked and compiled file of a prepared graph; instances of it are made again and again. */
export interface Unit {
  readonly plan: ModulePlan;
  readonly record: RecordClass;
  readonly link: EsmLink | undefined;
  /**
   * Runs when the unit is first needed, and again for instances that must not share compiled code.
   */
  readonly compile: () => unknown;
  /** Where the modules it imports stand in the graph. */
  readonly requested: readonly number[];
  readonly hasTopLevelAwait: boolean;
  /** Other code may reach it before it runs. */
  readonly isEarly: boolean;
  /** The exports in its own record, in the order the record is filled. */
  readonly ownNames: readonly string[];
  readonly names: () => readonly string[];
  /**
   * What namespaces for ourselves stand on; those for the user have one each, which shows their
   * values.
   */
  readonly shape: () => object;
  /** Undefined when the record itself is the view. */
  readonly view: () => ViewClass | undefined;
}

/** Links and compiles one file. */
export function createUnit(plan: ModulePlan, context: LinkContext): Unit {
  const link = isEsm(plan) ? linkEsm(plan, context) : undefined;
  const names = once(() => exportNames(plan));
  const own = ownExports(plan);
  return {
    plan,
    link,
    record: compileRecordClass(own),
    ownNames: own.map(({ name }) => name),
    isEarly: context.early.has(plan),
    compile: () =>
      withValues(plan, compileText(plan, emitted(plan, link)?.toString() ?? "undefined")),
    requested: plan.requests.flatMap((target) =>
      target.kind === "module" ? [target.plan.index] : [],
    ),
    hasTopLevelAwait: isEsm(plan) && plan.analysis.hasTopLevelAwait,
    names,
    shape: once(() => createShape(names())),
    view: once(() => createViewClass(plan, names())),
  };
}

/** The text that is compiled for a file, with where each part of it comes from; none for JSON. */
export function emitted(plan: ModulePlan, link: EsmLink | undefined): MagicString | undefined {
  if (isEsm(plan) && link !== undefined) {
    return emitEsm({
      analysis: plan.analysis,
      bindings: link.bindings,
      isEarly: link.isEarly,
      instrumentation: plan.instrumentation,
    });
  }
  return isCjs(plan) ? emitCjs(plan.analysis, plan.instrumentation) : undefined;
}

// --- inside ---

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

function compileText(plan: ModulePlan, text: string): unknown {
  try {
    const script = new vm.Script(text, {
      filename: plan.url,
      // For `import()` in code that user code itself evaluates; imports we can see never get here.
      importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    });
    return script.runInThisContext();
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new LoadError({
      code: "SYNTAX",
      what: `syntax error: ${error.message}`,
      file: plan.file,
      cause: error,
    });
  }
}

/** Instrumented code is compiled as a function that takes what it is given. */
function withValues({ instrumentation }: ModulePlan, compiled: unknown): unknown {
  return instrumentation.reduceRight<unknown>(
    (code, { values }) => (code as (...given: readonly unknown[]) => unknown)(...values),
    compiled,
  );
}

function createViewClass(plan: ModulePlan, names: readonly string[]): ViewClass | undefined {
  if (!isEsm(plan)) return undefined;
  if (plan.analysis.indirect.length === 0 && plan.analysis.stars.length === 0) return undefined;
  const sources: Source[] = [];
  const getters = names.map((name) => {
    const { source, read } = readerOf(plan, name);
    sources.push(source);
    return { name, read, field: `#s${String(sources.length - 1)}` };
  });
  const text = [
    "(class {",
    ...getters.map(({ field }) => `${field};`),
    "constructor(s) {",
    ...getters.map(({ field }, index) => `this.${field} = s[${String(index)}];`),
    "}",
    ...getters.map(viewGetter),
    "})",
  ].join("\n");
  const View = new vm.Script(text, { filename: "gauntlet:view" }).runInThisContext() as {
    new (sources: readonly unknown[]): object;
  };
  Reflect.deleteProperty(View.prototype, "constructor");
  Object.setPrototypeOf(View.prototype, null);
  return { sources, create: (values) => new View(values) };
}

function readerOf(plan: ModulePlan, name: string): { source: Source; read: string | undefined } {
  const resolved = resolveExport(plan, name);
  switch (resolved.kind) {
    case "local":
      return { source: { kind: "record", plan: resolved.plan }, read: resolved.entry.name };
    case "external":
      return { source: { kind: "external", external: resolved.external }, read: resolved.name };
    case "namespace":
      return { source: namespaceSource(resolved.target), read: undefined };
    default:
      throw new Error("a namespace lists only names that resolve");
  }
}

function viewGetter(getter: { name: string; read: string | undefined; field: string }): string {
  const { name, read, field } = getter;
  const key = `[${JSON.stringify(name)}]`;
  if (read === undefined) return `get ${key}() { return this.${field}; }`;
  const value = memberOf(`this.${field}`, read);
  if (read === name) return `get ${key}() { return ${value}; }`;
  const message = JSON.stringify(`Cannot access '${name}' before initialization`);
  const failure = `throw new ReferenceError(${message});`;
  return `get ${key}() { try { return ${value}; } catch { ${failure} } }`;
}
