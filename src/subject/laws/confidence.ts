/** 95 % of a normal distribution lie within so many standard deviations. */
const deviations = 1.959964;

/** The lower end of the Wilson interval: the share is at least this, with 95 % confidence. */
export function shareAtLeast(held: number, count: number): number {
  if (count === 0) return 0;
  const share = held / count;
  const square = deviations ** 2;
  const middle = share + square / (2 * count);
  const spread = deviations * Math.sqrt((share * (1 - share)) / count + square / (4 * count ** 2));
  return Math.max(0, (middle - spread) / (1 + square / count));
}
