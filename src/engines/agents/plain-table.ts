/** A table of plain data. */
export type Table = Readonly<Record<string, unknown>>;

/** Whether a value is a table. */
export function isTable(value: unknown): value is Table {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
