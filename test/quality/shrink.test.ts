import fc from "fast-check";
import { expect, test } from "vitest";
import { buggify, chaosTest, simulation, always } from "../../src/index.ts";
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
  expect(found.story.slice(0, 4).sort()).toEqual(["close", "open", "reopen", "write"]);
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
  expect(found.story).toEqual(["add name=\"ada\"", "add name=\"ada\""]);
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
      invariants: { "an order is charged at most once": (s) => s.charges <= s.orders },
    }),
  );
  expect(found.story).toEqual([
    "pay",
    "the gateway is slow fired",
    "sleep at 50 ms",
    "the gateway is slow fired",
    "sleep at 150 ms",
  ]);
});

test("a nested structure comes out with one leaf", async () => {
  const tree = fc.letrec<{ node: { value: number; children: unknown[] } }>((tie) => ({
    node: fc.record({
      value: fc.integer({ min: 0, max: 1_000 }),
      children: fc.oneof({ maxDepth: 3 }, fc.constant<unknown[]>([]), fc.array(tie("node"), { maxLength: 3 })),
    }),
  })).node;
  interface Node {
    readonly value: number;
    readonly children: readonly Node[];
  }
  const sum = (node: Node): number =>
    node.value + node.children.reduce((total, child) => total + sum(child), 0);
  const found = await smallest(() =>
    chaosTest({
      name: "trees",
      setup: () => ({}),
      rules: {
        add: {
          draw: { node: tree },
          run: (_, { node }) => {
            if (sum(node as Node) > 900) throw new Error("the sum is too large");
          },
        },
      },
    }),
  );
  expect(found.story).toEqual(["add node={value: 901, children: []}", "add throws Error: the sum is too large"]);
});

test("a long sequence keeps its length and nothing else", async () => {
  const found = await smallest(
    () =>
      chaosTest({
        name: "buffer",
        setup: () => ({ filled: 0 }),
        rules: {
          put: {
            draw: { byte: fc.integer({ min: 0, max: 255 }) },
            run: (state) => {
              state.filled += 1;
              if (state.filled > 8) throw new Error("the buffer overflows");
            },
          },
          look: { run: () => {} },
          peek: { draw: { at: fc.nat(9) }, run: () => {} },
        },
      }),
    { attempts: 1_000 },
  );
  expect(found.story).toEqual([
    ...Array.from({ length: 9 }, () => "put byte=0"),
    "put throws Error: the buffer overflows",
  ]);
});

test("an array argument keeps the two elements that clash", async () => {
  const found = await smallest(() =>
    chaosTest({
      name: "merge",
      setup: () => ({}),
      rules: {
        merge: {
          draw: { keys: fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 12 }) },
          run: (_, { keys }) => {
            if (new Set(keys).size !== keys.length) throw new Error("two keys are equal");
          },
        },
      },
    }),
  );
  expect(found.story).toEqual([
    "merge keys=[0, 0]",
    "merge throws Error: two keys are equal",
  ]);
});

test("a text argument comes out as the character that matters", async () => {
  const found = await smallest(() =>
    chaosTest({
      name: "escape",
      setup: () => ({}),
      rules: {
        render: {
          draw: { text: fc.string({ maxLength: 20 }) },
          run: (_, { text }) => {
            if (text.includes("<")) throw new Error("markup gets through");
          },
        },
      },
    }),
  );
  expect(found.story).toEqual([
    "render text=\"<\"",
    "render throws Error: markup gets through",
  ]);
});

test("a state machine comes out as the two steps that disagree", async () => {
  const found = await smallest(() =>
    chaosTest({
      name: "stock",
      setup: () => ({ free: 100, reserved: 0 }),
      rules: {
        reserve: {
          draw: { count: fc.integer({ min: 1, max: 20 }) },
          run: (s, { count }) => {
            if (count > s.free) return;
            s.free -= count;
            s.reserved += count;
          },
        },
        release: {
          draw: { count: fc.integer({ min: 1, max: 20 }) },
          when: (s) => s.reserved > 0,
          run: (s, { count }) => {
            s.reserved = Math.max(0, s.reserved - count);
            s.free += count;
          },
        },
      },
      invariants: { "nothing appears": (s) => s.free + s.reserved === 100 },
    }),
  );
  expect(found.story).toEqual(["reserve count=1", "release count=2"]);
});

test("a run that can fail in two ways never changes its identity", async () => {
  const twoWays = () =>
    chaosTest({
      name: "two ways",
      setup: () => ({ a: 0, b: 0 }),
      rules: {
        a: {
          draw: { by: fc.integer({ min: 1, max: 9 }) },
          run: (s, { by }) => {
            s.a += by;
            if (s.a > 30) throw new TypeError("a is too large");
          },
        },
        b: {
          run: (s) => {
            s.b += 1;
            if (s.b > 2) throw new RangeError("b is too large");
          },
        },
      },
    });
  const first = await smallest(twoWays, { wanted: "a is too large", attempts: 1_000 });
  expect(first.broken).toBe("a is too large");
  expect(first.story.at(-1)).toBe("a throws TypeError: a is too large");
  expect(first.story).toHaveLength(5);
  expect(first.story.every((line) => line.startsWith("a "))).toBe(true);
  const second = await smallest(twoWays, { wanted: "b is too large" });
  expect(second.story).toEqual(["b", "b", "b", "b throws RangeError: b is too large"]);
});
