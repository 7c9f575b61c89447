import { describe, expect, test } from "vitest";
import { isClose, sameValue } from "./same-value.ts";

class Money {
  readonly cents: number;
  constructor(cents: number) {
    this.cents = cents;
  }
}
class Secret {
  readonly #value: number;
  constructor(value: number) {
    this.#value = value;
  }
  get shown(): number {
    return this.#value;
  }
}

describe("values are the same", () => {
  test.each([
    ["floats within rounding", 0.1 + 0.2, 0.3],
    ["zero and its negative", 0, -0],
    ["NaN and NaN", Number.NaN, Number.NaN],
    ["objects with keys in another order", { a: 1, b: [2] }, { b: [2], a: 1 }],
    ["sets in another order", new Set([1, "a", { b: 2 }]), new Set([{ b: 2 }, "a", 1])],
    ["maps with keys that are objects", new Map([[{ a: 1 }, 2]]), new Map([[{ a: 1 }, 2]])],
    ["dates of one moment", new Date(5), new Date(5)],
    ["bytes", Uint8Array.of(1, 2), Uint8Array.of(1, 2)],
    ["instances with the same fields", new Money(3), new Money(3)],
    ["errors of one message", new TypeError("no"), new TypeError("no")],
    ["addresses", new URL("https://a.example/b"), new URL("https://a.example/b")],
  ])("%s", (_name, first, second) => {
    expect(sameValue(first, second)).toBe(true);
  });
});

describe("values are not the same", () => {
  test.each([
    ["whole numbers that differ by one, however large", 1_700_000_000_000, 1_700_000_000_001],
    ["a number and its text", 1, "1"],
    ["null and undefined", null, undefined],
    ["a key that is missing and one that is undefined", {}, { a: undefined }],
    ["lists of different lengths", [1], [1, 1]],
    ["sets with one item that differs", new Set([1, 2]), new Set([1, 3])],
    ["an instance and its data", new Money(3), { cents: 3 }],
    ["infinities", Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  ])("%s", (_name, first, second) => {
    expect(sameValue(first, second)).toBe(false);
  });
});

describe("it cannot be told", () => {
  const hostile = (): object =>
    new Proxy(
      {},
      {
        getPrototypeOf: () => {
          throw new Error("keep out");
        },
      },
    );
  const loop: { self?: unknown } = {};
  loop.self = loop;
  const other: { self?: unknown } = {};
  other.self = other;
  test.each([
    ["functions", () => 1, () => 1],
    ["promises", Promise.resolve(1), Promise.resolve(1)],
    ["objects that show nothing", new Secret(1), new Secret(2)],
    ["symbols of one name", Symbol("a"), Symbol("a")],
    ["values that throw when they are looked at", hostile(), hostile()],
    ["values that contain themselves", loop, other],
  ])("for %s", (_name, first, second) => {
    expect(sameValue(first, second)).toBeUndefined();
  });
});

test("a scale allows for the size of what was added, and none for no rounding at all", () => {
  expect(isClose(1e-7, 0)).toBe(false);
  expect(isClose(1e-7, 0, 1e6)).toBe(true);
  expect(isClose(0.1 + 0.2, 0.3, 0)).toBe(false);
});
