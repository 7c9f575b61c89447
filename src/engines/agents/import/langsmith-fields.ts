import { GauntletError } from "../../../kernel/errors/gauntlet-error.ts";
import { isTable, type Table } from "../plain-table.ts";

/** The value as a table, or a failure that says what is none. */
export function tableOf(value: unknown, noun: string): Table {
  if (isTable(value)) return value;
  throw changed(`${noun} is not a table`, typeof value);
}

/** A field that must be a text. */
export function textField(table: Table, field: string, noun: string): string {
  const value = table[field];
  if (typeof value === "string") return value;
  throw fieldError(table, field, { noun, must: "a text" });
}

/** A field that must be a list. */
export function listField(table: Table, field: string, noun: string): readonly unknown[] {
  const value = table[field];
  if (Array.isArray(value)) return value;
  throw fieldError(table, field, { noun, must: "a list" });
}

/** A field that must be a table; where it may be missing, nothing or null is an empty one. */
export function tableField(
  table: Table,
  field: string,
  { noun, mayMiss }: { readonly noun: string; readonly mayMiss: boolean },
): Table {
  const value = table[field];
  if (isTable(value)) return value;
  if (mayMiss && (value === undefined || value === null)) return {};
  throw fieldError(table, field, { noun, must: "a table" });
}

// --- inside ---

const keysShownMax = 12;

function fieldError(
  table: Table,
  field: string,
  { noun, must }: { readonly noun: string; readonly must: string },
): GauntletError {
  const isThere = Object.hasOwn(table, field);
  const what = isThere ? `\`${field}\` of ${noun} is not ${must}` : `${noun} has no \`${field}\``;
  const keys = Object.keys(table).slice(0, keysShownMax);
  return changed(what, `a table with ${keys.map((key) => `\`${key}\``).join(", ") || "no keys"}`);
}

function changed(what: string, got: string): GauntletError {
  return new GauntletError({
    code: "A066",
    what: `LangSmith's answer cannot be read: ${what}`,
    where: "LangSmith",
    note: `got ${got}; its API may have changed`,
    help: "write the session as a file instead, and tell us of this answer",
  });
}
