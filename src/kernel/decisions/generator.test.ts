import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Generator, generatorFrom } from "./generator.ts";
import { seedWords } from "./seed.ts";

describe("whole numbers", () => {
  test("lie in the range, for any range of safe integers", () => {
    fc.assert(
      fc.property(fc.nat(), fc.maxSafeInteger(), fc.maxSafeInteger(), (start, a, b) => {
        const [min, max] = [Math.min(a, b), Math.max(a, b)];
        const generator = generatorFrom(start);
        for (let drawn = 0; drawn < 20; drawn++) {
          const value = generator.integer(min, max);
          expect(Number.isSafeInteger(value)).toBe(true);
          expect(value >= min && value <= max, `${value}`).toBe(true);
        }
      }),
    );
  });

  test.each([
    [0, 1],
    [0, 9],
    [-3, 3],
    [1, 100],
  ])("are about equally frequent from %i to %i", (min, max) => {
    const counts = new Map<number, number>();
    const each = 1_000;
    const size = max - min + 1;
    const generator = generatorFrom(7);
    for (let drawn = 0; drawn < each * size; drawn++) {
      const value = generator.integer(min, max);
      counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    expect(counts.size).toBe(size);
    expect(chiSquared([...counts.values()], each)).toBeLessThan(2 * size + 20);
  });

  test.each([
    ["2^32", 0, 2 ** 32 - 1],
    ["a little over 2^32", 0, 2 ** 32],
    ["2^53", 0, Number.MAX_SAFE_INTEGER],
    ["all safe integers", Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
    ["all 32-bit integers", -(2 ** 31), 2 ** 31 - 1],
  ])("are as often odd as even, and as often high as low, over %s", (_name, min, max) => {
    const generator = generatorFrom(11);
    const middle = min + (max - min) / 2;
    let odd = 0;
    let high = 0;
    for (let drawn = 0; drawn < 2_000; drawn++) {
      const value = generator.integer(min, max);
      if (value % 2 !== 0) odd += 1;
      if (value > middle) high += 1;
    }
    for (const count of [odd, high]) {
      expect(count).toBeGreaterThan(850);
      expect(count).toBeLessThan(1_150);
    }
  });

  test("of a range of one are that one", () => {
    for (const only of [0, -5, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]) {
      expect(generatorFrom(1).integer(only, only)).toBe(only);
    }
  });
});

describe("bigints", () => {
  test("lie in the range, for any range", () => {
    const wide = fc.bigInt({ min: -(2n ** 200n), max: 2n ** 200n });
    fc.assert(
      fc.property(fc.nat(), wide, wide, (start, a, b) => {
        const [min, max] = a < b ? [a, b] : [b, a];
        const generator = generatorFrom(start);
        for (let drawn = 0; drawn < 10; drawn++) {
          const value = generator.bigInteger(min, max);
          expect(value >= min && value <= max, `${value}`).toBe(true);
        }
      }),
    );
  });

  test("are about equally frequent", () => {
    const counts = new Map<bigint, number>();
    const generator = generatorFrom(3);
    for (let drawn = 0; drawn < 10_000; drawn++) {
      const value = generator.bigInteger(-5n, 4n);
      counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    expect(chiSquared([...counts.values()], 1_000)).toBeLessThan(40);
  });

  test("use every bit of a large range", () => {
    const generator = generatorFrom(5);
    let seen = 0n;
    for (let drawn = 0; drawn < 100; drawn++) seen |= generator.bigInteger(0n, 2n ** 128n - 1n);
    expect(seen).toBe(2n ** 128n - 1n);
  });
});

test("fractions lie in [0, 1) and fill it evenly", () => {
  const generator = generatorFrom(9);
  const counts = Array.from({ length: 10 }, () => 0);
  for (let drawn = 0; drawn < 10_000; drawn++) {
    const fraction = generator.fraction();
    expect(fraction >= 0 && fraction < 1).toBe(true);
    const at = Math.floor(fraction * 10);
    counts[at] = (counts[at] ?? 0) + 1;
  }
  expect(chiSquared(counts, 1_000)).toBeLessThan(40);
});

test("a copy goes on with the same numbers and leaves the first alone", () => {
  const first = generatorFrom(4);
  first.next();
  const copy = first.copy();
  const fromCopy = Array.from({ length: 5 }, () => copy.next());
  expect(Array.from({ length: 5 }, () => first.next())).toEqual(fromCopy);
});

test("runs that lie next to each other have nothing in common", () => {
  const generator = new Generator();
  const words = seedWords("campaign");
  const seen = new Set<number>();
  for (let runIndex = 0; runIndex < 10; runIndex++) {
    generator.restart(words, runIndex);
    for (let drawn = 0; drawn < 100; drawn++) seen.add(generator.next());
  }
  expect(seen.size).toBe(1_000);
});

test("a run index may be as large as a number keeps exactly", () => {
  const generator = new Generator();
  const starts = [0, 2 ** 31, 2 ** 32, 2 ** 33, 2 ** 52, Number.MAX_SAFE_INTEGER];
  const runs = starts.map((runIndex) => {
    generator.restart(seedWords("campaign"), runIndex);
    return [generator.next(), generator.next(), generator.next()].join(" ");
  });
  expect(new Set(runs).size).toBe(starts.length);
});

test("a seed of all zeros still gives numbers", () => {
  const generator = new Generator();
  generator.restart({ words: [0, 0, 0, 0] }, 0);
  const seen = new Set(Array.from({ length: 100 }, () => generator.next()));
  expect(seen.size).toBe(100);
});

test("a restarted generator repeats itself, on every machine", () => {
  const generator = new Generator();
  generator.restart(seedWords(42), 7);
  expect(Array.from({ length: 3 }, () => generator.next())).toMatchInlineSnapshot(`
    [
      1945966170,
      4201427824,
      287656862,
    ]
  `);
});

// --- inside ---

function chiSquared(counts: readonly number[], expected: number): number {
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}
