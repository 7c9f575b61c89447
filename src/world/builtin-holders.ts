import { EventEmitter } from "node:events";

/** An object that all code of a process shares, whose functions are not to change. */
export interface BuiltinHolder {
  readonly name: string;
  readonly object: object;
  /** Whether it is a part of the language that all values inherit from. */
  readonly isInherited: boolean;
  /** Whether plain values of it are compared as well as functions. */
  readonly isWhole?: boolean;
  /** Whether it is told and taken away when something is added to it. */
  readonly isClosed?: boolean;
  /** Whether it is compared only when a run is looked at closely. */
  readonly isSeldom?: boolean;
  /** Keys that are not compared: what changes by itself. */
  readonly except?: ReadonlySet<PropertyKey>;
}

/** The objects of the language, and the globals of Node that are patched most. */
export function builtinHolders(): readonly BuiltinHolder[] {
  const holders: BuiltinHolder[] = [];
  const seen = new Set<object>();
  const add = (name: string, object: unknown, isInherited: boolean): void => {
    const isObject = (typeof object === "object" && object !== null) || isFunction(object);
    if (!isObject || seen.has(object)) return;
    seen.add(object);
    holders.push({ name, object, isInherited });
  };
  for (const name of classNames) {
    const made: unknown = Reflect.get(globalThis, name);
    if (!isFunction(made)) continue;
    add(name, made, false);
    add(`${name}.prototype`, made.prototype, true);
  }
  for (const [name, object] of hiddenPrototypes()) add(name, object, true);
  for (const name of namespaceNames) add(name, Reflect.get(globalThis, name), false);
  for (const [name, made] of otherClasses()) {
    add(name, made, false);
    add(`${name}.prototype`, made.prototype, false);
  }
  add("Buffer", Buffer, false);
  add("EventEmitter.prototype", EventEmitter.prototype, false);
  add("globalThis", globalThis, false);
  return holders;
}

// --- inside ---

const classNames: readonly string[] = (
  "Object Function Array String Number Boolean Symbol BigInt RegExp Promise Map Set WeakMap " +
  "WeakSet WeakRef Date Error TypeError RangeError SyntaxError AggregateError ArrayBuffer " +
  "DataView Uint8Array"
).split(" ");

const namespaceNames: readonly string[] =
  "JSON Math Reflect Intl Atomics process console performance".split(" ");

const otherNames: readonly string[] = (
  "URL URLSearchParams TextEncoder TextDecoder AbortController AbortSignal Event EventTarget " +
  "Headers Request Response FormData Blob Proxy FinalizationRegistry SharedArrayBuffer"
).split(" ");

/** Classes that not all values inherit from: those of the platform and of `Intl`. */
function otherClasses(): readonly (readonly [string, Class])[] {
  const found: [string, Class][] = [];
  for (const name of otherNames) {
    const made: unknown = Reflect.get(globalThis, name);
    if (isFunction(made)) found.push([name, made]);
  }
  for (const name of Object.getOwnPropertyNames(Intl)) {
    const made: unknown = Reflect.get(Intl, name);
    if (isFunction(made)) found.push([`Intl.${name}`, made]);
  }
  return found;
}

/** Prototypes that no global names. */
function hiddenPrototypes(): readonly (readonly [string, unknown])[] {
  const above = (object: object): object => Object.getPrototypeOf(object) as object;
  const arrayIterator = above([][Symbol.iterator]());
  return [
    ["TypedArray.prototype", above(Uint8Array.prototype)],
    ["ArrayIterator.prototype", arrayIterator],
    ["Iterator.prototype", above(arrayIterator)],
    ["AsyncFunction.prototype", above(async () => {})],
  ];
}

type Class = NewableFunction & { readonly prototype: unknown };

function isFunction(value: unknown): value is Class {
  return typeof value === "function";
}
