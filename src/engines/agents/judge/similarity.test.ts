import fc from "fast-check";
import { expect, test } from "vitest";
import { agreement, similarity } from "./similarity.ts";

test("likeness is the same both ways, between 0 and 1, and 1 with itself", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (a, b) => {
      const alike = similarity(a, b);
      expect(alike).toBeGreaterThanOrEqual(0);
      expect(alike).toBeLessThanOrEqual(1);
      expect(similarity(b, a)).toBeCloseTo(alike, 12);
      expect(similarity(a, a)).toBe(1);
    }),
  );
});

test("capitals and spaces do not matter, other words do", () => {
  expect(similarity("Your order\nis here", "your ORDER is here")).toBe(1);
  expect(similarity("your order is here", "your order was here")).toBeGreaterThan(0.7);
  expect(similarity("your order is here", "no such thing")).toBeLessThan(0.2);
  expect(similarity("", "x")).toBe(0);
});

test("one text agrees with itself, several by their pairs", () => {
  expect(agreement(["a"])).toBe(1);
  expect(agreement(["same", "same", "same"])).toBe(1);
  expect(agreement(["abc", "xyz"])).toBe(0);
});
