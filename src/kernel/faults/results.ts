import type { Fault } from "./fault.ts";
import { isObject, isPlain, isThenable, isTypedArray } from "./answer-kind.ts";
import { changeAnswer, onSettled, unchanged } from "./change-answer.ts";
import { corrupted } from "./corrupt.ts";
import { type Hit, makeFault, type SeamOptions } from "./make-fault.ts";
import { firstOf, isSized } from "./value-spots.ts";

/** The call is made and answers with nothing of the kind that it should have answered. */
export function returnEmpty(seam: string, options?: SeamOptions): Fault {
  return makeFault({
    kind: "returnEmpty",
    seam,
    options,
    strike: (hit) => changeAnswer(hit, emptied),
  });
}

/** One place of the answer is wrong: a byte, a character, a number, a yes for a no. */
export function corruptOutput(seam: string, options?: SeamOptions): Fault {
  return makeFault({
    kind: "corruptOutput",
    seam,
    options,
    strike: (hit) => changeAnswer(hit, (value) => corrupted(value, hit)),
  });
}

/** Only the first part of text, a list or bytes comes; `fraction` of it, or as much as is drawn. */
export function truncateOutput(
  seam: string,
  options?: SeamOptions & { readonly fraction?: number },
): Fault {
  return makeFault({
    kind: "truncateOutput",
    seam,
    options,
    strike: (hit) => changeAnswer(hit, (value) => truncated(value, hit, options?.fraction)),
  });
}

/** The call is made, but answers as the last call with the same arguments did. */
export function staleRead(seam: string, options?: SeamOptions): Fault {
  return makeFault<Map<string, { readonly value: unknown }>>({
    kind: "staleRead",
    seam,
    options,
    begin: () => new Map(),
    watch: (hit) => {
      const key = argumentsKey(hit.call.args);
      // What was known when the call began: an answer that overtakes this one is not older.
      const known = hit.state.get(key);
      const isStruck = known !== undefined && hit.isStruck();
      return onSettled(hit.call.proceed(), (value) => {
        if (!isStruck) hit.state.set(key, { value });
        if (!isStruck || Object.is(known.value, value)) return value;
        hit.fire();
        return known.value;
      });
    },
  });
}

/** The call is made, but answers `value`, or else what the first call answered, for ever. */
export function staleState(
  seam: string,
  options?: SeamOptions & { readonly value?: unknown },
): Fault {
  const given = options !== undefined && "value" in options;
  return makeFault<{ first: { readonly value: unknown } | undefined }>({
    kind: "staleState",
    seam,
    options,
    begin: () => ({ first: given ? { value: options.value } : undefined }),
    watch: (hit) => {
      const { first } = hit.state;
      const isStruck = first !== undefined && hit.isStruck();
      return onSettled(hit.call.proceed(), (value) => {
        hit.state.first ??= { value };
        if (!isStruck || Object.is(first.value, value)) return value;
        hit.fire();
        return first.value;
      });
    },
  });
}

/** The first part of a value, by a fraction or by drawing how much is kept. */
export function truncated<S>(value: unknown, hit: Hit<S>, fraction: number | undefined): unknown {
  if (!isSized(value) || value.length === 0) return unchanged;
  return firstOf(value, keptOf(value.length, hit, fraction));
}

/** How much of a length is kept: less than all of it, by a fraction or by drawing. */
export function keptOf<S>(length: number, hit: Hit<S>, fraction: number | undefined): number {
  if (length === 0) return 0;
  if (fraction === undefined) return hit.draw("keeps", length - 1);
  return Math.max(0, Math.min(length - 1, Math.floor(length * fraction)));
}

// --- inside ---

function emptied(value: unknown): unknown {
  if (isSized(value)) return value.length === 0 ? unchanged : firstOf(value, 0);
  if (typeof value === "number" && value !== 0) return 0;
  if (typeof value === "bigint" && value !== 0n) return 0n;
  if (value === true) return false;
  if (value instanceof Map) return value.size === 0 ? unchanged : new Map();
  if (value instanceof Set) return value.size === 0 ? unchanged : new Set();
  if (isPlain(value)) return Object.keys(value).length === 0 ? unchanged : {};
  return unchanged;
}

// Two reads of different things must not be taken for each other. What has no text counts by kind.
export function argumentsKey(args: readonly unknown[]): string {
  const seen = new Set<unknown>();
  const text = JSON.stringify(args, (_key, value: unknown) => {
    if (typeof value === "bigint") return `${value}n`;
    if (typeof value === "function") return "function";
    if (isTypedArray(value)) return Array.from(value).join(" ");
    if (!isObject(value)) return value;
    if (seen.has(value) || isThenable(value)) return "again";
    seen.add(value);
    return value;
  });
  return text;
}
