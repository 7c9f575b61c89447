import { isList, isRecord, type Json, mapLeaves } from "./json-walk.ts";
import { isIdKey } from "./stale-values.ts";

type Draw = (what: string, below: number) => number;

/** The same data about something else: what names the thing is that of another one. */
export function otherEntityJson(value: Json, draw: Draw): Json {
  const swapped = swappedRows(value);
  if (swapped !== undefined) return swapped;
  const step = stepOf(draw);
  return mapLeaves(value, ({ value: leaf, key }) => {
    if (isIdKey(key)) {
      if (typeof leaf === "number") return leaf + step;
      return typeof leaf === "string" ? otherId(leaf, step) : leaf;
    }
    if (typeof leaf !== "string") return leaf;
    if (isNameKey(key)) return otherName(leaf, draw);
    return otherIdsIn(leaf, step);
  });
}

/** A text about something else. */
export function otherEntityText(text: string, draw: Draw): string {
  return otherIdsIn(text, stepOf(draw));
}

// --- inside ---

const names = ["Ines Marko", "Tom Ekberg", "Rana Haddad", "Lou Petit", "Ada Okoye"] as const;

function stepOf(draw: Draw): number {
  return 1 + draw("another one", 8);
}

function isNameKey(key: string): boolean {
  return /(?:^|[_-])(?:name|customer|user|owner|title|city|country|location|symbol)$|Name$/iu.test(
    key,
  );
}

/** Where a list has several things, each gets the name of the next one. */
function swappedRows(value: Json): Json | undefined {
  if (isList(value)) {
    const rows = value.filter((row) => isRecord(row));
    if (rows.length < 2 || rows.length !== value.length) return undefined;
    return rows.map((row, index) => {
      const next = rows[(index + 1) % rows.length] ?? row;
      return Object.fromEntries(
        Object.entries(row).map(([key, one]) => {
          const isNaming = (isIdKey(key) || isNameKey(key)) && key in next;
          return [key, isNaming ? (next[key] ?? null) : one];
        }),
      );
    });
  }
  if (!isRecord(value)) return undefined;
  let isDone = false;
  const entries = Object.entries(value).map(([key, one]): [string, Json] => {
    const swapped = swappedRows(one);
    if (swapped !== undefined) isDone = true;
    return [key, swapped ?? one];
  });
  return isDone ? Object.fromEntries(entries) : undefined;
}

function otherName(name: string, draw: Draw): string {
  const start = draw("name", names.length);
  const other = names[start] ?? names[0];
  return other === name ? (names[(start + 1) % names.length] ?? names[0]) : other;
}

/** The last digit of an id that has any is another one; its length and letters stay. */
function otherId(id: string, step: number): string {
  const at = id.search(/\d\D*$/u);
  if (at === -1) return id === "" ? id : `${id}-${step + 1}`;
  const digit = (Number(id.charAt(at)) + step) % 10;
  return `${id.slice(0, at)}${digit}${id.slice(at + 1)}`;
}

/** `ORD-1042`, `#1042`, and ids of thirty-two hexadecimal digits. */
function otherIdsIn(text: string, step: number): string {
  return text.replace(
    /\b[A-Z]{1,8}[-_]\d+\b|#\d+\b|\b[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\b/gu,
    (id) => otherId(id, step),
  );
}
