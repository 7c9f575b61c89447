import vm from "node:vm";
import { type BuiltinHolder, builtinHolders } from "./builtin-holders.ts";

/** What a run had left changed. */
export interface BuiltinChanges {
  /** What all values inherit from, `Object.prototype.polluted`: no code expects it to change. */
  readonly inherited: readonly string[];
  /** Other names, `Date.now`: code that is tested may well stand in for them. */
  readonly others: readonly string[];
  /** Whether everything is as it was; what was frozen or sealed stays so. */
  readonly isPutBack: boolean;
}

/**
 * Sees what a run leaves changed of what all runs of the process share, and puts it back: the next
 * run must start from the same. What loading the code changes is its own business and stays.
 */
export class BuiltinsWatch {
  #watched: readonly WatchedKey[];
  /** The keys that each holder of the language may have. */
  readonly #known: readonly KnownKeys[];
  #isSame: () => boolean;
  #runs = 0;
  #looksClosely = false;

  constructor() {
    const holders = builtinHolders();
    this.#watched = holders.flatMap(functionsOf);
    this.#known = holders
      .filter(({ isInherited }) => isInherited)
      .map(({ name, object }) => ({ name, object, keys: new Set(ownKeys(object)) }));
    this.#isSame = comparison(this.#watched);
  }

