import { expect, test } from "vitest";
import { keepPool, refillPools } from "./entropy-pools.ts";

test("a stock of random numbers is the same at the start of every run", () => {
  const { random } = Math;
  const stock: number[] = [];
  keepPool("stock", () => stock.splice(0, stock.length, Math.random(), Math.random()));
  refillPools();
  const first = stock.slice();
  stock.pop();
  refillPools();
  expect(stock).toEqual(first);
  expect(new Set(first).size).toBe(2);
  expect(Math.random).toBe(random);
});

test("chance is put back although a stock throws", () => {
  const { random } = Math;
  keepPool("empty", () => {
    throw new Error("no more");
  });
  expect(refillPools).toThrow("no more");
  expect(Math.random).toBe(random);
});
