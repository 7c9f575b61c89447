import { isList, isRecord, isSameJson, type Json } from "./json-walk.ts";

/** A JSON schema, as data. */
export type Schema = { readonly [key: string]: Json };

/** The schema at a place, with what it refers to looked up in the whole one. */
export function schemaAt(schema: Json | undefined, root: Json | undefined): Schema | undefined {
  if (!isRecord(schema)) return undefined;
  const to = schema["$ref"];
  if (typeof to !== "string") return schema;
  let found: Json | undefined = root;
  for (const part of to.replace(/^#\/?/u, "").split("/")) {
    if (part !== "") found = isRecord(found) ? found[part] : undefined;
  }
  return isRecord(found) && !("$ref" in found) ? found : unknownSchema;
}

/** Whether one cannot tell from a schema what may stand there: several forms at once, or one. */
export function isUnclear(schema: Schema | undefined): boolean {
  return schema !== undefined && unclear.some((key) => key in schema);
}

/** Whether a schema leaves a text open. */
export function isFreeText(schema: Schema | undefined): boolean {
  return schema === undefined || textLimits.every((key) => !(key in schema));
}

/** Whether a schema allows a number in place of another. */
export function allowsNumber(
  schema: Schema | undefined,
  { one, original }: { readonly one: number; readonly original: number },
): boolean {
  const limit = (key: string): number | undefined => {
    const found = schema?.[key];
    return typeof found === "number" ? found : undefined;
  };
  const step = limit("multipleOf");
  return (
    (Number.isInteger(one) || !Number.isInteger(original)) &&
    one >= (limit("minimum") ?? -Infinity) &&
    one <= (limit("maximum") ?? Infinity) &&
    one > (limit("exclusiveMinimum") ?? -Infinity) &&
    one < (limit("exclusiveMaximum") ?? Infinity) &&
    (step === undefined || Number.isInteger(one / step))
  );
}

/** The data after a change, with every part as it was before that the schema would not allow. */
export function withinSchema(
  change: { readonly before: Json; readonly after: Json },
  schema: Json | undefined,
): Json {
  return keptAt(change, { schema, root: schema, depth: 0 });
}

// --- inside ---

const depthMax = 200;

const unclear = ["anyOf", "oneOf", "allOf", "not", "if", "const"] as const;

const textLimits = ["pattern", "format", "maxLength", "minLength"] as const;

/** Allows nothing but what stands there. */
const unknownSchema: Schema = { const: null };

interface SchemaPlace {
  readonly schema: Json | undefined;
  readonly root: Json | undefined;
  readonly depth: number;
}

function keptAt(
  { before, after }: { readonly before: Json; readonly after: Json },
  place: SchemaPlace,
): Json {
  if (isSameJson(before, after)) return before;
  const schema = schemaAt(place.schema, place.root);
  if (place.depth > depthMax || isUnclear(schema)) return before;
  const under = (of: Json | undefined): SchemaPlace => ({
    schema: of,
    root: place.root,
    depth: place.depth + 1,
  });
  if (isList(before) || isList(after)) {
    if (!isList(before) || !isList(after) || before.length !== after.length) return before;
    return before.map((item, index) =>
      keptAt({ before: item, after: after[index] ?? item }, under(schema?.["items"])),
    );
  }
  if (isRecord(before) && isRecord(after)) {
    const properties = schema?.["properties"];
    return Object.fromEntries(
      Object.entries(before).map(([key, item]) => {
        const of = isRecord(properties) ? properties[key] : undefined;
        return [key, keptAt({ before: item, after: after[key] ?? item }, under(of))];
      }),
    );
  }
  return allowsLeaf(schema, { before, after }) ? after : before;
}

function allowsLeaf(
  schema: Schema | undefined,
  { before, after }: { readonly before: Json; readonly after: Json },
): boolean {
  if (typeof before !== typeof after || schema?.["enum"] !== undefined) return false;
  if (typeof before === "number" && typeof after === "number") {
    return allowsNumber(schema, { one: after, original: before });
  }
  const isDate = /^\d{4}-\d{2}-\d{2}/u;
  if (typeof before === "string" && typeof after === "string") {
    const isOtherDate = isDate.test(before) && isDate.test(after) && before.length === after.length;
    return isFreeText(schema) || (isOtherDate && schema?.["pattern"] === undefined);
  }
  return true;
}
