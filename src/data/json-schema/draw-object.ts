import { isTable, type SchemaTable } from "../../kernel/json-schema/schema-words.ts";
import { readPattern } from "../../kernel/patterns/read-pattern.ts";
import { demandsOf } from "./demands.ts";
import { type Drawing, nothing } from "./drawing.ts";
import { strongest } from "./plain-values.ts";

/** Draws an object that all tables allow, as far as can be seen from here. */
export function drawObject(given: readonly SchemaTable[], drawing: Drawing): unknown {
  const { demands, keys } = keysOf(given, drawing);
  const object: Record<string, unknown> = {};
  const required = requiredOf(demands);
  for (const key of keys) {
    const schemas = demands.flatMap((table) => fieldSchemas(table, key));
    const value = drawing.inside(key, { allOf: schemas });
    if (value === nothing && required.includes(key)) return nothing;
    if (value !== nothing) define(object, key, value);
  }
  return object;
}

/** A field like any other, whatever it is called. */
export function define(object: object, key: string, value: unknown): void {
  Object.defineProperty(object, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

/** What a table asks of the field of a name. */
export function fieldSchemas(table: SchemaTable, key: string): readonly unknown[] {
  const properties = tableOf(table["properties"]);
  const own = Object.hasOwn(properties, key) ? [properties[key]] : [];
  const matched = Object.entries(tableOf(table["patternProperties"]))
    .filter(([pattern]) => readPattern(pattern, "").test(key))
    .map(([, schema]) => schema);
  const found = [...own, ...matched];
  const rest = table["additionalProperties"];
  return found.length === 0 && rest !== undefined ? [rest] : found;
}

// --- inside ---

const furtherNames = ["further", "x-added", "zusätzlich", "__proto__", "constructor", "0"];
const turnsMax = 4;
const keysMax = 60;

/** Which fields there are, and what is asked because some of them are there. */
function keysOf(
  given: readonly SchemaTable[],
  drawing: Drawing,
): { readonly demands: readonly SchemaTable[]; readonly keys: readonly string[] } {
  const { choose, isDeep, schema } = drawing;
  let demands = given;
  const keys = new Set(requiredOf(demands));
  const named = new Set(given.flatMap((table) => Object.keys(tableOf(table["properties"]))));
  for (const key of named) {
    if (!isDeep && !keys.has(key) && choose("optional", 2) === 1) keys.add(key);
  }
  const further = isDeep ? 0 : choose("further", 4) === 3 ? 1 : 0;
  const min = strongest(given, "minProperties", Math.max) ?? 0;
  const max = strongest(given, "maxProperties", Math.min) ?? keysMax;
  const wanted = Math.min(Math.max(min, keys.size + further), max, keysMax);
  for (let tries = 0; keys.size < wanted && tries < wanted * 3; tries += 1) {
    const key = furtherKey(given, tries, drawing);
    if (key !== nothing) keys.add(String(key));
  }
  for (let turn = 0; turn < turnsMax; turn += 1) {
    const added = demands.flatMap((table) => dependentOf(table, keys));
    const more = added.flatMap((one) => demandsOf(one, { root: schema.root, choose }) ?? []);
    demands = [...given, ...more];
    const before = keys.size;
    for (const key of requiredOf(demands)) keys.add(key);
    if (keys.size === before && turn > 0) break;
  }
  return { demands, keys: [...keys] };
}

function furtherKey(given: readonly SchemaTable[], at: number, drawing: Drawing): unknown {
  const { choose, inside, pattern, schema } = drawing;
  const patterns = given.flatMap((table) => Object.keys(tableOf(table["patternProperties"])));
  const names = given.map((table) => table["propertyNames"]).filter((one) => one !== undefined);
  const ways = [...(names.length > 0 ? ["names"] : []), ...patterns, undefined];
  const way = ways[(choose("name of", ways.length) + at) % ways.length];
  if (way === "names") {
    const name = inside("", { allOf: [{ type: "string" }, ...names] });
    return typeof name === "string" ? name : nothing;
  }
  if (way !== undefined) return pattern(way) ?? nothing;
  const optional = given.flatMap((table) => Object.keys(tableOf(table["properties"])));
  const all = [...optional, ...furtherNames, ...Array.from({ length: at }, (_, n) => `f${n}`)];
  const name = all[(choose("name", all.length) + at) % all.length] ?? "further";
  return schema.fits(name, { allOf: names }) ? name : nothing;
}

function dependentOf(table: SchemaTable, keys: ReadonlySet<string>): readonly unknown[] {
  const either = Object.entries(tableOf(table["dependencies"]));
  const lists = [...Object.entries(tableOf(table["dependentRequired"])), ...either];
  const schemas = [...Object.entries(tableOf(table["dependentSchemas"])), ...either];
  return [
    ...lists.flatMap(([key, list]) =>
      keys.has(key) && Array.isArray(list) ? [{ required: list as unknown[] }] : [],
    ),
    ...schemas.flatMap(([key, one]) => (keys.has(key) && !Array.isArray(one) ? [one] : [])),
  ];
}

function requiredOf(demands: readonly SchemaTable[]): readonly string[] {
  const lists = demands.map(({ required }) => required).filter((one) => Array.isArray(one));
  return [...new Set(lists.flat() as string[])];
}

function tableOf(value: unknown): SchemaTable {
  return isTable(value) ? value : {};
}
