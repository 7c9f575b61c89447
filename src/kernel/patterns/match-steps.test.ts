import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { matchSteps } from "./match-steps.ts";

const stepsMax = 200_000;
const stepsOf = (pattern: RegExp, text: string): number | undefined =>
  matchSteps(pattern, text, stepsMax)?.steps;

describe("counted steps of a search", () => {
  test.each([
    ["a+b", /a+b/],
    ["nested repeats over one way to read", /^(?:[a-z]+ )*$/],
    ["an anchored list", /^\s*[\w-]+(?:,[\w-]+)*$/],
    ["a lazy repeat with an end", /^".*?"/],
  ])("of %s on what it is for grow with the text", (_, pattern) => {
    const text = pattern.source.startsWith('^"') ? `"${"a".repeat(1_000)}"` : "a".repeat(1_000);
    expect(stepsOf(pattern, `${text}b`)).toBeLessThan(20_000);
  });

  test.each([
    [/(a+)+$/, "a", "!"],
    [/^(\w+\s?)*$/, "a", "!"],
    [/(?:a|a)*b/, "a", "c"],
    [/^(([a-z])+.)+[A-Z]([a-z])+$/, "a", ""],
  ])("of %s grow without end", (pattern, piece, end) => {
    expect(stepsOf(pattern, piece.repeat(40) + end)).toBe(stepsMax);
  });

  test("of `\\s+$` on spaces inside of a text grow with the square of their number", () => {
    const counts = [50, 100, 200].map((n) => stepsOf(/\s+$/, `${" ".repeat(n)}x`) ?? 0);
    const [first = 0, second = 0, third = 0] = counts;
    expect(second / first).toBeGreaterThan(3.5);
    expect(third / second).toBeGreaterThan(3.7);
  });

  test("are not told of what is not counted", () => {
    for (const pattern of [/(a)\1/, /(?<=a)b/, /^a/m, /a{1,5000}/, /(?<n>a)\k<n>/u]) {
      expect(stepsOf(pattern, "aab")).toBeUndefined();
    }
  });

  test("come with what the engine finds", () => {
    const patterns = [
      /b|c/,
      /a*?c/,
      /(?:ab?)+c$/,
      /(?!ab)a\b/,
      /(?=.c)./,
      /[^a-b]{2,3}$/,
      /(|a)*c/,
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...patterns, /^(?:a|b)?c{2,}(?:\s|$)/, /\Bb+/i, /^(?:)|x/),
        fc.string({ unit: fc.constantFrom("a", "b", "c", " ", "B") }),
        (pattern, text) => {
          expect(matchSteps(pattern, text, stepsMax)?.isFound).toBe(pattern.test(text));
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