  /** Takes what there is now for what there has to be, after the code was loaded. */
  settle(): void {
    this.#watched = this.#watched.filter(isUnchanged);
    for (const { object, keys } of this.#known) for (const key of ownKeys(object)) keys.add(key);
    this.#isSame = comparison(this.#watched);
  }

  /** Looks after a run; undefined where nothing has changed. */
  look(): BuiltinChanges | undefined {
    this.#runs += 1;
    const isWatched = this.#looksClosely || this.#runs <= closeRuns;
    const isSame = this.#isSame();
    const isClose = isWatched || this.#runs % closeEvery === 0;
    if (isSame && (!isClose || this.#isClosed())) return undefined;
    const { inherited, others, isPutBack } = this.#putBack();
    if (inherited.length + others.length === 0) return undefined;
    this.#looksClosely = true;
    if (!isSame || isWatched) return { inherited, others, isPutBack };
    // An earlier run that was not looked at closely may have done it: this one is not to blame.
    return { inherited: [], others: [...inherited, ...others], isPutBack };
  }

  /** Whether nothing was added that an enumeration does not show, and nothing was frozen. */
  #isClosed(): boolean {
    for (const { object, keys } of this.#known) {
      if (!isExtensible(object) || ownKeys(object).length > keys.size) return false;
    }
    return true;
  }

  #putBack(): BuiltinChanges {
    // No method is called before all are put back: it may be the one that was changed.
    const changed: WatchedKey[] = [];
    let isPutBack = true;
    for (let at = 0; at < this.#watched.length; at++) {
      const watched = this.#watched[at] as WatchedKey;
      if (isUnchanged(watched)) continue;
      changed[changed.length] = watched;
      isPutBack = restore(watched) && isPutBack;
    }
    const inherited: string[] = [];
    const others: string[] = [];
    for (const { holder, key } of changed) {
      (holder.isInherited ? inherited : others).push(`${holder.name}.${String(key)}`);
    }
    for (const { name, object, keys } of this.#known) {
      for (const key of ownKeys(object)) {
        if (keys.has(key)) continue;
        inherited.push(`${name}.${String(key)}`);
        isPutBack = deleteProperty(object, key) && isPutBack;
      }
      if (isExtensible(object)) continue;
      inherited.push(name);
      isPutBack = false;
    }
    return { inherited, others, isPutBack };
  }
}

// --- inside ---

// Taken before any user code runs: what puts things back must not be what was changed.
const { defineProperty, deleteProperty, get, getOwnPropertyDescriptor } = Reflect;
const { isExtensible, ownKeys, set } = Reflect;

/** So many runs are looked at closely, and of the later ones every so many. */
const closeRuns = 64;
const closeEvery = 64;

/** So many comparisons stand in one function: one that is too long is never optimised. */
const comparisonsMax = 100;

interface WatchedKey {
  readonly holder: BuiltinHolder;
  readonly key: PropertyKey;
  readonly value: unknown;
  /** How it is declared; undefined where it is inherited and must not be hidden. */
  readonly property: PropertyDescriptor | undefined;
}

interface KnownKeys {
  readonly name: string;
  readonly object: object;
  readonly keys: Set<PropertyKey>;
}

function functionsOf(holder: BuiltinHolder): readonly WatchedKey[] {
  const { object } = holder;
  const found: WatchedKey[] = [];
  for (const key of ownKeys(object)) {
    const property = getOwnPropertyDescriptor(object, key);
    if (property === undefined || !isCompared(holder, key, property)) continue;
    const value: unknown = Reflect.get(object, key);
    // Without a prototype: an `Object.prototype.get` must not become a part of it.
    const bare: PropertyDescriptor = Object.assign(Object.create(null) as object, property);
    found.push({ holder, key, value, property: bare });
  }
  return [...found, ...inheritedOf(holder)];
}

/** The methods of `performance` are inherited: one of its own name would hide them. */
function inheritedOf(holder: BuiltinHolder): readonly WatchedKey[] {
  const { object } = holder;
  if (object !== performance) return [];
  const prototype = Object.getPrototypeOf(object) as object;
  return ownKeys(prototype)
    .filter((key) => typeof getOwnPropertyDescriptor(prototype, key)?.value === "function")
    .map((key) => ({ holder, key, value: get(object, key), property: undefined }));
}

/** Functions, and what is called by its name: `JSON`, `process`, which is behind a getter. */
function isCompared(
  { object }: BuiltinHolder,
  key: PropertyKey,
  { value }: PropertyDescriptor,
): boolean {
  if (typeof value === "function") return true;
  if (object !== globalThis) return false;
  // Other getters of the global object load something late: reading them is not for us to do.
  if (key === "process" || key === "Buffer") return true;
  return typeof value === "object" && value !== null;
}

function isUnchanged({ holder, key, value, property }: WatchedKey): boolean {
  if (get(holder.object, key) !== value) return false;
  return property === undefined || getOwnPropertyDescriptor(holder.object, key) !== undefined;
}

function restore(watched: WatchedKey): boolean {
  const { holder, key, value, property } = watched;
  if (property === undefined) return deleteProperty(holder.object, key) && isUnchanged(watched);
  defineProperty(holder.object, key, property);
  // Behind a setter, what was there is kept elsewhere.
  return isUnchanged(watched) || (set(holder.object, key, value) && isUnchanged(watched));
}

/**
 * Compares each function by a load of its own, which costs a nanosecond; a loop over names and
 * holders would cost as much as a small run. Also sees what an enumeration of any object shows.
 */
function comparison(watched: readonly WatchedKey[]): () => boolean {
  const parts: (() => boolean)[] = [];
  for (let from = 0; from < watched.length; from += comparisonsMax) {
    parts.push(compiled(watched.slice(from, from + comparisonsMax)));
  }
  const shown = shownCount();
  return () => {
    for (let at = 0; at < parts.length; at++) if (parts[at]?.() === false) return false;
    return shownCount() === shown;
  };
}

const probes: readonly object[] = [{}, [], () => {}];

/** How much an enumeration of plain values shows of what they inherit. */
function shownCount(): number {
  let count = 0;
  for (let at = 0; at < probes.length; at++) for (const _ in probes[at]) count += 1;
  return count;
}

function compiled(watched: readonly WatchedKey[]): () => boolean {
  const names = watched.map((_, at) => `h${at}, k${at}, v${at}`);
  const tests = watched.map(({ key }, at) => {
    const name = typeof key === "symbol" ? `k${at}` : JSON.stringify(key);
    return `h${at}[${name}] === v${at}`;
  });
  const text = `(${names.join(", ")}) => () => ${tests.join(" && ")}`;
  const make = new vm.Script(text, { filename: "gauntlet:builtins" }).runInThisContext() as (
    ...args: readonly unknown[]
  ) => () => boolean;
  return make(...watched.flatMap(({ holder, key, value }) => [holder.object, key, value]));
}
