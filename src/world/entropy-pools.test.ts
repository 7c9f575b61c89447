import { expect, test } from "vitest";
import { fillForPool, keepPool, refillPools } from "./entropy-pools.ts";

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

test("bytes are filled for a stock while it is refilled, and only then", () => {
  const seen: unknown[] = [];
  const bytes = new Uint8Array(32).fill(7);
  keepPool("bytes", () => {
    seen.push(fillForPool(bytes));
  });
  refillPools();
  expect(seen).toEqual([true]);
  expect([...bytes]).toEqual([...Array<number>(16).fill(0xff), ...Array<number>(16).fill(0)]);
  expect(fillForPool(bytes.fill(7))).toBe(false);
  expect(bytes[0]).toBe(7);
});

test("chance is put back although a stock throws", () => {
  const { random } = Math;
  keepPool("empty", () => {
    throw new Error("no more");
  });
  expect(refillPools).toThrow("no more");
  expect(Math.random).toBe(random);
});
