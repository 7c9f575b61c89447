import type * as FastCheck from "fast-check";
import { decodeLiteral, encodeLiteral } from "../../kernel/values/literal.ts";
import { type Arbitrary, fastCheck } from "./fast-check.ts";
import { unmadeArbitrary } from "./unmade-arbitrary.ts";

/** Arrays of a shape; those with nothing in them where the items have no values. */
export function arrays(
  of: Arbitrary | undefined,
  limits: {
    readonly lengthMin?: number;
    readonly lengthMax?: number;
    /** Only where the items may be undefined: that is what reading a hole gives. */
    readonly mayHaveHoles?: boolean;
  },
  most: number,
): Arbitrary | undefined {
  const fc = fastCheck();
  const { lengthMin = 0, lengthMax = Number.POSITIVE_INFINITY } = limits;
  if (of === undefined) return lengthMin === 0 ? fc.constant(null).map(() => []) : undefined;
  const items = lists(of, { lengthMin, lengthMax, most });
  const half = Math.floor(Math.min(lengthMax, most) / 2);
  const options = [{ arbitrary: items as Arbitrary, weight: 40 }];
  if (half >= Math.max(1, lengthMin)) {
    const once = fc.array(of, { minLength: Math.max(1, lengthMin), maxLength: half });
    const twice = once.map((list) => [...list, ...list.map(copied)]);
    options.push({ arbitrary: twice, weight: 5 });
  }
  if (limits.mayHaveHoles === true) {
    const holes = fc.uniqueArray(fc.nat({ max: 4 }), { minLength: 1, maxLength: 2 });
    const parts = fc.record({ items, holes }, { noNullPrototype: true });
    options.push({ arbitrary: unmadeArbitrary("sparse array", parts), weight: 2 });
  }
  return options.length === 1 ? items : fc.oneof({ withCrossShrink: true }, ...options);
}

/** Lists that are mostly short; longer ones are accepted as well, where they are allowed. */
export function lists(
  of: Arbitrary,
  limits: { readonly lengthMin?: number; readonly lengthMax?: number; readonly most: number },
): FastCheck.Arbitrary<unknown[]> {
  const fc = fastCheck();
  const { lengthMin = 0, lengthMax = Number.POSITIVE_INFINITY, most } = limits;
  const maxLength = Math.max(lengthMin, Math.min(lengthMax, most));
  const short = fc.array(of, { minLength: lengthMin, maxLength });
  if (lengthMax <= maxLength) return short;
  const any = fc.array(of, {
    minLength: lengthMin,
    size: "small",
    ...(lengthMax === Number.POSITIVE_INFINITY ? {} : { maxLength: lengthMax }),
  });
  return fc.oneof(
    { withCrossShrink: true },
    { arbitrary: short, weight: 20 },
    { arbitrary: any, weight: 1 },
  );
}

/** Maps with the keys and values of two arbitraries. */
export function maps(
  key: Arbitrary | undefined,
  value: Arbitrary | undefined,
  most: number,
): Arbitrary | undefined {
  const fc = fastCheck();
  if (key === undefined || value === undefined) return fc.constant(null).map(() => new Map());
  return lists(fc.tuple(key, value), { most }).map(
    (pairs) => new Map(pairs as [unknown, unknown][]),
    (map) => {
      if (!(map instanceof Map)) throw new Error("not a map");
      return [...(map as Map<unknown, unknown>)];
    },
  );
}

/** Sets with the items of an arbitrary. */
export function sets(of: Arbitrary | undefined, most: number): Arbitrary | undefined {
  const fc = fastCheck();
  if (of === undefined) return fc.constant(null).map(() => new Set());
  return lists(of, { most }).map(
    (list) => new Set(list),
    (set) => {
      if (!(set instanceof Set)) throw new Error("not a set");
      return [...(set as Set<unknown>)];
    },
  );
}

// --- inside ---

/** Equal, but not the same: one object in two places could not be written down. */
function copied(value: unknown): unknown {
  const plain = encodeLiteral(value);
  return plain === undefined ? value : decodeLiteral(plain);
}
