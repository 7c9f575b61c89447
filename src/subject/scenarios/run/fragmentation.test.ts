import { expect, test } from "vitest";
import { fragmentationPercent } from "./fragmentation.ts";

test("the bytes of a known scenario come out to the last one", () => {
  const percents = [1, 2, 3].map((ordinal) =>
    fragmentationPercent({ seed: 7, ordinal, bytes: 200_000 }),
  );
  expect(percents).toEqual([12, 20, 26]);
});

test("every percentage from 0 to 30 comes up, and no other", () => {
  const seen = new Set<number>();
  for (let ordinal = 1; ordinal <= 1_000; ordinal++) {
    seen.add(fragmentationPercent({ seed: 2 ** 40 + 1, ordinal, bytes: ordinal * 100 }));
  }
  expect([...seen].toSorted((a, b) => a - b)).toEqual(Array.from({ length: 31 }, (_, at) => at));
});
