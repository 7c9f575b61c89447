/** What an input of a length took; the lengths double from one to the next. */
export interface GrowthPoint {
  readonly length: number;
  readonly work: number;
  /** What did the work, where one thing did. */
  readonly name: string;
}

/** How work grows with the length of the input. */
export type Growth = "linear" | "square" | "endless";

/**
 * How counted work grows. A sort takes a little more than twice for twice the input, so that only
 * what takes three times as much each time is told from it.
 */
export function growthOf(points: readonly GrowthPoint[]): Growth {
  if (points.length < 3) return "linear";
  const [first] = points;
  if (first !== undefined && first.work >= cutOff) return "endless";
  const ratios = points
    .slice(1)
    .map(({ work }, at) => ratioOf({ before: points[at]?.work ?? 1, after: work }));
  if (ratios.some((ratio) => ratio < squareRatio)) return "linear";
  return ratios.some((ratio) => ratio >= endlessRatio) ? "endless" : "square";
}

// --- inside ---

const squareRatio = 3;
const endlessRatio = 32;
/** Near to where counting ends. */
export const cutOff = 950_000;

/** What was cut off took more than was counted: it is given the benefit that it grew as before. */
function ratioOf({ before, after }: { readonly before: number; readonly after: number }): number {
  const ratio = after / Math.max(1, before);
  return after >= cutOff ? Math.max(ratio, squareRatio) : ratio;
}
