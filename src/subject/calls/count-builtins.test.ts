import { expect, test } from "vitest";
import { countBuiltins } from "./count-builtins.ts";

test.for<[string, () => unknown, number]>([
  ["a search that finds nothing", () => [1, 2, 3, 4].includes(9), 4],
  ["a search that finds the second", () => [1, 2, 3, 4].includes(2), 2],
  ["an index", () => [1, 2, 3, 4].indexOf(3), 3],
  ["a copy", () => [1, 2, 3].slice(1), 2],
  ["a spread", () => Math.max(...[1, 2, 3].map(Number)), 3],
  ["a text", () => "a,b".split(","), 3],
  ["a stringification", () => JSON.stringify([1, 2]), 5],
  ["nothing of the kind", () => [1, 2, 3].at(-1), 0],
])("%s is counted by what it goes through", ([, act, amount]) => {
  let work = 0;
  const stop = countBuiltins((more) => (work += more));
  try {
    act();
  } finally {
    stop();
  }
  expect(work).toBe(amount);
});

test("afterwards everything is as it was", () => {
  const functions = (): readonly unknown[] =>
    [Array.prototype, Array, String.prototype, Object, JSON].flatMap((owner: object) =>
      Reflect.ownKeys(owner).map((key) => Reflect.getOwnPropertyDescriptor(owner, key)?.value),
    );
  const before = functions();
  const stop = countBuiltins(() => {});
  const during = before.filter((value, at) => value !== functions()[at]).length;
  stop();
  const after = before.filter((value, at) => value !== functions()[at]).length;
  expect([during > 20, after]).toEqual([true, 0]);
});
