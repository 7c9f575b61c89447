import { sortedText } from "../values/sorted-data.ts";
import { readPattern } from "../patterns/read-pattern.ts";
import { isTable, type SchemaTable } from "./schema-words.ts";

/** What looks at a value inside of another one. */
export type CheckValue = (value: unknown, schema: unknown, path: string) => string | undefined;

interface Spot {
  readonly path: string;
  readonly look: CheckValue;
}

/** What of a text a schema does not allow. */
export function textProblem(text: string, all: SchemaTable, path: string): string | undefined {
  const { minLength, maxLength, pattern, format } = all;
  const length = Array.from(text).length;
  if (typeof minLength === "number" && length < minLength) {
    return `${path} has ${length} characters, at least ${minLength} are asked for`;
  }
  if (typeof maxLength === "number" && length > maxLength) {
    return `${path} has ${length} characters, at most ${maxLength} are allowed`;
  }
  if (typeof pattern === "string" && !readPattern(pattern, "").test(text)) {
    return `${path} does not match /${pattern}/`;
  }
  const wanted = typeof format === "string" ? formats.get(format) : undefined;
  // A format that is not known is a remark, as the standard says.
  return wanted === undefined || wanted(text)
    ? undefined
    : `${path} is not a valid ${String(format)}`;
}

/** What of a number a schema does not allow. */
export function numberProblem(value: number, all: SchemaTable, path: string): string | undefined {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = all;
  if (typeof minimum === "number" && value < minimum) {
    return `${path} is ${value}, less than ${minimum}`;
  }
  if (typeof maximum === "number" && value > maximum) {
    return `${path} is ${value}, more than ${maximum}`;
  }
  if (typeof exclusiveMinimum === "number" && value <= exclusiveMinimum) {
    return `${path} is ${value}, not more than ${exclusiveMinimum}`;
  }
  if (typeof exclusiveMaximum === "number" && value >= exclusiveMaximum) {
    return `${path} is ${value}, not less than ${exclusiveMaximum}`;
  }
  if (typeof multipleOf !== "number" || multipleOf <= 0) return undefined;
  const times = value / multipleOf;
  // 0.3 is three times 0.1, whatever binary fractions say.
  const isMultiple = Math.abs(times - Math.round(times)) <= 1e-9 * Math.max(1, Math.abs(times));
  return isMultiple ? undefined : `${path} is ${value}, no multiple of ${multipleOf}`;
}

/** What of a list a schema does not allow. */
export function listProblem(
  list: readonly unknown[],
  all: SchemaTable,
  { path, look }: Spot,
): string | undefined {
  const { minItems, maxItems, uniqueItems, items, prefixItems, contains } = all;
  if (typeof minItems === "number" && list.length < minItems) {
    return `${path} has ${list.length} items, at least ${minItems} are asked for`;
  }
  if (typeof maxItems === "number" && list.length > maxItems) {
    return `${path} has ${list.length} items, at most ${maxItems} are allowed`;
  }
  const texts = uniqueItems === true ? list.map((item) => sortedText(item)) : [];
  if (new Set(texts).size < texts.length) return `${path} has an item twice`;
  const first: readonly unknown[] = Array.isArray(prefixItems)
    ? prefixItems
    : Array.isArray(items)
      ? items
      : [];
  const rest = Array.isArray(items) ? all["additionalItems"] : items;
  for (const [at, item] of list.entries()) {
    const schema = at < first.length ? first[at] : rest;
    const problem = schema === undefined ? undefined : look(item, schema, `${path}[${at}]`);
    if (problem !== undefined) return problem;
  }
  if (contains === undefined) return undefined;
  const { minContains = 1, maxContains = list.length } = all;
  const count = list.filter((item) => look(item, contains, path) === undefined).length;
  return count >= Number(minContains) && count <= Number(maxContains)
    ? undefined
    : `${path} has ${count} items that \`contains\` asks for`;
}

