import { type Json, mapLeaves } from "./json-walk.ts";

type Draw = (what: string, below: number) => number;

/** Data as it was a while ago: dates moved back, versions lowered, amounts smaller. */
export function staleJson(value: Json, draw: Draw): Json {
  const days = daysBack(draw);
  return mapLeaves(value, ({ value: leaf, key }) => {
    if (typeof leaf === "string") return olderText(leaf, days);
    if (typeof leaf !== "number" || isIdKey(key)) return leaf;
    return olderNumber(leaf, key, days);
  });
}

/** A text as it was a while ago. */
export function staleText(text: string, draw: Draw): string {
  return olderText(text, daysBack(draw));
}

/** Whether a key names a thing instead of saying something about it. */
export function isIdKey(key: string): boolean {
  return /(?:^|[_-])(?:id|ids|uuid|guid|sku|key|code|number|no)$|(?:Id|Ids|Uuid|Sku)$/u.test(key);
}

// --- inside ---

const dayMs = 86_400_000;

function daysBack(draw: Draw): number {
  return 30 + draw("days back", 335);
}

function olderText(text: string, days: number): string {
  const dated = text.replace(
    /\b((?:19|20)\d{2})-(\d{2})-(\d{2})(?=$|[^\d-])/gu,
    (whole, year: string, month: string, day: string) => {
      const at = Date.UTC(Number(year), Number(month) - 1, Number(day)) - days * dayMs;
      return Number.isNaN(at) ? whole : new Date(at).toISOString().slice(0, 10);
    },
  );
  const versioned = dated.replace(
    /\b(v?)(\d{1,4}\.\d{1,4}\.\d{1,4})\b(?!\.\d)/gu,
    (whole, v: string, version: string) => olderVersion(v, version) ?? whole,
  );
  if (versioned !== text) return versioned;
  // Nothing but a year says how old it is.
  return text.replace(/\b20\d{2}\b/gu, (year) => String(Number(year) - Math.ceil(days / 365)));
}

function olderVersion(v: string, version: string): string | undefined {
  const [major = 0, minor = 0, patch = 0] = version.split(".").map(Number);
  if (minor > 0) return `${v}${major}.${minor - 1}.0`;
  if (major > 0) return `${v}${major - 1}.9.0`;
  return patch > 0 ? `${v}0.0.${patch - 1}` : undefined;
}

function olderNumber(value: number, key: string, days: number): number {
  if (/(?:at|time|timestamp|date|epoch|updated|created)$/iu.test(key)) {
    if (value > 1e12 && value < 1e13) return value - days * dayMs;
    if (value > 1e9 && value < 1e10) return value - (days * dayMs) / 1000;
  }
  if (/^year$/iu.test(key)) return value - 1;
  const older = value * (1 - (5 + (days % 30)) / 100);
  return Number.isInteger(value) ? Math.floor(older) : Number(older.toPrecision(6));
}
