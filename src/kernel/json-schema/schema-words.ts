/** A table of a JSON Schema. */
export type SchemaTable = Readonly<Record<string, unknown>>;

/** A schema that cannot be understood. */
export class SchemaError extends Error {
  override readonly name = "SchemaError";
}

/** The types that JSON has. */
export const schemaTypes: ReadonlySet<string> = words(
  "object array string number integer boolean null",
);

/**
 * The keys of a schema, by what they hold: schemas by name, lists of schemas, single schemas, plain
 * values, remarks.
 */
export const schemaKeys: Readonly<
  Record<"tables" | "lists" | "singles" | "plains" | "remarks", ReadonlySet<string>>
> = {
  tables: words("properties patternProperties $defs definitions dependentSchemas"),
  lists: words("allOf anyOf oneOf prefixItems"),
  singles: words(
    "additionalProperties propertyNames additionalItems items contains not if then else " +
      "unevaluatedProperties unevaluatedItems",
  ),
  plains: words(
    "type enum const $ref required dependentRequired dependencies format pattern " +
      "minLength maxLength minimum " +
      "maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems uniqueItems " +
      "minContains maxContains minProperties maxProperties",
  ),
  remarks: words(
    "$schema $id $comment $anchor title description default examples deprecated readOnly " +
      "writeOnly contentEncoding contentMediaType contentSchema",
  ),
};

/** Every key that is understood, or that says nothing about a value. */
export const knownSchemaKeys: ReadonlySet<string> = new Set(
  Object.values(schemaKeys).flatMap((group) => [...group]),
);

/** Whether what a schema says under a key is understood. */
export function isKnownKey(key: string): boolean {
  return knownSchemaKeys.has(key) || key.startsWith("x-");
}

/** What a reference inside of the same schema stands for. */
export function schemaAt(root: unknown, ref: string): unknown {
  if (!ref.startsWith("#")) throw new SchemaError(`\`${ref}\` is outside of the schema`);
  const [start, ...parts] = ref.slice(1).split("/");
  let at: unknown = start === "" ? root : undefined;
  for (const part of parts) {
    const key = decoded(part).replaceAll("~1", "/").replaceAll("~0", "~");
    const isThere = (isTable(at) || Array.isArray(at)) && Object.hasOwn(at, key);
    at = isThere ? Reflect.get(at as object, key) : undefined;
  }
  if (at === undefined) throw new SchemaError(`\`${ref}\` cannot be resolved in the schema`);
  return at;
}

/** Whether a value is a table. */
export function isTable(value: unknown): value is SchemaTable {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

// --- inside ---

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(" "));
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // a lone `%` stands for itself
  }
}
