import { GauntletError } from "../../../kernel/errors/gauntlet-error.ts";

/** When runs began; both ends as ISO dates. */
export interface DateRange {
  readonly from: string;
  readonly to: string | undefined;
}

/** Reads `last_7_days`, `last_24_hours`, or two ISO dates with `..` between them. */
export function parseDateRange(text: string, nowMs: number): DateRange {
  const [, count, unit] = /^last_(\d{1,4})_(minute|hour|day)s?$/u.exec(text) ?? [];
  if (count !== undefined && Number(count) > 0) {
    const from = new Date(nowMs - Number(count) * (unitsMs.get(unit ?? "") ?? 0));
    return { from: from.toISOString(), to: undefined };
  }
  const [first = "", second = "", ...others] = text.split(/\.\.|\//u);
  const [from, to] = [first, second].map((part) => isoDate(part.trim()));
  const isRange = from !== undefined && (to !== undefined || second.trim() === "");
  if (isRange && others.length === 0 && (to === undefined || from <= to)) return { from, to };
  throw new GauntletError({
    code: "A067",
    what: `\`date_range\` must be a time that is past or two dates, got \`${text}\``,
    where: "date_range",
    help: "write `last_7_days`, `last_24_hours` or `2026-01-01..2026-01-31`",
  });
}

// --- inside ---

const unitsMs: ReadonlyMap<string, number> = new Map([
  ["minute", 60_000],
  ["hour", 3_600_000],
  ["day", 86_400_000],
]);

function isoDate(text: string): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:\d{2})?)?$/u.test(text)) return undefined;
  // Without a zone it would mean another time on another machine.
  const zoned = /T/u.test(text) && !/(?:Z|[+-]\d{2}:\d{2})$/u.test(text) ? `${text}Z` : text;
  const time = Date.parse(zoned);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}
