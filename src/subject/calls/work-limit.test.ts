import { expect, test } from "vitest";
import { inputSize, workLimitOf } from "./work-limit.ts";

test.each<[readonly unknown[], number]>([
  [[0, 1, 0], 1],
  [[[true], 0], 1],
  [["ab"], 2],
  [["9e9"], 9_000_000_003],
  [[{ width: 0, text: "a" }], 1],
  [[new Date(86_400_000)], 1],
  [[Infinity], Infinity],
  [[Number.NaN], 0],
])("%j is an input of size %d", (values, size) => {
  expect(inputSize(values)).toBe(size);
});

test("a limit depends on the size alone, and doubles while the input is small", () => {
  expect([0, 1, 2, 3].map((size) => workLimitOf(size).max)).toEqual([
    32_000, 64_000, 128_000, 256_000,
  ]);
  expect([0, 3, 4, 299, 300, Infinity].map((size) => workLimitOf(size).input)).toEqual([
    "small",
    "small",
    "middling",
    "middling",
    "large",
    "large",
  ]);
});

test("a value that holds itself has a size", () => {
  const list: unknown[] = [1];
  list.push(list);
  expect(inputSize([list])).toBe(3);
});
