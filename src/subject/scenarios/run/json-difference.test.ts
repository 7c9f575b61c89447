import fc from "fast-check";
import { expect, test } from "vitest";
import { differencesMax, jsonDifferences } from "./json-difference.ts";

test("each kind of difference has its place", () => {
  const expected = { id: 1, gone: true, items: [1, { deep: "a" }, 3], same: null };
  const actual = { id: "1", items: [1, { deep: "b" }], same: null, new: 2 };
  expect(jsonDifferences(expected, actual)).toEqual([
    { kind: "value_mismatch", path: "$.id", expected: 1, actual: "1" },
    { kind: "missing_key", path: "$.gone", expected: true },
    { kind: "value_mismatch", path: "$.items[1].deep", expected: "a", actual: "b" },
    { kind: "missing_index", path: "$.items[2]", expected: 3 },
    { kind: "extra_key", path: "$.new", actual: 2 },
  ]);
  expect(jsonDifferences([1], [1, 2])).toEqual([{ kind: "extra_index", path: "$[1]", actual: 2 }]);
});

test("a list is not a table, and null is neither", () => {
  expect(jsonDifferences([], {})).toHaveLength(1);
  expect(jsonDifferences(null, {})).toHaveLength(1);
  expect(jsonDifferences({}, null)).toHaveLength(1);
});

test("no more are told than fit", () => {
  const many = Array.from({ length: 1_000 }, (_, at) => at);
  expect(jsonDifferences(many, [])).toHaveLength(differencesMax);
  expect(jsonDifferences({ a: many, b: 1 }, { a: [], b: 2 })).toHaveLength(differencesMax);
});

test("there is none exactly where the data is the same", () => {
  const json = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as unknown);
  fc.assert(
    fc.property(json, json, (a, b) => {
      const isSame = sorted(a) === sorted(b);
      expect(jsonDifferences(a, b).length === 0).toBe(isSame);
      expect(jsonDifferences(a, a)).toEqual([]);
    }),
  );
});

/** JSON with its keys in order, which do not count. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
