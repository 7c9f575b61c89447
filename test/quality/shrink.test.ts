import fc from "fast-check";
import { expect, test } from "vitest";
import { always, buggify, chaosTest, simulation } from "../../src/index.ts";
import { smallest } from "./smallest.ts";

// What is found and how small it gets. Each story is pinned to the line: a change that makes one
// longer is a change for the worse, whatever else it does.

test("a boundary argument comes out at the boundary", async () => {
  const found = await smallest(() =>
    chaosTest({
      name: "limit",
      setup: () => ({ largest: 0 }),
      rules: {
        put: {
          draw: { size: fc.integer({ min: 0, max: 100_000 }) },
          run: (state, { size }) => void (state.largest = Math.max(state.largest, size)),
        },
      },
      invariants: { "no size above 4096": (state) => state.largest <= 4_096 },
    }),
  );
  expect(found.story).toEqual(["put size=4097"]);
  expect(found.replayed).toBe(20);
});

test("an ordering bug keeps only the steps that matter, in their order", async () => {
  const found = await smallest(() =>
    chaosTest({
      name: "session",
      setup: () => ({ isOpen: false, isClosed: false, writes: 0 }),
      rules: {
        open: { run: (s) => void (s.isOpen = true) },
        write: { run: (s) => void (s.writes += s.isOpen ? 1 : 0) },
        close: { run: (s) => void (s.isClosed = s.isOpen) },
        look: { run: () => {} },
        reopen: {
          run: (s) => {
            if (s.isClosed && s.writes > 0) throw new Error("a closed session was opened again");
          },
        },
      },
    }),
  );
  expect(found.story.slice(0, 4).toSorted()).toEqual(["close", "open", "reopen", "write"]);
  expect(found.story[0]).toBe("open");
  expect(found.story[3]).toBe("reopen");
});

test("a duplicate comes out as the same value twice", async () => {
  const found = await smallest(() =>
    chaosTest({
      name: "users",
      setup: () => ({ names: [] as string[] }),
      rules: {
        add: {
          draw: { name: fc.constantFrom("ada", "ben", "cleo", "dan") },
          run: (state, { name }) => void state.names.push(name),
        },
        forget: { run: (state) => void state.names.pop() },
      },
      invariants: { "names are unique": ({ names }) => new Set(names).size === names.length },
    }),
  );
  expect(found.story).toEqual(['add name="ada"', 'add name="ada"']);
});

test("a race comes out as one of two writers", async () => {
  const found = await smallest(() => {
    let balance = 100;
    const withdraw = async (amount: number): Promise<void> => {
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 10));
      const before = balance;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 10));
      balance = before - amount;
    };
    return simulation({
      name: "race",
      run: async () => {
        await Promise.all([withdraw(30), withdraw(41)]);
        always(balance === 29, "no money appears or vanishes");
      },
    });
  });
  expect(found.broken).toBe("no money appears or vanishes");
  // With every latency at its smallest both read before either writes: nothing else is needed.
  expect(found.decisions).toEqual([
    { kind: "integer", label: "Math.random", value: 0 },
    { kind: "integer", label: "Math.random", value: 0 },
    { kind: "integer", label: "Math.random", value: 0 },
    { kind: "integer", label: "Math.random", value: 0 },
  ]);
});

test("overlapping rules come out as two rules that overlap", async () => {
  const found = await smallest(() =>
    chaosTest({
      name: "counter",
      setup: (world) => ({ world, count: 0, done: 0 }),
      rules: {
        increment: {
          run: async (state) => {
            const before = state.count;
            await state.world.sleep(5);
            state.count = before + 1;
            state.done += 1;
          },
        },
        look: { run: () => {} },
      },
      concurrency: 2,
      invariants: { "every increment counts": (state) => state.count === state.done },
    }),
  );
  expect(found.story).toEqual([
    "increment",
    "increment",
    "sleep at 5 ms",
    "increment ends at 5 ms",
    "sleep at 5 ms",
    "increment ends at 5 ms",
  ]);
});

test("a timeout comes out as the one late answer", async () => {
  const found = await smallest(() =>
    chaosTest({
      name: "timeout",
      setup: (world) => ({ world, charges: 0, orders: 0 }),
      rules: {
        pay: {
          run: async (state) => {
            state.orders += 1;
            const charge = async (): Promise<void> => {
              await state.world.sleep(buggify("the gateway is slow") ? 100 : 10);
              state.charges += 1;
            };
            const isLate = await Promise.race([
              charge().then(() => false),
              state.world.sleep(50).then(() => true),
            ]);
            if (isLate) await charge();
          },
        },
        look: { run: () => {} },
      },
      concurrency: 1,
      invariants: { "an order is charged at most once": (s) => s.charges <= s.orders },
    }),
  );
  expect(found.story).toEqual([
    "pay",
    "the gateway is slow fired",
    "sleep at 50 ms",
    "the gateway is slow fired",
    "sleep ×2 at 150 ms",
  ]);
});
