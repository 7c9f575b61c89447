import fc from "fast-check";
import { expect, test } from "vitest";
import { GauntletError } from "../errors/gauntlet-error.ts";
import { formatSeed, parseSeed, seedWords } from "./seed.ts";

const typed = fc
  .oneof(
    fc.string({ minLength: 1, maxLength: 200 }),
    fc.maxSafeInteger().map(String),
    fc.bigInt({ min: 0n, max: 10n ** 30n }).map(String),
    fc.nat().map((n) => `0x${n.toString(16)}`),
    fc.nat().map((n) => `00${n}`),
  )
  .filter((text) => text.trim().length > 0);

test("a seed that was shown gives the same seed again", () => {
  fc.assert(
    fc.property(typed, (text) => {
      const seed = parseSeed(text);
      expect(parseSeed(formatSeed(seed))).toBe(seed);
      expect(formatSeed(seed)).toBe(text.trim());
    }),
  );
});

test("every whole number of 53 bits is kept as a number", () => {
  fc.assert(
    fc.property(fc.nat({ max: Number.MAX_SAFE_INTEGER }), (seed) => {
      expect(parseSeed(formatSeed(seed))).toBe(seed);
    }),
  );
});

test.each(["9007199254740993", "007", "0x5eed", "-1", "1e3", "4.5", "١٢"])(
  "%s would come back changed as a number, so it stays text",
  (text) => {
    expect(parseSeed(text)).toBe(text);
  },
);

test("two seeds that read differently start differently", () => {
  fc.assert(
    fc.property(typed, typed, (first, second) => {
      fc.pre(first.trim() !== second.trim());
      expect(seedWords(parseSeed(first))).not.toEqual(seedWords(parseSeed(second)));
    }),
  );
});

test("a seed always starts the same way", () => {
  expect(seedWords(42)).toMatchInlineSnapshot(`
    {
      "words": [
        1210684491,
        750959135,
        1513560620,
        4240957774,
      ],
    }
  `);
  expect(seedWords("0x5eed")).toMatchInlineSnapshot(`
    {
      "words": [
        3766845824,
        3312247709,
        2961703119,
        2853093808,
      ],
    }
  `);
});

test.each(["", "   ", "x".repeat(201)])("an empty or endless seed is refused", (text) => {
  expect(() => parseSeed(text)).toThrow(GauntletError);
});
