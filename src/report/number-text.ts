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

/** A score from 0 to 1 in three digits, never rounded up: what is not 1 does not look it. */
export function scoreText(score: number | undefined): string {
  if (score === undefined) return "none";
  // The smallest step above is of the arithmetic, not of the score: 0.29 * 1,000 is 289.99….
  return (Math.floor(score * 1_000 + 1e-9) / 1_000).toFixed(3);
}

// --- inside ---

const hourSeconds = 3_600;
