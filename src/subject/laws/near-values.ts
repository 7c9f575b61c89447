import { sortOf } from "./sorts.ts";

/** Values that differ from one in a way that functions tend to overlook. */
export function nearValues(value: unknown): readonly unknown[] {
  if (typeof value === "string") return nearTexts(value);
  if (typeof value === "number") return [-value, value + 1, value + 0.5, value * 2];
  if (typeof value === "bigint") return [-value, value + 1n];
  if (typeof value === "boolean") return [!value];
  if (Array.isArray(value)) return [...permuted(value), ...withDuplicate(value), value.slice(1)];
  return reordered(value);
}

/** The same list in other orders; none where order makes no difference to it. */
export function permuted(value: unknown): readonly unknown[][] {
  if (!Array.isArray(value) || value.length < 2) return [];
  const items: readonly unknown[] = value;
  const turned = [...items.slice(1), ...items.slice(0, 1)];
  return items.length === 2 ? [items.toReversed()] : [items.toReversed(), turned];
}

/** The same list with one of its items twice. */
export function withDuplicate(value: unknown): readonly unknown[][] {
  if (!Array.isArray(value) || value.length === 0) return [];
  const items: readonly unknown[] = value;
  return [[...items, items[0]]];
}

/** The same text in upper and lower case, where that is only a matter of case. */
export function recased(value: unknown): readonly string[] {
  if (typeof value !== "string") return [];
  const [upper, lower] = [value.toUpperCase(), value.toLowerCase()];
  // Some letters have no partner: upper case of `ß` is `SS`, which is another text.
  if (upper.toLowerCase() !== lower || lower.toUpperCase() !== upper) return [];
  return [upper, lower].filter((text) => text !== value);
}

/** The same text with whitespace around it. */
export function padded(value: unknown): readonly string[] {
  return typeof value === "string" ? [` ${value}`, `${value} `, `\t${value}\n`] : [];
}

/** The same object with its keys in another order. */
export function reordered(value: unknown): readonly object[] {
  if (sortOf(value) !== "object") return [];
  const entries = Object.entries(value as object);
  const other = Object.fromEntries(entries.toReversed());
  // Keys that are whole numbers come first in any order, and `__proto__` is not a key here.
  const isOther = Object.keys(other).join("\u0000") !== Object.keys(value as object).join("\u0000");
  return isOther && Object.keys(other).length === entries.length ? [other] : [];
}

// --- inside ---

function nearTexts(text: string): readonly string[] {
  return [...padded(text), ...recased(text), `${text}0`, text.slice(1), `0${text}`];
}
