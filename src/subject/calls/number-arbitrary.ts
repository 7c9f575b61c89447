import type * as FastCheck from "fast-check";
import type { NumberShape } from "../../kernel/values/shape.ts";
import { smallerLiterals } from "../../kernel/values/smaller-literals.ts";
import { type Arbitrary, fastCheck } from "./fast-check.ts";

/** Numbers of a shape: mostly small ones, sometimes those at which arithmetic goes wrong. */
export function numberArbitrary(shape: NumberShape): Arbitrary {
  const fc = fastCheck();
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = shape;
  const fits = (value: unknown): value is number =>
    typeof value === "number" && isNumberOf(value, shape);
  const edges = [...edgeNumbers, min, max].filter(fits);
  const low = Math.max(Math.ceil(min), -smallMax);
  const high = Math.min(Math.floor(max), smallMax);
  type Random = Parameters<Arbitrary["generate"]>[0];
  const draw = (random: Random): number => {
    const kind = random.nextInt(0, 19);
    if (kind < kinds.tiny && low <= 0 && high >= 2) return random.nextInt(0, 2);
    if (kind < kinds.small && low <= high) return random.nextInt(low, high);
    if (kind < kinds.wide || edges.length === 0) {
      const wide = kind % 2 === 0 ? random.nextInt() : fraction(random.nextInt(), random);
      if (fits(wide)) return wide;
      if (low <= high) return random.nextInt(low, high);
      const between = min + (max - min) * (random.nextInt(0, 1_000) / 1_000);
      return fits(between) ? between : fits(Math.round(between)) ? Math.round(between) : min;
    }
    return edges[random.nextInt(0, edges.length - 1)] ?? 0;
  };
  class Numbers extends fc.Arbitrary<number> {
    override generate(random: Random): FastCheck.Value<number> {
      return new fc.Value(draw(random), undefined);
    }

    override canShrinkWithoutContext(value: unknown): value is number {
      return fits(value);
    }

    override shrink(value: number): FastCheck.Stream<FastCheck.Value<number>> {
      const smaller = fc.stream(smallerNumbers(value)).filter(fits);
      return smaller.map((found) => new fc.Value(found, undefined));
    }
  }
  return new Numbers();
}

/** Whether a number is one of a shape; NaN is one of a shape that says nothing. */
export function isNumberOf(value: number, { isInteger = false, min, max }: NumberShape): boolean {
  if (isInteger && !Number.isInteger(value)) return false;
  if (min !== undefined && !(value >= min)) return false;
  return max === undefined || value <= max;
}

// --- inside ---

const smallMax = 100;

/** What fails for a huge number may fail for any that is negative, or has a fraction. */
const plainest: readonly number[] = [0, 1, -1, 0.5];

function* smallerNumbers(value: number): Generator {
  const at = plainest.indexOf(value);
  yield* at < 0 ? plainest : plainest.slice(0, at);
  if (at < 0) yield* smallerLiterals(value);
}

const edgeNumbers: readonly number[] = [
  0,
  -0,
  1,
  -1,
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

/**
 * How often, of twenty: tiny numbers, because ids and indexes that are equal or next to each other
 * are where much goes wrong, then small whole numbers, wide ones, and edges.
 */
const kinds = { tiny: 3, small: 12, wide: 16 };

/** Numbers as people write them: `19.99`, `0.125`. */
function fraction(value: number, random: { nextInt(min: number, max: number): number }): number {
  const parts = [10, 100, 1_000, 3, 8, 1e9];
  return (value % 1_000_000) / (parts[random.nextInt(0, parts.length - 1)] ?? 10);
}
