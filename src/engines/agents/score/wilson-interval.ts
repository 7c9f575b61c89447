/**
 * Between which two rates the true one lies, 19 times of 20, by Wilson's score: unlike the usual
 * interval it stays within 0 and 1 and is not empty where all or none passed.
 */
export function wilsonInterval({
  passed,
  of,
}: {
  readonly passed: number;
  readonly of: number;
}): readonly [number, number] {
  if (of === 0) return [0, 1];
  const rate = passed / of;
  const square = z * z;
  const middle = (rate + square / (2 * of)) / (1 + square / of);
  const half =
    (z * Math.sqrt((rate * (1 - rate)) / of + square / (4 * of * of))) / (1 + square / of);
  // Rounding must not put the rate itself outside.
  return [Math.max(0, Math.min(rate, middle - half)), Math.min(1, Math.max(rate, middle + half))];
}

// --- inside ---

/** 95 of 100 lie within so many standard deviations. */
const z = 1.959_963_984_540_054;
