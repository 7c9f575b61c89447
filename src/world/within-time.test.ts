import { expect, test } from "vitest";
import { matchWithin, withinTime } from "./within-time.ts";

test("a pattern that goes on without end is given up, and one that ends is matched", () => {
  const endless = `${"a".repeat(60)}!`;
  expect(matchWithin(/^(a+)+$/u, endless, 20)).toBe(undefined);
  expect(matchWithin(/^(\w|\d)*$/u, `${"1".repeat(60)}!`, 20)).toBe(undefined);
  expect(matchWithin(/^(a+)+!$/u, endless)?.value?.[0]).toBe(endless);
  expect(matchWithin(/order (\d+)/u, "my order 42")?.value?.[1]).toBe("42");
  expect(matchWithin(/no/u, "yes")).toEqual({ value: null });
});

test("a slow pattern on a long text is watched, though it is short on a short one", () => {
  const slow = /\s+$/u;
  expect(matchWithin(slow, `${" ".repeat(200_000)}x`, 20)).toBe(undefined);
  expect(matchWithin(slow, "x  ")?.value?.[0]).toBe("  ");
});

test("an ordinary pattern is not watched, so it takes no longer than before", () => {
  const pattern = /order (\d+)/u;
  const text = "please tell me where my order 42 is";
  const took = (match: () => unknown): number => {
    const startMs = performance.now();
    for (let count = 0; count < 2_000; count += 1) match();
    return performance.now() - startMs;
  };
  const watched = took(() => withinTime(() => pattern.exec(text)));
  expect(took(() => matchWithin(pattern, text))).toBeLessThan(watched);
});
