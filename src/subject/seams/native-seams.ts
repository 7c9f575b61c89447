import { createRequire, syncBuiltinESMExports } from "node:module";
import { fileURLToPath } from "node:url";
import type { SeamDispatch } from "../../kernel/faults/fault.ts";
import type { External } from "../loader/plan.ts";
import { type SeamAddress, unfitDefinition, unknownDefinition } from "./seam-error.ts";
import { wrapFunction } from "./wrap-function.ts";

/** A seam to be put into something that Node loads. */
export interface NativeSeam {
  readonly address: SeamAddress;
  readonly seam: SeamDispatch;
}

/** Sends the calls of a builtin through a seam, for all of the process. */
export function wrapBuiltin({ address, seam }: NativeSeam): void {
  const exports: unknown = require(address.module);
  const file = address.module;
  const place = placeOf(exports, address.path);
  if (place === undefined) {
    throw unknownDefinition(address, { file, known: functionNames(exports) });
  }
  replace(place, { address, seam });
  syncBuiltinESMExports();
}

/**
 * Sends the calls of a package's function through a seam: under its exported name for the modules
 * of this graph, and as a property of what the package exports for all of the process.
 */
export function wrapPackage(native: NativeSeam, externals: readonly External[]): void {
  const { address } = native;
  let isFound = false;
  for (const external of externals) {
    if (external.failure !== undefined) continue;
    if (external.kind === "require" && address.path.join(".") === "default") {
      isFound ||= typeof external.value === "function";
      external.value = wrapFunction(native.seam, external.value, address.name);
      continue;
    }
    const isExport = external.kind !== "require" && replaceExport(external, native);
    const isMember = replaceMember(external, native);
    isFound ||= isExport || isMember;
  }
  if (isFound) return;
  const known = externals.flatMap(({ value }) => functionNames(value));
  const url = externals[0]?.url ?? "";
  const file = url.startsWith("file:") ? fileURLToPath(url) : address.module;
  throw unknownDefinition(address, { file, known: [...new Set(known)] });
}

// --- inside ---

const require = createRequire(import.meta.url);

interface PropertyOf {
  readonly holder: object;
  readonly key: string;
}

function isHolder(value: unknown): value is object {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}

/** Where a function is; a method of a class is named without its `prototype`. */
function placeOf(root: unknown, path: readonly string[]): PropertyOf | undefined {
  let holder: unknown = root;
  for (const [index, key] of path.entries()) {
    if (!isHolder(holder)) return undefined;
    const prototype: unknown =
      typeof holder === "function" && !(key in holder) ? holder.prototype : undefined;
    const owner = isHolder(prototype) ? prototype : holder;
    const value: unknown = Reflect.get(owner, key);
    if (index === path.length - 1) {
      return typeof value === "function" ? { holder: owner, key } : undefined;
    }
    holder = value;
  }
  return undefined;
}

function replace({ holder, key }: PropertyOf, { address, seam }: NativeSeam): void {
  const original: unknown = Reflect.get(holder, key);
  const value = wrapFunction(seam, original, address.name);
  if (value === original) return;
  const before = Object.getOwnPropertyDescriptor(holder, key);
  const enumerable = before?.enumerable ?? true;
  const descriptor = { value, enumerable, writable: true, configurable: true };
  const isDone =
    before?.configurable === false
      ? Reflect.set(holder, key, value)
      : Reflect.defineProperty(holder, key, descriptor);
  if (!isDone) throw unfitDefinition(address, address.module, "cannot be replaced: it is frozen");
}

/** Gives importing modules another namespace, in which one name is replaced. */
function replaceExport(external: External, { address, seam }: NativeSeam): boolean {
  const [name = "", ...rest] = address.path;
  const namespace = external.value as object;
  if (rest.length > 0 || !Object.hasOwn(namespace, name)) return false;
  const original: unknown = Reflect.get(namespace, name);
  if (typeof original !== "function") return false;
  const replacement = wrapFunction(seam, original);
  const stand = Object.create(null) as object;
  for (const key of Object.keys(namespace)) {
    Object.defineProperty(stand, key, {
      enumerable: true,
      get: () => (key === name ? replacement : (Reflect.get(namespace, key) as unknown)),
    });
  }
  Object.defineProperty(stand, Symbol.toStringTag, { value: "Module" });
  external.value = Object.preventExtensions(stand);
  return true;
}

/** Replaces a property of an exported object, or of the object that the package is. */
function replaceMember(external: External, native: NativeSeam): boolean {
  const { path } = native.address;
  const { value } = external;
  if (!isHolder(value)) return false;
  const isNamespace = external.kind !== "require";
  const whole: unknown =
    external.kind === "interop"
      ? external.exports
      : isNamespace
        ? Reflect.get(value, "default")
        : value;
  const places = [
    // A namespace itself cannot be changed, only what it holds.
    isNamespace && path.length === 1 ? undefined : placeOf(value, path),
    placeOf(whole, path),
    !isNamespace && path[0] === "default" ? placeOf(value, path.slice(1)) : undefined,
  ].filter((place) => place !== undefined);
  for (const place of places) replace(place, native);
  return places.length > 0;
}

function functionNames(root: unknown): string[] {
  if (!isHolder(root)) return [];
  const names: string[] = [];
  for (const key of Object.keys(root)) {
    const value: unknown = Reflect.get(root, key);
    if (typeof value === "function") names.push(key);
    if (key !== "default" || !isHolder(value)) continue;
    for (const [inner, member] of Object.entries(value)) {
      if (typeof member === "function") names.push(inner);
    }
  }
  return names;
}
