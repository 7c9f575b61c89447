import type { NumberShape } from "../../kernel/shape.ts";
import { type Arbitrary, fastCheck } from "./fast-check.ts";

/** Numbers of a shape: mostly small ones, sometimes those at which arithmetic goes wrong. */
export function numberArbitrary(shape: NumberShape): Arbitrary {
  const fc = fastCheck();
  const { isInteger = false, min, max } = shape;
  const isBounded = min !== undefined || max !== undefined;
  const fits = (value: number): boolean => isNumberOf(value, shape);
  const edges = edgeNumbers.filter(fits);
  const low = Math.max(Math.ceil(min ?? -smallMax), -smallMax);
  const high = Math.min(Math.floor(max ?? smallMax), smallMax);
  const options = [];
  if (low <= high) {
    options.push({ arbitrary: fc.integer({ min: low, max: high }), weight: 9 });
    const [least, most] = [Math.max(low, 0), Math.min(high, 2)];
    // Ids, counts and indexes that are equal or next to each other are where much goes wrong.
    if (least <= most) {
      options.push({ arbitrary: fc.integer({ min: least, max: most }), weight: 4 });
    }
  }
  const all = isInteger
    ? wholeNumbers(min, max)
    : fc.double({
        ...(min === undefined ? {} : { min }),
        ...(max === undefined ? {} : { max }),
        noNaN: isBounded,
      });
  if (all !== undefined) options.push({ arbitrary: all, weight: 4 });
  if (edges.length > 0) options.push({ arbitrary: oneOfEdges(edges), weight: 4 });
  return fc.oneof({ withCrossShrink: true }, ...options);
}

/** Whether a number is one of a shape; NaN is one of a shape that says nothing. */
export function isNumberOf(value: number, { isInteger = false, min, max }: NumberShape): boolean {
  if (isInteger && !Number.isInteger(value)) return false;
  if (min !== undefined && !(value >= min)) return false;
  return max === undefined || value <= max;
}

// --- inside ---

const smallMax = 100;

/** The plainest first: a failure is shown with the first that has it. */
const edgeNumbers: readonly number[] = [
  0,
  1,
  -1,
  -0,
  0.5,
  0.1 + 0.2,
  1e-7,
  Number.MIN_VALUE,
  Number.EPSILON,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31),
  2 ** 32,
  Number.MAX_SAFE_INTEGER,
  2 ** 53,
  -(2 ** 53),
  1e21,
  Number.MAX_VALUE,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
];

/** By their place in the list, because that shrinks to those before it; constants go to the first. */
function oneOfEdges(edges: readonly number[]): Arbitrary {
  return fastCheck()
    .nat({ max: edges.length - 1 })
    .map(
      (at) => edges[at],
      (value) => {
        const at = edges.findIndex((edge) => Object.is(edge, value));
        if (at < 0) throw new Error("no such edge");
        return at;
      },
    );
}

function wholeNumbers(min: number | undefined, max: number | undefined): Arbitrary | undefined {
  const low = Math.ceil(Math.max(min ?? Number.MIN_SAFE_INTEGER, Number.MIN_SAFE_INTEGER));
  const high = Math.floor(Math.min(max ?? Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER));
  return low <= high ? fastCheck().integer({ min: low, max: high }) : undefined;
}
