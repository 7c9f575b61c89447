import vm from "node:vm";
import type { LocalExport } from "./analysis.ts";
import { isIdentifierName } from "./emit.ts";

/**
 * Holds the exports of one module instance, one property each; reading one too early throws as
 * natively.
 */
export type ModuleRecord = Readonly<Record<string, unknown>>;

/**
 * Makes records for one file. All records of a file have one hidden class, so reads stay fast over
 * many runs.
 */
export interface RecordClass {
  readonly create: () => ModuleRecord;
  /**
   * Takes the values of hoisted functions, and for all others a function that reads the variable.
   */
  readonly fill: (record: ModuleRecord, ...values: unknown[]) => void;
}

/** Compiles the record class for a list of exports. */
export function compileRecordClass(
  exports: readonly Pick<LocalExport, "name" | "local" | "stability">[],
): RecordClass {
  const fields = exports.map((entry, index) => ({ ...entry, field: `f${String(index)}` }));
  const hoisted = fields.filter(({ stability }) => stability === "hoisted");
  const read = fields.filter(({ stability }) => stability !== "hoisted");
  const source = [
    `(class {`,
    ...read.map(({ field }) => `#${field};`),
    // A field that exists from the start keeps the hidden class the same before and after filling.
    ...hoisted.map(({ name }) => `${propertyKey(name)} = undefined;`),
    ...read.map(getter),
    `static fill(r, ${fields.map(({ field }) => field).join(", ")}) {`,
    ...read.map(({ field }) => `r.#${field} = ${field};`),
    ...hoisted.map(({ name, field }) => `r[${JSON.stringify(name)}] = ${field};`),
    `}})`,
  ].join("\n");
  const Record = new vm.Script(source, { filename: "gauntlet:record" }).runInThisContext() as {
    new (): ModuleRecord;
    fill: RecordClass["fill"];
  };
  // A name that is not exported must be undefined, even `toString` and `constructor`.
  Reflect.deleteProperty(Record.prototype, "constructor");
  Object.setPrototypeOf(Record.prototype, null);
  return { create: () => new Record(), fill: Record.fill };
}

// --- inside ---

function getter({ name, local, field }: { name: string; local: string; field: string }): string {
  const key = propertyKey(name);
  // The variable's own error names the variable; natively the export is named.
  if (name === local) return `get ${key}() { return this.#${field}(); }`;
  const message = JSON.stringify(`Cannot access '${name}' before initialization`);
  const failure = `throw new ReferenceError(${message});`;
  return `get ${key}() { try { return this.#${field}(); } catch { ${failure} } }`;
}

function propertyKey(name: string): string {
  // `constructor` and `__proto__` mean something else when written plainly.
  return isIdentifierName(name) && name !== "constructor" && name !== "__proto__"
    ? name
    : `[${JSON.stringify(name)}]`;
}
