import { decodeLiteral } from "../../kernel/values/literal.ts";
import type { Shape } from "../../kernel/values/shape.ts";

/** What a value is, as far as laws care. */
export type Sort =
  | "number"
  | "string"
  | "boolean"
  | "bigint"
  | "null"
  | "undefined"
  | "array"
  | "set"
  | "map"
  | "object"
  | "bytes"
  | "date"
  | "opaque";

/** The sorts of values that a shape allows; of `any` it is all of them. */
export type Sorts = ReadonlySet<Sort>;

/** What names in shapes stand for. */
export type Definitions = Readonly<Record<string, Shape>>;

/** The sorts of values that a shape allows. */
export function sortsOf(shape: Shape, definitions: Definitions): Sorts {
  const found = new Set<Sort>();
  collect(shape, { definitions, found, seen: new Set() });
  return found;
}

/** The sort of a value. */
export function sortOf(value: unknown): Sort {
  if (value === null) return "null";
  if (typeof value === "object") return sortOfObject(value);
  const kind = typeof value;
  return kind === "function" || kind === "symbol" || kind === "object" ? "opaque" : kind;
}

/** Whether two sets of sorts have one in common that is more than an absence. */
export function overlap(first: Sorts, second: Sorts): boolean {
  return [...first].some((sort) => sort !== "null" && sort !== "undefined" && second.has(sort));
}

/** Whether a shape allows only data: values that can be made, copied and compared again. */
export function isData(shape: Shape, definitions: Definitions): boolean {
  return dataOf(shape, definitions, new Set());
}

// --- inside ---

const anySort: readonly Sort[] = [
  "number",
  "string",
  "boolean",
  "bigint",
  "null",
  "undefined",
  "array",
  "set",
  "map",
  "object",
  "bytes",
  "date",
  "opaque",
];

interface Collecting {
  readonly definitions: Definitions;
  readonly found: Set<Sort>;
  readonly seen: Set<string>;
}

function collect(shape: Shape, to: Collecting): void {
  switch (shape.kind) {
    case "weak":
      for (const sort of anySort) to.found.add(sort);
      return;
    case "union":
      for (const option of shape.of) collect(option, to);
      return;
    case "schema":
      return collect(shape.or, to);
    case "ref": {
      const named = to.definitions[shape.name];
      if (named === undefined || to.seen.has(shape.name)) return;
      to.seen.add(shape.name);
      return collect(named, to);
    }
    case "void":
    case "never":
      return;
    default:
      to.found.add(plainSort(shape));
  }
}

function plainSort(shape: Shape): Sort {
  switch (shape.kind) {
    case "number":
    case "string":
    case "boolean":
    case "bigint":
    case "null":
    case "undefined":
    case "array":
    case "set":
    case "map":
    case "object":
    case "bytes":
      return shape.kind;
    case "literal":
      return sortOf(decodeLiteral(shape.value));
    case "template":
      return "string";
    case "tuple":
      return "array";
    case "record":
      return "object";
    case "builtin":
      return shape.name === "Date" ? "date" : "opaque";
    default:
      return "opaque";
  }
}

function sortOfObject(value: object): Sort {
  if (Array.isArray(value)) return "array";
  if (value instanceof Date) return "date";
  if (value instanceof Set) return "set";
  if (value instanceof Map) return "map";
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return "bytes";
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null ? "object" : "opaque";
}

function dataOf(shape: Shape, definitions: Definitions, seen: Set<string>): boolean {
  const within = (part: Shape): boolean => dataOf(part, definitions, seen);
  switch (shape.kind) {
    case "function":
    case "instance":
    case "promise":
    case "iterable":
    case "blocked":
    case "symbol":
      return false;
    case "builtin":
      return ["Date", "RegExp", "URL"].includes(shape.name);
    case "ref": {
      const named = definitions[shape.name];
      if (named === undefined || seen.has(shape.name)) return true;
      seen.add(shape.name);
      return within(named);
    }
    case "union":
      return shape.of.every(within);
    case "array":
    case "set":
      return within(shape.of);
    case "tuple":
      return (
        shape.items.every((item) => within(item.shape)) &&
        (shape.rest === undefined || within(shape.rest))
      );
    case "object":
      return (
        shape.fields.every((field) => within(field.shape)) &&
        (shape.rest === undefined || within(shape.rest))
      );
    case "record":
    case "map":
      return within(shape.key) && within(shape.value);
    case "schema":
      return within(shape.or);
    default:
      return true;
  }
}
