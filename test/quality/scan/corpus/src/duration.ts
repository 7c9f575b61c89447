const unitMs: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** `90s` → 90000 */
export function parseDuration(text: string): number {
  const match = text.trim().match(/^(\d+(?:\.\d+)?)\s*(ms|s|m|h)$/)!;
  return Number(match[1]) * unitMs[match[2]];
}

/** 5400000 → `1h 30m` */
export function formatDuration(milliseconds: number): string {
  if (!Number.isFinite(milliseconds)) return "for ever";
  const sign = milliseconds < 0 ? "-" : "";
  let rest = Math.floor(Math.abs(milliseconds) / 1000);
  const seconds = rest % 60;
  rest = Math.floor(rest / 60);
  const parts = [
    [Math.floor(rest / 60), "h"],
    [rest % 60, "m"],
    [seconds, "s"],
  ] as const;
  const said = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count}${unit}`);
  return said.length === 0 ? "0s" : sign + said.join(" ");
}

/** `2024-02-30` is none. */
export function parseDay(text: string): Date {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  const date = match ? new Date(`${text}T00:00:00Z`) : undefined;
  if (date === undefined || Number.isNaN(date.getTime()) || formatDay(date) !== text) {
    throw new RangeError(`${text} is no day`);
  }
  return date;
}

export function formatDay(date: Date): string {
  return date.toISOString().slice(0, 10);
}

export function addDays(date: Date, days: number): Date {
  const moved = new Date(date);
  moved.setUTCDate(moved.getUTCDate() + days);
  return moved;
}

/** Which comes first, for `sort`. */
export function byDate(a: Date, b: Date): number {
  return a.getTime() - b.getTime();
}

/** How long ago something was. */
export function timeAgo(then: Date, now: Date = new Date()): string {
  const seconds = Math.round((now.getTime() - then.getTime()) / 1000);
  if (seconds < 60) return "just now";
  if (seconds < 3600) return `${Math.floor(seconds / 60)} minutes ago`;
  return `${Math.floor(seconds / 3600)} hours ago`;
}
