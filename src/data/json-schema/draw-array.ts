import type { SchemaTable } from "../../kernel/json-schema/schema-words.ts";
import { sortedText } from "../../kernel/values/sorted-data.ts";
import { type Drawing, nothing } from "./drawing.ts";
import { strongest } from "./plain-values.ts";

/** Draws a list that all tables allow, as far as can be seen from here. */
export function drawArray(demands: readonly SchemaTable[], drawing: Drawing): unknown {
  const { choose, isDeep } = drawing;
  const contained = demands.flatMap((table) => containedOf(table));
  const asked = strongest(demands, "minItems", Math.max) ?? 0;
  const min = Math.max(asked, contained.length);
  const most = strongest(demands, "maxItems", Math.min) ?? Number.POSITIVE_INFINITY;
  const max = Math.min(most, min + (isDeep ? 0 : furtherMax), itemsMax);
  const length = min + choose("items", Math.max(0, max - min) + 1);
  const isUnique = demands.some((table) => table["uniqueItems"] === true);
  // What must be contained comes last: the first places have schemas of their own more often.
  const list: unknown[] = [];
  for (let at = 0; at < length && at < itemsMax; at += 1) {
    const extra = contained[at - (length - contained.length)];
    const schemas = [...demands.flatMap((table) => itemSchemas(table, at)), ...(extra ?? [])];
    const item = itemOf(drawing, { at, list, schema: { allOf: schemas }, isUnique });
    if (item === nothing) return at >= min ? list : nothing;
    list.push(item);
  }
  return list;
}

// --- inside ---

const furtherMax = 3;
const itemsMax = 200;
const uniqueTriesMax = 8;

/** What is asked of each item that must be there. */
function containedOf(table: SchemaTable): readonly (readonly unknown[])[] {
  const { contains, minContains = 1 } = table;
  if (contains === undefined) return [];
  return Array.from({ length: Math.min(Number(minContains), itemsMax) }, () => [contains]);
}

function itemSchemas(table: SchemaTable, at: number): readonly unknown[] {
  const { items, prefixItems } = table;
  const first: readonly unknown[] = Array.isArray(prefixItems)
    ? prefixItems
    : Array.isArray(items)
      ? items
      : [];
  if (at < first.length) return [first[at]];
  const rest = Array.isArray(items) ? table["additionalItems"] : items;
  return rest === undefined ? [] : [rest];
}

function itemOf(
  { inside }: Drawing,
  of: {
    readonly at: number;
    readonly list: readonly unknown[];
    readonly schema: unknown;
    readonly isUnique: boolean;
  },
): unknown {
  const { at, list, schema, isUnique } = of;
  const taken = new Set(isUnique ? list.map((one) => sortedText(one)) : []);
  for (let tries = 0; tries < uniqueTriesMax; tries += 1) {
    const item = inside(at, schema);
    if (item === nothing || !taken.has(sortedText(item))) return item;
  }
  return nothing;
}
