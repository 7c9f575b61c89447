/** A count with thousands marked: `1,000`. */
export function countText(count: number): string {
  return count.toLocaleString("en-US");
}

/** A count and what it counts: `1 run`, `1,000 runs`; an irregular plural is given. */
export function amountText(count: number, one: string, many: string = `${one}s`): string {
  return `${countText(count)} ${count === 1 ? one : many}`;
}

/** A duration at a glance: `85 ms`, `4.1 s`, `12 min 5 s`, `3 h 20 min`. */
export function durationText(seconds: number): string {
  if (!Number.isFinite(seconds) || seconds < 0) return "? s";
  if (seconds < 0.0995) return `${Math.round(seconds * 1_000)} ms`;
  if (seconds < 99.95) return `${Number(seconds.toFixed(1))} s`;
  const whole = Math.round(seconds);
  if (whole < hourSeconds) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  const minutes = Math.floor((whole % hourSeconds) / 60);
  return `${countText(Math.floor(whole / hourSeconds))} h ${minutes} min`;
}

// --- inside ---

const hourSeconds = 3_600;
