import { readPattern } from "../patterns/read-pattern.ts";
import { isTable, schemaAt, type SchemaTable } from "./schema-words.ts";

/** What a schema is looked at with. */
interface Looking {
  readonly root: unknown;
  readonly fits: (value: unknown, schema: unknown) => boolean;
}

/**
 * The fields, or the places of items, of a value that some part of a schema has looked at: what
 * `unevaluatedProperties` and `unevaluatedItems` leave alone. The value fits the schema.
 */
export function evaluatedIn(value: object, schema: unknown, looking: Looking): ReadonlySet<string> {
  const seen = new Set<string>();
  if (!isTable(schema)) return seen;
  const own = Array.isArray(value) ? itemsSeen(value, schema, looking) : fieldsSeen(value, schema);
  for (const key of own) seen.add(key);
  for (const part of partsOf(value, schema, looking)) {
    for (const key of evaluatedIn(value, part, looking)) seen.add(key);
  }
  return seen;
}

// --- inside ---

function fieldsSeen(value: object, all: SchemaTable): readonly string[] {
  const keys = Object.keys(value);
  if ("additionalProperties" in all || "unevaluatedProperties" in all) return keys;
  const patterns = Object.keys(tableOf(all["patternProperties"])).map((one) =>
    readPattern(one, ""),
  );
  const named = tableOf(all["properties"]);
  return keys.filter(
    (key) => Object.hasOwn(named, key) || patterns.some((pattern) => pattern.test(key)),
  );
}

function itemsSeen(
  list: readonly unknown[],
  all: SchemaTable,
  { fits }: Looking,
): readonly string[] {
  const { items, prefixItems, contains } = all;
  const isAll = "additionalItems" in all || "unevaluatedItems" in all;
  const places = [...list.keys()];
  if (isAll || (items !== undefined && !Array.isArray(items))) return places.map(String);
  const first = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : [];
  const isSeen = (at: number): boolean =>
    at < first.length || (contains !== undefined && fits(list[at], contains));
  return places.filter(isSeen).map(String);
}

/** The schemas beside it that look at the same value, as far as it fits them. */
function partsOf(value: object, all: SchemaTable, { root, fits }: Looking): readonly unknown[] {
  const { $ref: ref, anyOf, oneOf, allOf } = all;
  const isFitting = (schema: unknown): boolean => fits(value, schema);
  const isIf = "if" in all && isFitting(all["if"]);
  const branch = isIf ? [all["if"], all["then"]] : "if" in all ? [all["else"]] : [];
  const dependent = [all["dependentSchemas"], all["dependencies"]].flatMap((table) =>
    Object.entries(tableOf(table)).flatMap(([key, schema]) =>
      Object.hasOwn(value, key) && !Array.isArray(schema) ? [schema] : [],
    ),
  );
  return [
    ...(typeof ref === "string" ? [schemaAt(root, ref)] : []),
    ...listOf(allOf),
    ...[...listOf(anyOf), ...listOf(oneOf)].filter(isFitting),
    ...branch,
    ...dependent,
  ];
}

function tableOf(value: unknown): SchemaTable {
  return isTable(value) ? value : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
