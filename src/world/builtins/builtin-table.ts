import type { BuiltinRow, RefusedRow } from "./builtin-row.ts";
import { computeRows } from "./compute-rows.ts";
import { cryptoRows } from "./crypto-rows.ts";
import { engineRows } from "./engine-rows.ts";
import { fileRows, moduleRows } from "./file-rows.ts";
import { globalRows } from "./global-rows.ts";
import { machineRows } from "./machine-rows.ts";
import { networkRows } from "./network-rows.ts";
import { processRows } from "./process-rows.ts";

/** Something in Node that may answer differently each time and is not simulated. */
export interface UncontrolledBuiltin {
  /** The builtin's name without `node:`, or `globalThis`. */
  readonly module: string;
  /** The export, with dots into it; `*` is the whole module. */
  readonly name: string;
  /** What makes it vary, to be read by a user. */
  readonly why: string;
}

/** A name of the table with its row. */
export interface NamedRow<R extends BuiltinRow = BuiltinRow> {
  readonly name: string;
  readonly row: R;
}

/** What each name of Node is in a run: the one list from which guards and warnings are made. */
export const builtinTable: readonly NamedRow[] = [
  ...fileRows,
  ...moduleRows,
  ...networkRows,
  ...machineRows,
  ...processRows,
  ...computeRows,
  ...cryptoRows,
  ...engineRows,
  ...globalRows,
].flatMap((row) =>
  row.names
    .trim()
    .split(/\s+/)
    .map((name) => ({ name, row })),
);

/** The names whose calls leave the simulated world. */
export const refusedNames: readonly NamedRow<RefusedRow>[] = builtinTable.filter(isRefused);

/**
 * What a run can still vary by in this version. `doctor` watches these to name the cause when one
 * seed gives two results; a name leaves the list on the day it is simulated.
 */
export const uncontrolledBuiltins: readonly UncontrolledBuiltin[] = [
  ...new Map(
    builtinTable
      .filter(({ name, row }) => isUncontrolled(row) && !name.endsWith("="))
      .map(({ name, row: { module, why = "" } }) => [`${module}.${name}`, { module, name, why }]),
  ).values(),
];

/** Whether the table knows a module at all. */
export function isKnownModule(module: string): boolean {
  return modules.has(module);
}

/** The row of a full name, `net.Socket.prototype.connect`: the one that says most about it. */
export function rowOf(given: string): NamedRow | undefined {
  // Some modules are a part of another one, and the same object.
  const path = given.replace(/^(dns|fs|timers)\/promises/u, "$1.promises");
  for (let known = path; known !== ""; known = shorter(known)) {
    const found = byPath.get(known);
    if (found !== undefined && (known === path || found.row.isExact !== true)) return found;
  }
  return undefined;
}

// --- inside ---

/** A row of some calls only says less of a name than one of all its calls. */
const byPath: ReadonlyMap<string, NamedRow> = new Map(
  [...builtinTable]
    .toSorted((a, b) => Number(a.row.when === undefined) - Number(b.row.when === undefined))
    .map((named) => [pathOf(named), named]),
);
const modules: ReadonlySet<string> = new Set(builtinTable.map(({ row }) => row.module));

function pathOf({ name, row }: NamedRow): string {
  return name === "*" ? row.module : `${row.module}.${name}`;
}

/** `a.b=` is a way to use `a.b`, which is in `a`. */
function shorter(path: string): string {
  if (path.endsWith("=")) return path.slice(0, -1);
  return path.slice(0, Math.max(0, path.lastIndexOf(".")));
}

function isRefused(named: NamedRow): named is NamedRow<RefusedRow> {
  return named.row.is === "refused";
}

function isUncontrolled({ is, when }: BuiltinRow): boolean {
  return is === "varies" || (is === "refused" && when === undefined);
}