/** What of an object a schema does not allow; a field that holds undefined is not there in JSON. */
export function objectProblem(
  object: SchemaTable,
  all: SchemaTable,
  spot: Spot,
): string | undefined {
  const { path, look } = spot;
  const keys = Object.keys(object).filter((key) => object[key] !== undefined);
  const { minProperties, maxProperties, required, propertyNames } = all;
  if (typeof minProperties === "number" && keys.length < minProperties) {
    return `${path} has ${keys.length} fields, at least ${minProperties} are asked for`;
  }
  if (typeof maxProperties === "number" && keys.length > maxProperties) {
    return `${path} has ${keys.length} fields, at most ${maxProperties} are allowed`;
  }
  const missing = textsOf(required).find((key) => !has(object, key));
  if (missing !== undefined) return `${path}.${missing} is missing`;
  for (const key of keys) {
    const problem =
      (propertyNames === undefined ? undefined : look(key, propertyNames, `${path}.${key}`)) ??
      fieldProblem(object, all, { key, ...spot });
    if (problem !== undefined) return problem;
  }
  return dependentProblem(object, all, spot);
}

// --- inside ---

function fieldProblem(
  object: SchemaTable,
  all: SchemaTable,
  { key, path, look }: Spot & { readonly key: string },
): string | undefined {
  const at = `${path}.${key}`;
  const value = object[key];
  const properties = tableOf(all["properties"]);
  const named = Object.hasOwn(properties, key) ? [properties[key]] : [];
  const matched = Object.entries(tableOf(all["patternProperties"]))
    .filter(([pattern]) => readPattern(pattern, "").test(key))
    .map(([, schema]) => schema);
  const schemas = [...named, ...matched];
  const further = all["additionalProperties"];
  if (schemas.length === 0 && further !== undefined) {
    return further === false ? `${at} is one field too many` : look(value, further, at);
  }
  for (const schema of schemas) {
    const problem = look(value, schema, at);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function dependentProblem(
  object: SchemaTable,
  all: SchemaTable,
  { path, look }: Spot,
): string | undefined {
  // In draft 7 both are one key.
  const either = Object.entries(tableOf(all["dependencies"]));
  const required = [...Object.entries(tableOf(all["dependentRequired"])), ...either];
  for (const [key, wanted] of required) {
    if (!has(object, key) || !Array.isArray(wanted)) continue;
    const missing = textsOf(wanted).find((other) => !has(object, other));
    if (missing !== undefined) return `${path}.${missing} is missing, which \`${key}\` needs`;
  }
  const schemas = either.filter(([, schema]) => !Array.isArray(schema));
  for (const [key, schema] of [...Object.entries(tableOf(all["dependentSchemas"])), ...schemas]) {
    const problem = has(object, key) ? look(object, schema, path) : undefined;
    if (problem !== undefined) return problem;
  }
  return undefined;
}

const formats: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ["date", (text) => /^\d{4}-\d\d-\d\d$/u.test(text) && isDate(`${text}T00:00:00Z`)],
  ["date-time", (text) => /^\d{4}-\d\d-\d\dT.+(?:Z|[+-]\d\d:\d\d)$/iu.test(text) && isDate(text)],
  ["email", (text) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/u.test(text)],
  ["uuid", (text) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu.test(text)],
  ["uri", (text) => /^[a-z][a-z0-9+.-]*:\S+$/iu.test(text)],
  ["ipv4", (text) => /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/u.test(text)],
]);

function isDate(text: string): boolean {
  const read = new Date(text);
  // `2026-02-30` is read as the second of March.
  return !Number.isNaN(read.valueOf()) && isInMonth(text);
}

function isInMonth(text: string): boolean {
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split("-").map(Number);
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function tableOf(value: unknown): SchemaTable {
  return isTable(value) ? value : {};
}

function has(object: SchemaTable, key: string): boolean {
  return Object.hasOwn(object, key) && object[key] !== undefined;
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}
