import { describe, expect, test } from "vitest";
import { growthOf } from "./growth.ts";
import { pumped, pumpsOf } from "./pump.ts";

describe("counted work over doubling lengths", () => {
  test.each([
    ["constant", "linear", () => 500],
    ["linear", "linear", (n: number) => 40 * n],
    ["that of a sort", "linear", (n: number) => 12 * n * Math.log2(n)],
    ["a square", "square", (n: number) => 3 * n * n + 100],
    ["a cube", "square", (n: number) => n ** 3 / 1_000],
    ["an exponential", "endless", (n: number) => 1.1 ** n],
    ["cut off from the first", "endless", () => 1_000_000],
    ["a square that is cut off at last", "square", (n: number) => Math.min(1_000_000, 16 * n * n)],
    ["a step", "linear", (n: number) => (n < 256 ? 10 : 5_000)],
  ] as const)("that is %s is told as %s", (_, growth, work) => {
    const points = [64, 128, 256, 512].map((length) => ({ length, work: work(length), name: "" }));
    expect(growthOf(points)).toBe(growth);
  });
});

describe("pieces to repeat", () => {
  test("that stand there twice come first, each once", () => {
    const pieces = pumpsOf("x  y").map(({ piece }) => piece);
    expect(pieces[0]).toBe(" ");
    expect(pieces).toContain(" y");
    expect(new Set(pieces).size).toBe(8);
  });

  test("are followed by what follows, by nothing, and by what hardly a pattern takes", () => {
    const tails = pumpsOf("x  y").flatMap(({ piece, tail }) => (piece === "x" ? tail : []));
    expect(tails).toEqual(["  y", "", "\u0000\n"]);
    expect(pumpsOf("x").map(({ tail }) => tail)).toEqual(["", "\u0000\n"]);
    expect(pumped(Uint8Array.of(1), { start: 0, piece: "a", tail: "b" }, 2)).toHaveLength(3);
  });

  test("are repeated at their place, in bytes as in texts", () => {
    const pump = { start: 1, piece: "ab", tail: ")" };
    expect(pumped("(ab)", pump, 6)).toBe("(ababab)");
    const bytes = Uint8Array.of(1, 2, 3);
    const one = { start: 1, piece: bytes.slice(1, 2), tail: bytes.slice(2) };
    const repeated = pumped(bytes, one, 3);
    expect([...(repeated as Uint8Array)]).toEqual([1, 2, 2, 2, 3]);
    expect([...bytes]).toEqual([1, 2, 3]);
  });

  test("of nothing are none", () => {
    expect(pumpsOf("")).toEqual([]);
  });
});
