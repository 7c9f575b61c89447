import { isList, isRecord, type Json, mapLeaves } from "./json-walk.ts";
import { allowsNumber, isFreeText, isUnclear, type Schema, schemaAt } from "./schema-walk.ts";
import { isIdKey } from "./stale-values.ts";

type Draw = (what: string, below: number) => number;

/** Data of the same shape that is wrong: numbers scaled, booleans flipped, words swapped. */
export function wrongJson(value: Json, draw: Draw): Json {
  return mapLeaves(value, ({ value: leaf, key, path }) => {
    if (isIdKey(key)) return leaf;
    return wrongLeaf(leaf, (what, below) => draw(`${what} ${path}`, below));
  });
}

/** The same, and what a JSON schema says about the data holds for the wrong data too. */
export function wrongForSchema(value: Json, schema: Json | undefined, draw: Draw): Json {
  return wrongAt(value, { schema, root: schema, path: "", depth: 0 }, draw);
}

/** A text with other numbers and words. */
export function wrongText(text: string, draw: Draw): string {
  const swapped = text.replace(/\b[A-Za-z_]{2,14}\b/gu, (word) => otherWord(word) ?? word);
  return swapped.replace(/(?<![\w.-])\d{1,9}(?:\.\d{1,6})?(?![\w-]|\.\d)/gu, (digits) => {
    const places = digits.split(".")[1]?.length ?? 0;
    return wrongNumber(Number(digits), draw).toFixed(places);
  });
}

// --- inside ---

const depthMax = 200;

/** What a value may be swapped for; both ways. */
const opposites: readonly (readonly [string, string])[] = [
  ["open", "closed"],
  ["active", "inactive"],
  ["paid", "unpaid"],
  ["enabled", "disabled"],
  ["yes", "no"],
  ["success", "failure"],
  ["succeeded", "failed"],
  ["approved", "rejected"],
  ["available", "unavailable"],
  ["in_stock", "out_of_stock"],
  ["shipped", "cancelled"],
  ["delivered", "returned"],
  ["pending", "completed"],
  ["high", "low"],
  ["allow", "deny"],
  ["pass", "fail"],
  ["sunny", "rainy"],
  ["hot", "cold"],
  ["usd", "eur"],
  ["celsius", "fahrenheit"],
  ["true", "false"],
];

const otherWords = new Map(
  opposites.flatMap(([one, other]) => [
    [one, other],
    [other, one],
  ]),
);

function wrongLeaf(leaf: null | boolean | number | string, draw: Draw): Json {
  if (typeof leaf === "number") return wrongNumber(leaf, draw);
  if (typeof leaf === "boolean") return !leaf;
  return typeof leaf === "string" ? (otherWord(leaf) ?? leaf) : leaf;
}

function wrongNumber(value: number, draw: Draw): number {
  if (value === 0) return 1 + draw("number", 9);
  const factor = [10, 3, 100, 7][draw("factor", 4)] ?? 10;
  const wrong = value * factor;
  return Number.isInteger(value) ? wrong : Number(wrong.toPrecision(12));
}

function otherWord(word: string): string | undefined {
  const other = otherWords.get(word.toLowerCase());
  if (other === undefined) return undefined;
  if (word === word.toUpperCase()) return other.toUpperCase();
  const first = word.charAt(0);
  return first === first.toUpperCase()
    ? `${other.charAt(0).toUpperCase()}${other.slice(1)}`
    : other;
}

interface SchemaPlace {
  readonly schema: Json | undefined;
  readonly root: Json | undefined;
  readonly path: string;
  readonly depth: number;
}

function wrongAt(value: Json, place: SchemaPlace, draw: Draw): Json {
  const schema = schemaAt(place.schema, place.root);
  if (place.depth > depthMax || isUnclear(schema)) return value;
  const under = (key: string, of: Json | undefined): SchemaPlace => ({
    schema: of,
    root: place.root,
    path: `${place.path}.${key}`,
    depth: place.depth + 1,
  });
  if (isList(value)) {
    if (schema?.["uniqueItems"] === true || schema?.["prefixItems"] !== undefined) return value;
    return value.map((item, index) => wrongAt(item, under(String(index), schema?.["items"]), draw));
  }
  if (isRecord(value)) {
    const properties = schema?.["properties"];
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => {
        const of = isRecord(properties) ? properties[key] : undefined;
        return [key, isIdKey(key) ? item : wrongAt(item, under(key, of), draw)];
      }),
    );
  }
  return wrongInside(value, schema, (what, below) => draw(`${what} ${place.path}`, below));
}

function wrongInside(
  leaf: null | boolean | number | string,
  schema: Schema | undefined,
  draw: Draw,
): Json {
  const words = schema?.["enum"];
  if (words !== undefined) {
    const others = isList(words) ? words.filter((word) => word !== leaf) : [];
    return others[draw("enum", others.length)] ?? leaf;
  }
  if (typeof leaf === "number") return wrongInRange(leaf, schema, draw);
  return typeof leaf !== "string" || isFreeText(schema) ? wrongLeaf(leaf, draw) : leaf;
}

function wrongInRange(original: number, schema: Schema | undefined, draw: Draw): number {
  const wanted = [wrongNumber(original, draw), original + 1, original - 1, original / 2, -original];
  return (
    wanted.find((one) => one !== original && allowsNumber(schema, { one, original })) ?? original
  );
}
