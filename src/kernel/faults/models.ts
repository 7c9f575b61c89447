import type { Fault } from "./fault.ts";
import { type Change, changeAnswer, onSettled, unchanged } from "./change-answer.ts";
import { type Hit, makeFault, type SeamOptions } from "./make-fault.ts";
import { argumentsKey } from "./results.ts";
import { leafAt, replaceAt, spotsOf } from "./value-spots.ts";

/** Several numbers in a row of the answer are NaN, as a bad sensor or a diverged layer gives. */
export function nanBurst(seam: string, options?: SeamOptions & BurstOptions): Fault {
  return makeFault({
    kind: "nanBurst",
    seam,
    options,
    strike: (hit) =>
      changeAnswer(
        hit,
        withBurst(hit, options?.length, () => Number.NaN),
      ),
  });
}

/** Several numbers in a row of the answer are infinite; the sign is drawn. */
export function infBurst(seam: string, options?: SeamOptions & BurstOptions): Fault {
  return makeFault({
    kind: "infBurst",
    seam,
    options,
    strike: (hit) => {
      const infinite = (): number => (hit.draw("sign", 1) === 0 ? Infinity : -Infinity);
      return changeAnswer(hit, withBurst(hit, options?.length, infinite));
    },
  });
}

/** What was loaded first, with the same arguments, is given although it has changed since. */
export function staleArtifact(seam: string, options?: SeamOptions): Fault {
  return makeFault<Map<string, { readonly value: unknown }>>({
    kind: "staleArtifact",
    seam,
    options,
    begin: () => new Map(),
    watch: (hit) => {
      const key = argumentsKey(hit.call.args);
      const known = hit.state.get(key);
      const isStruck = known !== undefined && hit.isStruck();
      return onSettled(hit.call.proceed(), (value) => {
        if (!hit.state.has(key)) hit.state.set(key, { value });
        if (!isStruck || argumentsKey([known.value]) === argumentsKey([value])) return value;
        hit.fire();
        return known.value;
      });
    },
  });
}

/** The answer names another version than the one it is: `key`, or any key that holds a version. */
export function versionSkew(
  seam: string,
  options?: SeamOptions & { readonly key?: string },
): Fault {
  const isVersionKey = (key: unknown): boolean =>
    options?.key === undefined ? /version|revision/i.test(String(key)) : key === options.key;
  return makeFault({
    kind: "versionSkew",
    seam,
    options,
    strike: (hit) =>
      changeAnswer(hit, (value) => {
        const spots = spotsOf(value, hasNumber).filter((spot) => isVersionKey(spot.at(-1)));
        const spot = spots[hit.draw("spot", Math.max(0, spots.length - 1))];
        return spot === undefined
          ? unchanged
          : replaceAt(value, spot, otherVersion(leafAt(value, spot)));
      }),
  });
}

/** One weight, a number within a list, has a bit of its sign or exponent wrong. */
export function corruptWeights(seam: string, options?: SeamOptions): Fault {
  return makeFault({
    kind: "corruptWeights",
    seam,
    options,
    strike: (hit) =>
      changeAnswer(hit, (value) => {
        const spots = spotsOf(value, isNumber).filter((spot) => typeof spot.at(-1) === "number");
        const spot = spots[hit.draw("weight", Math.max(0, spots.length - 1))];
        if (spot === undefined) return unchanged;
        return replaceAt(value, spot, flipped(Number(leafAt(value, spot)), hit.draw("bit", 11)));
      }),
  });
}

/** How long a burst is. */
export interface BurstOptions {
  /** How many numbers; a drawn part of those there are where it is left out. */
  readonly length?: number;
}

// --- inside ---

function withBurst<S>(hit: Hit<S>, length: number | undefined, numberOf: () => number): Change {
  return (value) => {
    const spots = spotsOf(value, isNumber);
    if (spots.length === 0) return unchanged;
    const from = hit.draw("from", spots.length - 1);
    const most = spots.length - from;
    const count = Math.min(length ?? 1 + hit.draw("length", most - 1), most);
    const spoiled = numberOf();
    const burst = spots.slice(from, from + count);
    return burst.reduce<unknown>((part, spot) => replaceAt(part, spot, spoiled), value);
  };
}

function isNumber(value: unknown): boolean {
  return typeof value === "number";
}

function hasNumber(value: unknown): boolean {
  return isNumber(value) || (typeof value === "string" && /\d/.test(value));
}

/** The version before; after the first there is only the one that follows. */
function otherVersion(version: unknown): unknown {
  if (typeof version === "number") return version > 0 ? version - 1 : version + 1;
  return String(version).replace(/\d+(?=\D*$)/, (digits) => {
    const number = Number(digits);
    return String(number > 0 ? number - 1 : number + 1);
  });
}

/** Bit 0 is the lowest of the exponent, bit 11 the sign. */
function flipped(weight: number, bit: number): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, weight);
  view.setUint16(0, view.getUint16(0) ^ (1 << (bit + 4)));
  return view.getFloat64(0);
}
