import { activeWorld } from "../active-world.ts";
import { anyCallerStack, isCalledFrom } from "../caller-stack.ts";
import { leaveWorld } from "../escapes.ts";
import { refuseOutside } from "../loading/cure.ts";
import { isLoadingInRun } from "../native-load.ts";
import { imitate } from "../stand-in.ts";
import type { RefusedRow } from "./builtin-row.ts";
import { isKnownModule, refusedNames, rowOf } from "./builtin-table.ts";
import { type BuiltinName, builtinsBelow, exportsOf, knownModules } from "./walk-builtins.ts";

/** What stays open where the host is allowed. */
export interface GuardOptions {
  readonly isHostAllowed: boolean;
}

/**
 * Puts a guard before every call that the table refuses. It is noticed when it is made, with the
 * caller's line: when it ends, nobody can tell any more who began it.
 */
export function installGuards({ isHostAllowed }: GuardOptions): void {
  for (const { name, row } of refusedNames) {
    if (isHostAllowed && hostSeams.has(row.seam) && row.isNever !== true) continue;
    const listed = `${row.module}.${name}`;
    const found = builtinsBelow(row.module, name).filter((one) =>
      row.when === undefined ? isActing(one, listed) : one.path === listed,
    );
    // The inner ones first: a guard takes over what its class has at that moment.
    for (const one of found.toReversed()) guard(one, row);
  }
  for (const one of unknownNames()) guard(one, unknownRow);
}

/** Whether a function is a guard. */
export function isGuard(value: unknown): boolean {
  return typeof value === "function" && guards.has(value);
}

/** What the table does not know of this Node; it is refused, for nobody can say what it does. */
export function unknownNames(): readonly BuiltinName[] {
  return knownModules().flatMap((module) => {
    // Others put functions on `process`, too, before any of ours is loaded.
    if (module === "process" || rowOf(module) !== undefined) return [];
    const found = isKnownModule(module) ? exportsOf(module) : builtinsBelow(module, "*");
    return found.filter(({ path, slot }) => slot === "value" && rowOf(path) === undefined);
  });
}

// --- inside ---

/** The classes of seams that are the host's own where it is allowed. */
const hostSeams: ReadonlySet<string> = new Set(["files", "network", "processes"]);

const guards = new WeakSet();

const unknownRow: RefusedRow = {
  module: "",
  is: "refused",
  names: "",
  seam: "unnamed",
  why: "is newer than this version of Gauntlet, which does not know what it does",
  instead: "pass the work in, and give the test a fake",
};

/** To read or set what an instance has does nothing; such a name is guarded where it is listed. */
function isActing({ path, slot }: BuiltinName, listed: string): boolean {
  if (path === listed) return true;
  return slot === "value" && !path.endsWith("@hasInstance") && rowOf(path)?.row.is === "refused";
}

function guard(name: BuiltinName, row: RefusedRow): void {
  const { holder, key, slot, path, value } = name;
  const call = path.replace("globalThis.", "").replace(/=$/u, "");
  const property = Object.getOwnPropertyDescriptor(holder, key);
  if (property === undefined || isGuard(property[slot])) return;
  const standIn = guarded(value, { ...row, call });
  if (property.configurable === true) {
    Object.defineProperty(holder, key, { ...property, [slot]: standIn });
  } else if (property.writable === true) Reflect.set(holder, key, standIn);
  const prototype: unknown = Reflect.get(value, "prototype");
  const made = Object.getOwnPropertyDescriptor(Object(prototype), "constructor");
  // Every instance leads to its class.
  if (made?.value === value && made.configurable === true) {
    Object.defineProperty(prototype, "constructor", { ...made, value: standIn });
  }
}

function guarded(
  original: NewableFunction,
  row: RefusedRow & { readonly call: string },
): NewableFunction {
  const { call, seam, why, instead, when, exceptFrom } = row;
  const { isNever = false, isOfLoading = false, isOutside = false } = row;
  function standIn(this: unknown, ...args: unknown[]): unknown {
    const target: unknown = new.target;
    const isInRun = activeWorld !== undefined || (isOfLoading && isLoadingInRun());
    if (isOutside && !isInRun) refuseOutside(call);
    const isOfNode = (): boolean => exceptFrom !== undefined && isCalledFrom(standIn, exceptFrom);
    if (isInRun && (when === undefined || when(this, args)) && !isOfNode()) {
      leaveWorld({ seam, call, why, instead, stack: anyCallerStack(standIn) }, { isNever });
    }
    if (target === undefined) return Reflect.apply(original, this, args);
    const made = target === standIn ? original : (target as NewableFunction);
    const instance = Reflect.construct(original, args, made) as object;
    if (row.ofInstances !== undefined) guardInstance(instance, row);
    return instance;
  }
  imitate(standIn, original);
  Object.setPrototypeOf(standIn, Object.getPrototypeOf(original) as object);
  guards.add(standIn);
  return standIn as unknown as NewableFunction;
}

/** What an instance is made of may be called later, in a run. */
function guardInstance(instance: object, row: RefusedRow & { readonly call: string }): void {
  const { ofInstances = "", call } = row;
  const parts: unknown = Reflect.get(instance, ofInstances);
  if (typeof parts !== "object" || parts === null) return;
  for (const [key, part] of Object.entries(parts)) {
    if (typeof part !== "function") continue;
    Reflect.set(parts, key, guarded(part as NewableFunction, { ...row, call: `${call}.${key}` }));
  }
}
