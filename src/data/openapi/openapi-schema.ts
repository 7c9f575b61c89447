import { isKnownKey, isTable, type SchemaTable } from "../../kernel/json-schema/schema-words.ts";

/** The schemas that a document names, each as a JSON Schema. */
export function componentSchemas(document: SchemaTable, isOld: boolean): SchemaTable {
  const components = document["components"];
  const schemas = isTable(components) ? components["schemas"] : undefined;
  if (!isTable(schemas)) return {};
  return Object.fromEntries(
    Object.entries(schemas).map(([name, one]) => [name, plainSchema(one, isOld)]),
  );
}

/**
 * A schema of OpenAPI as a JSON Schema: references lead to `$defs`, and what only version 3.0 has
 * (`nullable`, limits that are switches) is said as JSON Schema says it.
 */
export function plainSchema(schema: unknown, isOld: boolean): unknown {
  if (!isTable(schema)) return schema;
  const inside = (held: unknown): unknown => plainSchema(held, isOld);
  const plain: Record<string, unknown> = {};
  for (const [key, held] of Object.entries(schema)) {
    if (dropped.has(key) || (!isKnownKey(key) && key !== "nullable")) continue;
    plain[key] = converted(key, held, inside);
  }
  return isOld ? withoutOldWords(plain) : plain;
}

// --- inside ---

/** What says something about writing or telling, not about a value. */
const dropped = new Set(["discriminator", "xml", "externalDocs", "example", "$id", "$anchor"]);

const tables = new Set(["properties", "patternProperties", "$defs", "dependentSchemas"]);
const singles = new Set(
  "additionalProperties propertyNames items contains not if then else unevaluatedProperties".split(
    " ",
  ),
);
const lists = new Set(["allOf", "anyOf", "oneOf", "prefixItems"]);

function converted(key: string, held: unknown, inside: (held: unknown) => unknown): unknown {
  if (key === "$ref" && typeof held === "string") {
    return held.replace(/^#\/components\/schemas\//u, "#/$defs/");
  }
  if (tables.has(key) && isTable(held)) {
    return Object.fromEntries(Object.entries(held).map(([name, one]) => [name, inside(one)]));
  }
  if (lists.has(key) && Array.isArray(held)) return held.map(inside);
  return singles.has(key) ? inside(held) : held;
}

function withoutOldWords(plain: Record<string, unknown>): SchemaTable {
  const { nullable, ...rest } = plain;
  for (const [switched, limit] of [
    ["exclusiveMinimum", "minimum"],
    ["exclusiveMaximum", "maximum"],
  ] as const) {
    if (typeof rest[switched] !== "boolean") continue;
    if (rest[switched]) {
      rest[switched] = rest[limit];
      delete rest[limit];
    } else delete rest[switched];
  }
  return nullable === true ? { anyOf: [rest, { type: "null" }] } : rest;
}
