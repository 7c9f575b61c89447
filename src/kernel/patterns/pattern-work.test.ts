import { expect, test } from "vitest";
import { patternWork } from "./pattern-work.ts";

test.each([
  /^(a+)+$/,
  /(a|a)*b/,
  /(a|ab)+c/u,
  /(?:\w+\s?)+$/,
  /(?<name>[^x]*)*y/u,
  /((ab)?c)*d/,
  /(a*){2,}b/,
  /(\w+) \1/,
  /(?<w>\w+)\k<w>/u,
  /((((a+))))+/,
  /([\]a]|b)*c/,
])("%s may go on without end", (pattern) => {
  expect(patternWork(pattern, 10)).toBe(Number.POSITIVE_INFINITY);
});

test.each([
  [/order/i, 1_001],
  [/^order/, 1],
  [/^yes|no/, 2_002],
  [/order (\d+)/u, 1_001 * 1_001],
  [/^\s*\{.*\}\s*$/s, 1_001 ** 3],
  [/(abc)+/, 1_001 ** 2],
  [/[(*+|)]/, 1_001],
  [/\(\*\+\|\)/, 1_001],
  [/colou?r/, 2_002],
  [/\d{4}-\d{2}/, 1_001 * 15],
  [/\p{L}\u{61}a{200}/u, 1_001 ** 2],
])("%s takes so many steps at most", (pattern, steps) => {
  expect(patternWork(pattern, 1_000)).toBe(steps);
});

test("many that may be left out are as many ways", () => {
  expect(patternWork(new RegExp(`${"a?".repeat(30)}${"a".repeat(30)}`), 30)).toBeGreaterThan(1e9);
});
