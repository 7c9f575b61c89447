/** The longest that a timer of the host can wait: 24 days. Longer, and it would fire at once. */
export const timerMsMax: number = 2 ** 31 - 1;

/** A delay that a timer of the host keeps to, as near as it can be to the one that is wanted. */
export function timerMs(ms: number): number {
  return Math.min(ms, timerMsMax);
}
