import { isFloats, isPlain, isTypedArray } from "./answer-kind.ts";

/** Where in a value something stands: the keys that lead there. */
export type Spot = readonly (string | number)[];

/** How many places of one value are looked at, so that a large answer stays cheap. */
const spotsMax = 10_000;

/** Every place of a value at which a test holds: within arrays, plain objects and typed arrays. */
export function spotsOf(value: unknown, isWanted: (leaf: unknown) => boolean): Spot[] {
  const found: Spot[] = [];
  const seen = new Set<unknown>();
  const visit = (part: unknown, at: Spot): void => {
    if (found.length >= spotsMax) return;
    if (isWanted(part)) found.push(at);
    if (!(Array.isArray(part) || isFloats(part) || isPlain(part)) || seen.has(part)) return;
    seen.add(part);
    const keys = isPlain(part) ? Object.keys(part) : Array.from(part.keys()).slice(0, spotsMax);
    for (const key of keys) visit(partAt(part, key), [...at, key]);
  };
  visit(value, []);
  return found;
}

/** What stands at a place. */
export function leafAt(value: unknown, spot: Spot): unknown {
  return spot.reduce<unknown>((part, key) => partAt(part, key), value);
}

/** A copy of a value with something else at one place; the original is left as it is. */
export function replaceAt(value: unknown, spot: Spot, leaf: unknown): unknown {
  const [key, ...rest] = spot;
  if (key === undefined) return leaf;
  const inner = replaceAt(partAt(value, key), rest, leaf);
  if (Array.isArray(value)) return value.with(Number(key), inner);
  if (isTypedArray(value)) {
    const copy = copyBytes(value);
    copy[Number(key)] = inner as number;
    return copy;
  }
  return { ...(value as object), [key]: inner };
}

/** A copy of a value in which every leaf of a kind is another. */
export function mapLeaves(
  value: unknown,
  isWanted: (leaf: unknown) => boolean,
  change: (leaf: unknown) => unknown,
): unknown {
  if (isWanted(value)) return change(value);
  if (isFloats(value)) return Array.from<number, unknown>(value, change);
  if (Array.isArray(value)) return value.map((part) => mapLeaves(part, isWanted, change));
  if (!isPlain(value)) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(entries.map(([key, part]) => [key, mapLeaves(part, isWanted, change)]));
}

/** A copy of a typed array that is of the same class; `slice` of a Buffer would share its bytes. */
export function copyBytes<T extends Uint8Array | Float64Array>(bytes: T): T {
  return Uint8Array.prototype.slice.call(bytes) as T;
}

/** Whether something has a beginning that can be kept: text, a list or bytes. */
export function isSized(value: unknown): value is string | readonly unknown[] | Uint8Array {
  return typeof value === "string" || Array.isArray(value) || isTypedArray(value);
}

/** The beginning of text, a list or bytes. */
export function firstOf<T extends string | readonly unknown[] | Uint8Array>(
  value: T,
  length: number,
): T {
  return (isTypedArray(value) ? value.subarray(0, length) : value.slice(0, length)) as T;
}

// --- inside ---

function partAt(value: unknown, key: string | number): unknown {
  return (value as Readonly<Record<string | number, unknown>>)[key];
}
