import type { SchemaNode } from "./schema-tables.ts";

/** What a value is called where it is described: `whole number, 1 to 1000`. */
export function kindWords(node: SchemaNode): string {
  const { kind, anyOf, items } = node;
  if (kind !== undefined) return `${kind}${rangeWords(node)}`;
  if (node.enum !== undefined) return enumWords(node.enum);
  if (anyOf !== undefined) return anyOf.map(kindWords).join(" or ");
  switch (node.type) {
    case "integer":
      return `whole number${rangeWords(node)}`;
    case "number":
      return `number${rangeWords(node)}`;
    case "boolean":
      return "true or false";
    case "string":
      return "text";
    case "array":
      return `list of ${pluralWords(items ?? {})}`;
    case "object":
      return tableWords(node);
    default:
      return "any value";
  }
}

/** A value as TOML writes it in one line. */
export function tomlValue(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(tomlValue).join(", ")}]`;
  const entries = Object.entries(value).map(
    ([key, item]) => `${tomlKey(key)} = ${tomlValue(item)}`,
  );
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}

/** The limits of a number, with a comma first: `, 1 to 1000`; nothing where there are none. */
export function rangeWords({ minimum, maximum, exclusiveMinimum }: SchemaNode): string {
  if (maximum === undefined) return "";
  const most = maximum === Number.MAX_SAFE_INTEGER ? "2^53 - 1" : String(maximum);
  if (exclusiveMinimum !== undefined) return `, above ${exclusiveMinimum}, at most ${most}`;
  return `, ${minimum ?? 0} to ${most}`;
}

// --- inside ---

/** More names than these are listed below a table and not inside of it. */
const namesMax = 7;

function enumWords(values: readonly unknown[]): string {
  if (values.length > namesMax) return "one of those below";
  return values.map((value) => `\`${JSON.stringify(value)}\``).join(", ");
}

function pluralWords(node: SchemaNode): string {
  if (node.anyOf !== undefined) return "values";
  if (node.enum !== undefined) return "names";
  const [first = "", ...rest] = kindWords(node).split(/(?=,)/u);
  return [`${first}s`, ...rest].join("");
}

function tableWords({ additionalProperties: value }: SchemaNode): string {
  if (typeof value !== "object" || (value.type !== "string" && value.type !== "array")) {
    return "table";
  }
  return value.type === "string" ? "table of texts" : "table of lists";
}

function tomlKey(key: string): string {
  return /^[\w-]+$/u.test(key) ? key : JSON.stringify(key);
}
