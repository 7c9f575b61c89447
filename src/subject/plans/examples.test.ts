import { expect, test } from "vitest";
import { typedProject } from "./fixtures/typed-project.ts";

const main = `
  /**
   * Adds.
   * @example
   * \`\`\`ts
   * const sum = add({ a: 1, b: -2 });
   * other({ a: 9, b: 9 });
   * add({ a: random(), b: 1 });
   * \`\`\`
   */
  export function add(pair: { a: number; b: number }, ...more: number[]): number { return pair.a; }
  export class Cart {
    constructor(readonly limit: number) {}
    put(name: string, at?: Date): void {}
  }
  export const limits = { check(n: number): boolean { return n > 0; } };
  export function untouched(x: number): number { return add({ a: 5, b: x }); }
`;

test("whole argument lists are found in documentation, tests and other files", async () => {
  using project = typedProject({
    "src/main.ts": main,
    "src/barrel.ts": `export { add as plus } from "./main.ts";`,
    "src/user.ts": `
      import { limits, Cart } from "./main.ts";
      const at = "start";
      limits.check(7);
      new Cart(3).put(at, new Date("2020-01-01T00:00:00Z"));
    `,
    "test/main.test.ts": `
      import { expect, test } from "vitest";
      import * as all from "../src/main.ts";
      import { plus } from "../src/barrel.ts";
      const base = { a: 4, b: 4 } as const;
      test("adds", () => {
        expect(plus(base)).toBe(8);
        expect(all.add({ a: 1, b: -2 })).toBe(-1);
        expect(all.add({ ...base, b: 0 }, 1, 2)).toBe(7);
      });
    `,
  });
  const calls = await project.calls();
  const told = [...calls].map(([name, { examples }]) => [
    name,
    examples.map(({ source, args }) => `${source}: ${JSON.stringify(args)}`),
  ]);
  expect(Object.fromEntries(told)).toEqual({
    add: ['doc: [{"a":1,"b":-2}]', 'test: [{"a":4,"b":4}]', 'test: [{"a":4,"b":0},1,2]'],
    "Cart.put": ['call site: ["start",{"$date":1577836800000}]'],
    "new Cart": ["call site: [3]"],
    "limits.check": ["call site: [7]"],
    untouched: [],
  });
});

test("calls of something else, of wrong types or that are to fail are no examples", async () => {
  using project = typedProject({
    "src/main.ts": main,
    "test/main.spec.ts": `
      import { expect, test } from "vitest";
      import { add, untouched } from "../src/main.ts";
      function shadowed(add: (x: { a: number; b: number }) => void): void { add({ a: 1, b: 1 }); }
      test("fails", async () => {
        expect(() => untouched(-1)).toThrow();
        expect(() => { untouched(-2); }).toThrowError("x");
        await expect(untouched(-3)).rejects.toThrow();
        untouched("4" as any);
        // @ts-expect-error a text is no number
        untouched("5");
        untouched(Math.random());
        untouched(JSON.parse("6"));
      });
    `,
  });
  const calls = await project.calls();
  expect(calls.get("untouched")?.examples).toEqual([]);
  expect(calls.get("add")?.examples.map(({ source }) => source)).toEqual(["doc"]);
});
