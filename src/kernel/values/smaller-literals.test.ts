import { expect, test } from "vitest";
import { encodeLiteral } from "./literal.ts";
import { smallerLiterals } from "./smaller-literals.ts";

test.for<[unknown, (value: unknown) => boolean, unknown]>([
  [1e21, (value) => Number(value) > 50, 51],
  [-7, (value) => Number(value) < 0, -1],
  [0.3, (value) => !Number.isInteger(value), 0.3],
  [Number.NaN, Number.isNaN, Number.NaN],
  [true, () => true, false],
  [99n, (value) => Number(value) > 9, 12n],
  ["some free text", (value) => String(value).includes("free"), "free"],
  ["xyz", (value) => String(value).length === 3, "aaa"],
  [[3, 7, 9], (value) => (value as unknown[]).includes(7), [7]],
  [{ a: 1, b: { c: "x", d: [1, 2] } }, (value) => "b" in (value as object), { b: {} }],
  [new Set([1, 2]), (value) => (value as Set<unknown>).size > 0, new Set([0])],
  [new Map([["key", 5]]), (value) => (value as Map<unknown, unknown>).size > 0, new Map([["", 0]])],
  [new Date(5_000), (value) => value instanceof Date, new Date(0)],
  [null, () => true, null],
])("%o becomes as simple as it can be", ([value, fails, smallest]) => {
  let best = value;
  let isSmaller = true;
  for (let rounds = 0; isSmaller && rounds < 500; rounds++) {
    isSmaller = false;
    for (const candidate of smallerLiterals(best)) {
      if (!fails(candidate)) continue;
      best = candidate;
      isSmaller = true;
      break;
    }
  }
  expect(isSmaller, "it ends").toBe(false);
  expect(best).toEqual(smallest);
});

test("candidates can all be written down, and leave the value as it is", () => {
  const value = { list: [{ a: "text" }, { a: "other" }], map: new Map([["k", [1, 2]]]) };
  const before = JSON.stringify(encodeLiteral(value));
  const candidates = [...smallerLiterals(value)];
  expect(candidates.length).toBeGreaterThan(10);
  for (const candidate of candidates) expect(encodeLiteral(candidate)).toBeDefined();
  expect(JSON.stringify(encodeLiteral(value))).toBe(before);
});
