import { expect, test } from "vitest";
import fc from "fast-check";
import type { Decision } from "../../kernel/decisions/decision.ts";
import { decodeLiteral } from "../../kernel/values/literal.ts";
import { RecordedDecisions } from "../../kernel/decisions/recorded-decisions.ts";
import { RandomSource } from "../../kernel/decisions/random-source.ts";
import { ReplaySource } from "../../kernel/decisions/replay-source.ts";
import { seedWords } from "../../kernel/decisions/seed.ts";
import { findHints } from "./find-hints.ts";

function drawn(value: unknown): Decision {
  return { kind: "value", label: "x", bias: 0, draws: [], path: [], literal: { value } } as never;
}

function hints(value: unknown, left: unknown, right: unknown): unknown[] {
  return findHints([drawn(value)], [[left, right]]).map((hint) => decodeLiteral(hint.value));
}

test("a number is replaced by what it was compared to and by its neighbours", () => {
  expect(hints(5, 5, 900).slice(0, 3)).toEqual([900, 901, 899]);
  expect(hints(5, 900, 5).slice(0, 3)).toEqual([900, 901, 899]);
  expect(hints(6, 5, 900)).not.toContain(900);
});

test("where an operand was computed, parts are moved by the difference or the ratio", () => {
  // 309 was compared to 3 * 580.
  const value = { first: 580, third: 309 };
  expect(hints(value, 309, 1740)).toContainEqual({ first: 103, third: 309 });
  // 12 was compared to 4 + 5.
  expect(hints({ total: 12, parts: [4, 5] }, 12, 9)).toContainEqual({ total: 12, parts: [7, 5] });
});

test("a text is replaced as a whole, in part, by what was looked for and by a length", () => {
  expect(hints("abc", "abc", "gold")).toEqual(["gold"]);
  expect(hints("x-abc", "abc", "gold")).toEqual(["x-gold"]);
  expect(hints("abc", undefined, "GIFT-")).toEqual(["GIFT-", "GIFT-abc", "abcGIFT-"]);
  expect(hints("abc", 3, 1)).toEqual(["a"]);
  expect(hints("abc", 98, 122)).toEqual(["azc"]);
});

test("parts of records and lists are replaced where they are", () => {
  const value = { kind: "a", lines: [{ sku: "x", count: 2 }] };
  expect(hints(value, "a", "refund")).toEqual([{ ...value, kind: "refund" }]);
  expect(hints(value, 2, 70)[0]).toEqual({ kind: "a", lines: [{ sku: "x", count: 70 }] });
  expect(hints([1, 2, 3], 3, 2)).toContainEqual([1, 2]);
  expect(hints([1, 2], 2, 4)).toContainEqual([1, 2, 1, 2]);
  const lines = [{ sku: "x" }, { sku: "y" }];
  expect(hints(lines, 2, 3)).toContainEqual([{ sku: "x" }, { sku: "y" }, { sku: "x" }]);
});

test("big integers are replaced by their like, and nothing by another type", () => {
  expect(hints(5n, 5n, 9n)).toEqual([9n]);
  expect(hints(5, 5, "nine")).toEqual([]);
});

test("a guess that the arbitrary cannot give is refused, and its draws are taken", () => {
  const source = (): RandomSource => new RandomSource().restart(seedWords(1), 0);
  const first = new RecordedDecisions(source());
  const plain = first.value("x", fc.nat({ max: 10 }));
  const [decision] = first.log;
  const replay = (value: unknown): number => {
    const list = [{ ...decision, literal: { value, isGuess: true } }] as readonly Decision[];
    const again = new RecordedDecisions(new ReplaySource(list, { atDrift: source() }));
    return again.value("x", fc.nat({ max: 10 }));
  };
  expect(replay(7)).toBe(7);
  expect(replay(11)).toBe(plain);
  expect(replay("seven")).toBe(plain);
});
