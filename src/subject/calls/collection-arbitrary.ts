import { decodeLiteral, encodeLiteral } from "../../kernel/literal.ts";
import { type Arbitrary, fastCheck } from "./fast-check.ts";
import { depthMax } from "./shape-context.ts";
import { unmadeArbitrary } from "./unmade-arbitrary.ts";

/** Lists get shorter the deeper they stand, or types that branch would grow without end. */
export function arrays(
  of: Arbitrary | undefined,
  limits: {
    readonly lengthMin?: number;
    readonly lengthMax?: number;
    /** Only where the items may be undefined: that is what reading a hole gives. */
    readonly mayHaveHoles?: boolean;
  },
  depth: number,
): Arbitrary | undefined {
  const fc = fastCheck();
  const { lengthMin = 0, lengthMax } = limits;
  if (of === undefined) return lengthMin === 0 ? fc.constant(null).map(() => []) : undefined;
  const most = Math.max(lengthMin, depth >= depthMax ? 10 : depth + 1);
  const minLength = lengthMin;
  const maxLength = lengthMax ?? (depth >= depthMax ? undefined : most);
  const size = depth >= depthMax ? "small" : "xsmall";
  const items = fc.array(of, {
    minLength,
    size,
    ...(maxLength === undefined ? {} : { maxLength }),
  });
  if (depth < depthMax) return items;
  const room = lengthMax ?? Number.POSITIVE_INFINITY;
  const twice = fc
    .array(of, { minLength: Math.max(1, lengthMin), size: "xsmall", maxLength: Math.min(room, 20) })
    .map((list) => (list.length * 2 <= room ? [...list, ...list.map(copied)] : list));
  const holes = fc.uniqueArray(fc.nat({ max: 4 }), { minLength: 1, maxLength: 2 });
  const sparse = unmadeArbitrary(
    "sparse array",
    fc.record({ items, holes }, { noNullPrototype: true }),
  );
  const options = [
    { arbitrary: items as Arbitrary, weight: 40 },
    { arbitrary: twice, weight: 5 },
  ];
  if (limits.mayHaveHoles === true) options.push({ arbitrary: sparse, weight: 2 });
  return fc.oneof({ withCrossShrink: true }, ...options);
}

/** Maps with the keys and values of two arbitraries. */
export function maps(
  key: Arbitrary | undefined,
  value: Arbitrary | undefined,
  depth: number,
): Arbitrary | undefined {
  const fc = fastCheck();
  if (key === undefined || value === undefined) return fc.constant(null).map(() => new Map());
  const entries = fc.array(fc.tuple(key, value), { size: depth >= depthMax ? "small" : "xsmall" });
  return entries.map(
    (pairs) => new Map(pairs),
    (map) => {
      if (!(map instanceof Map)) throw new Error("not a map");
      return [...(map as Map<unknown, unknown>)];
    },
  );
}

/** Sets with the items of an arbitrary. */
export function sets(of: Arbitrary | undefined, depth: number): Arbitrary | undefined {
  const fc = fastCheck();
  if (of === undefined) return fc.constant(null).map(() => new Set());
  const items = fc.array(of, { size: depth >= depthMax ? "small" : "xsmall" });
  return items.map(
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
