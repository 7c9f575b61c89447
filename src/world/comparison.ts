import vm from "node:vm";
import type { WatchedKey } from "./watched-key.ts";

/**
 * Compares one name after another; also sees what an enumeration of any object shows. After so many
 * looks that found nothing, it is compiled.
 */
export function comparison(watched: readonly WatchedKey[], looksMax: number): () => boolean {
  const shown = shownCount();
  let looks = 0;
  let isFastSame: (() => boolean) | undefined;
  return () => {
    const isSame = isFastSame === undefined ? isEverySame(watched) : isFastSame();
    if (!isSame || shownCount() !== shown) return false;
    looks += 1;
    // Now that nothing has changed, what compiles can be relied on.
    if (looks === looksMax) isFastSame = fastComparison(watched);
    return true;
  };
}

// --- inside ---

// Taken before any user code runs: what compares must not be what was changed.
const { get } = Reflect;

/** So many comparisons stand in one function: one that is too long is never optimised. */
const comparisonsMax = 400;

function isEverySame(watched: readonly WatchedKey[]): boolean {
  for (let at = 0; at < watched.length; at++) {
    const { holder, key, value } = watched[at] as WatchedKey;
    if (get(holder.object, key) !== value) return false;
  }
  return true;
}

/**
 * Compares each function by a load of its own, which costs a nanosecond; a loop over names and
 * holders would cost as much as a small run.
 */
function fastComparison(watched: readonly WatchedKey[]): () => boolean {
  const parts: (() => boolean)[] = [];
  for (const object of new Set(watched.map(({ holder }) => holder.object))) makeFast(object);
  for (let from = 0; from < watched.length; from += comparisonsMax) {
    parts.push(compiled(watched.slice(from, from + comparisonsMax)));
  }
  return () => {
    for (let at = 0; at < parts.length; at++) if (parts[at]?.() === false) return false;
    return true;
  };
}

/**
 * Lets the engine keep an object as it keeps prototypes: what is read of it is then a constant of
 * the compiled code, and costs nothing until it changes. Most modules of Node are kept as tables,
 * in which each name has to be looked up.
 */
function makeFast(object: object): void {
  if (object === globalThis) return;
  const below = Object.create(object) as { readonly absent?: unknown };
  for (let times = 0; times < 4; times++) readAbsent(below);
}

function readAbsent(object: { readonly absent?: unknown }): unknown {
  return object.absent;
}

const probes: readonly object[] = [{}, [], () => {}];

/** How much an enumeration of plain values shows of what they inherit. */
function shownCount(): number {
  let count = 0;
  for (let at = 0; at < probes.length; at++) for (const _ in probes[at]) count += 1;
  return count;
}

/** Each object and value is a parameter once: the engine takes those that never change as known. */
function compiled(watched: readonly WatchedKey[]): () => boolean {
  const names = new Map<unknown, string>();
  const nameOf = (given: unknown): string => {
    const known = names.get(given);
    if (known !== undefined) return known;
    names.set(given, `p${names.size}`);
    return `p${names.size - 1}`;
  };
  const tests = watched.map(({ holder, key, value }) => {
    const name = typeof key === "symbol" ? nameOf(key) : JSON.stringify(key);
    return `${nameOf(holder.object)}[${name}] === ${nameOf(value)}`;
  });
  const text = `(${[...names.values()].join(", ")}) => () => ${tests.join(" && ")}`;
  const make = new vm.Script(text, { filename: "gauntlet:builtins" }).runInThisContext() as (
    ...args: readonly unknown[]
  ) => () => boolean;
  return make(...names.keys());
}
