import fc from "fast-check";
import { expect, test } from "vitest";
import { chaosTest } from "../../src/index.ts";
import { smallest } from "./smallest.ts";

// The second half of the shrink suite: values, long sequences, and runs that can fail in two ways.

test("a nested structure comes out with one leaf", async () => {
  const tree = fc.letrec<{ node: { value: number; children: unknown[] } }>((tie) => ({
    node: fc.record({
      value: fc.integer({ min: 0, max: 1_000 }),
      children: fc.oneof(
        { maxDepth: 3 },
        fc.constant<unknown[]>([]),
        fc.array(tie("node"), { maxLength: 3 }),
      ),
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
  expect(found.story).toEqual([
    "add node={value: 901, children: []}",
    "add throws Error: the sum is too large",
  ]);
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
  expect(found.story).toEqual(["merge keys=[0, 0]", "merge throws Error: two keys are equal"]);
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
  expect(found.story).toEqual(['render text="<"', "render throws Error: markup gets through"]);
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
