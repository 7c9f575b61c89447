/** How much a call did for an input of one size. */
export interface Measured {
  readonly size: number;
  readonly work: number;
  /** Whether it was stopped because it did more than this. */
  readonly isCut: boolean;
}

/** How work grows with size; undefined where it is near enough to n log n, or cannot be told. */
export type Growth =
  | { readonly kind: "power"; readonly exponent: number; readonly over: Sizes }
  | { readonly kind: "exponential"; readonly over: Sizes };

interface Sizes {
  readonly from: number;
  readonly to: number;
}

/** Says how work grows over sizes that double. Only what is clear is said. */
export function growthOf(measured: readonly Measured[]): Growth | undefined {
  const [first, last] = [measured[0], measured.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const over = { from: first.size, to: last.size };
  // Of a call that was cut off, the slope is at least this.
  const slopes = measured.slice(1).map((next, at) => slope(measured[at] ?? next, next));
  if (isExponential(slopes, last)) return { kind: "exponential", over };
  if (slopes.length < doublingsMin || last.work < workMin) return undefined;
  const tail = (last.isCut ? slopes.slice(0, -1) : slopes).slice(-tailLength);
  const exponent = tail.reduce((sum, one) => sum + one, 0) / tail.length;
  if (exponent < exponentMin || Math.min(...tail) < slopeMin) return undefined;
  return { kind: "power", exponent, over };
}

// --- inside ---

/** Fewer doublings could be a threshold that was crossed. */
const doublingsMin = 4;
const tailLength = 3;

/** n log n has a slope of 1.2 at these sizes, n^1.5 is 1.5. */
const exponentMin = 1.8;
const slopeMin = 1.6;

/** Less work than this is nothing that anybody waits for. */
const workMin = 5_000;

/** Doubling the size of n^4 multiplies the work by 16; one step that does more is no power. */
const leapMin = 4.5;

function isExponential(slopes: readonly number[], { isCut }: Measured): boolean {
  const [before = 0, last = 0] = slopes.slice(-2);
  // What was slow before may be a threshold that was crossed.
  if (last < leapMin || before < slopeMin) return false;
  return isCut || last > 1.5 * before;
}

/** The exponent between two sizes of which the second is twice the first. */
function slope(first: Measured, second: Measured): number {
  return Math.log2(Math.max(1, second.work) / Math.max(1, first.work));
}
