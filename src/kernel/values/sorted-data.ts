/**
 * Plain data with the keys of its objects in one order and without those that hold nothing, so
 * that the same data has the same text.
 * It takes whatever JSON gave, however deep and with whatever text; what is signed is written by
 * canonicalJson, which refuses what others might read in another way.
 */
export function sortedData(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => sortedData(item));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, item]) => [key, sortedData(item)]),
  );
}

/** The JSON of such data. */
export function sortedText(value: unknown): string {
  return JSON.stringify(sortedData(value));
}
