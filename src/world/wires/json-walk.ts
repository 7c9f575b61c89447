/** Plain data, as JSON has it. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json };

/** A leaf of plain data and where it stands. */
export interface JsonLeaf {
  readonly value: null | boolean | number | string;
  /** The nearest key above it; empty where there is none. */
  readonly key: string;
  /** All keys and indexes above it, joined by dots. */
  readonly path: string;
}

/** The data of a text that holds an object or a list as JSON; a bare word or number is text. */
export function jsonOf(text: string): Json | undefined {
  const start = /^\s*[[{]/u.test(text);
  if (!start) return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** A copy in which every leaf is what `change` makes of it; shape and keys stay. */
export function mapLeaves(value: Json, change: (leaf: JsonLeaf) => Json): Json {
  return mapAt(value, { key: "", path: "" }, change);
}

/** Whether plain data is a list. */
export function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

/** Whether plain data is an object with keys. */
export function isRecord(value: Json | undefined): value is { readonly [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether two pieces of plain data say the same, keys in the same order. */
export function isSameJson(one: Json, other: Json): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

// --- inside ---

/** Data nested deeper is left as it is. */
const depthMax = 200;

function mapAt(
  value: Json,
  at: { readonly key: string; readonly path: string },
  change: (leaf: JsonLeaf) => Json,
): Json {
  if (at.path.length > 0 && at.path.split(".").length > depthMax) return value;
  if (isList(value)) {
    return value.map((item, index) =>
      mapAt(item, { key: at.key, path: below(at.path, String(index)) }, change),
    );
  }
  if (isRecord(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [
        key,
        mapAt(item, { key, path: below(at.path, key) }, change),
      ]),
    );
  }
  return change({ value, key: at.key, path: at.path });
}

function below(path: string, key: string): string {
  return path === "" ? key : `${path}.${key}`;
}
