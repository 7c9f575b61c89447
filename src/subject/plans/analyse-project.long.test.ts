import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import type { TypedProject } from "./fixtures/typed-project.ts";
import { typedProject } from "./fixtures/typed-project.ts";
import type { ProjectTargets } from "./index.ts";

describe("analyses that are kept", () => {
  const files = {
    "src/base.ts": `export interface Price { amount: number }`,
    "src/money.ts": `
    import type { Price } from "./base.ts";
    export function round(price: Price): Price { return price; }
  `,
    "src/text.ts": `export function trim(text: string): string { return text.trim(); }`,
  };
  const names = ["src/money.ts", "src/text.ts"];

  function scan(project: TypedProject): Promise<ProjectTargets> {
    return project.analyse(names, { cacheDir: path.join(project.root, ".gauntlet/cache") });
  }

  async function counts(project: TypedProject): Promise<string> {
    const { analysedCount, reusedCount } = await scan(project);
    return `${analysedCount} analysed, ${reusedCount} reused`;
  }

  test("only what depends on a change is analysed again", async () => {
    using project = typedProject(files);
    const first = await scan(project);
    expect([first.analysedCount, first.reusedCount]).toEqual([2, 0]);
    const second = await scan(project);
    expect([second.analysedCount, second.reusedCount]).toEqual([0, 2]);
    expect(second.files).toEqual(first.files);
    project.write({ "src/base.ts": `export interface Price { amount: bigint }` });
    const third = await scan(project);
    expect([third.analysedCount, third.reusedCount]).toEqual([1, 1]);
    expect(JSON.stringify(third.files[0])).toContain(`{"kind":"bigint"}`);
  });

  test.each([
    [
      "the file itself",
      { "src/text.ts": `export function trim(x: number): number { return x; }` },
      1,
    ],
    [
      "a test that now calls it",
      { "test/a.ts": `import { trim } from "../src/text.ts"; trim("x");` },
      1,
    ],
    ["a test that calls nothing of it", { "test/a.ts": `export const other = 1;` }, 0],
    ["the settings of the compiler", { "tsconfig.json": `{ "compilerOptions": {} }` }, 2],
    ["the version of a package", { "package.json": `{ "type": "module", "version": "2.0.0" }` }, 2],
  ])("after a change of %s, %j", async (_, change, analysed) => {
    using project = typedProject(files);
    await scan(project);
    project.write(change);
    expect(await counts(project)).toBe(`${analysed} analysed, ${2 - analysed} reused`);
  });

  test("a file that appears where an import had looked in vain counts", async () => {
    using project = typedProject({
      ...files,
      "src/text.ts": `
      import { limit } from "./later.ts";
      export function trim(text: string, max: typeof limit): string { return text; }
    `,
    });
    const before = await scan(project);
    expect(before.files[1]?.targets[0]?.isWeak).toBe(true);
    project.write({ "src/later.ts": `export const limit: number = 3;` });
    const after = await scan(project);
    expect([after.analysedCount, after.files[1]?.targets[0]?.isWeak]).toEqual([1, false]);
  });

  test("entries that are broken or forged are not used", async () => {
    using project = typedProject(files);
    const first = await scan(project);
    const folder = path.join(project.root, ".gauntlet/cache/plans");
    const [one = "", two = ""] = readdirSync(folder);
    writeFileSync(path.join(folder, one), "{ half");
    const text = readFileSync(path.join(folder, two), "utf8");
    writeFileSync(path.join(folder, two), text.replace(`"isWeak":false`, `"isWeak":true`));
    const second = await scan(project);
    expect([second.analysedCount, second.files]).toEqual([2, first.files]);
    expect(readdirSync(folder).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  test("private names are kept apart", async () => {
    using project = typedProject({ ...files, "src/text.ts": `export function _trim(): void {}` });
    await scan(project);
    const cacheDir = path.join(project.root, ".gauntlet/cache");
    const found = await project.analyse(["src/text.ts"], { cacheDir, includePrivate: true });
    expect(found.files[0]?.targets.map(({ name }) => name)).toEqual(["_trim"]);
  });
});

describe("examples", () => {
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
      add: ['doc: [{"a":1,"b":-2}]', 'test: [{"a":4,"b":0},1,2]', 'test: [{"a":4,"b":4}]'],
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
        // @ts-expect-error a text is not a number
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
});

describe("hostile files", () => {
  const manyNames = Array.from({ length: 3000 }, (_, index) => `"n${index}"`).join(" | ");

  /** Files that try to break the analysis, and what is said about them. */
  const hostileFiles: Readonly<Record<string, string>> = {
    "src/half.ts": `export function f(x: number { return x; `,
    "src/broken-types.ts": `
    import { gone } from "./gone.ts";
    export function f(x: Missing, y: typeof gone): Nowhere { return x.y.z; }
  `,
    "src/huge-union.ts": `export function f(x: ${manyNames}): ${manyNames} { return x; }`,
    "src/growing.ts": `
    interface Nest<T> { value: T; inner?: Nest<T[]> }
    export function f(x: Nest<string>): void {}
  `,
    "src/deep.ts": `export function f(x: ${"{ a: ".repeat(60)}string${" }".repeat(60)}): void {}`,
    "src/wide.ts": `
    type Grid<N extends string> = { [K in N]: { [L in N]: { [M in N]: { v: [K, L, M] } } } };
    export function f(x: Grid<${Array.from({ length: 30 }, (_, i) => `"k${i}"`).join(" | ")}>): void {}
  `,
    "src/circle-a.ts": `
    import { b } from "./circle-b.ts";
    export function a(n: number): number { if (n < 0) throw new Error("a"); return b(n); }
    export class Left { constructor(readonly other: import("./circle-b.ts").Right) {} go(): void {} }
  `,
    "src/circle-b.ts": `
    import { a, type Left } from "./circle-a.ts";
    export function b(n: number): number { return n > 9 ? 0 : a(n - 1); }
    export class Right { constructor(readonly other: Left) {} go(): void {} }
  `,
    "src/self.ts": `
    export { f } from "./self.ts";
    export * from "./self.ts";
    export const loop: typeof loop = loop;
    type Endless = Endless[];
    export function g(x: Endless, y: typeof g): void {}
  `,
    "src/odd-names.ts": `
    export const o = { "a b"(): void {}, [Symbol.iterator](): void {}, __proto__: null, 5(): void {} };
    export class C { ["computed" + 1](): void {} "x-y"(): void {} __proto(): void {} }
    export function f(x: { __proto__: string; constructor: number; "a-b": string }): void {}
  `,
    // Written out, what this gives back takes more memory than there is.
    "src/words.ts": `
    type First<S extends string> = S extends \`\${infer F}\${string}\` ? F : never;
    type Rest<S extends string> = S extends \`\${string}\${infer R}\` ? R : never;
    type Up<S extends string> = S extends Uppercase<S> ? true : false;
    type Last<T extends unknown[]> = T extends [...unknown[], infer R] ? R : never;
    type Words<T, S extends string = "-", A extends unknown[] = []> = string extends S ? string[]
      : T extends \`\${infer F}\${infer R}\`
      ? Last<A> extends string
        ? Up<F> extends Up<First<R>> ? Words<R, S, [...A, \`\${Last<A>}\${F}\`]>
          : Up<F> extends true ? Words<Rest<R>, S, [...A, F, First<R>]>
            : Words<R, S, [...A, First<R>]>
        : Words<R, S, [F]>
      : A;
    export declare function words<T extends string>(text: T): Words<T>;
  `,
    "src/empty.ts": ``,
    "src/binary.ts": `\u0000\u0001\uFFFD export`,
  };

  test("no file stops the analysis of the others", async () => {
    using project = typedProject(hostileFiles);
    const listed = [...Object.keys(hostileFiles), "src/not-there.ts"];
    const { files: found } = await project.analyse(listed);
    const told = found.flatMap(({ module, targets, problem }) => [
      ...(problem === undefined ? [] : [`${module}: ${problem}`]),
      ...targets.map(({ name, blocked, isWeak }) => {
        const state =
          blocked === undefined ? (isWeak ? "weak" : "fine") : `blocked, ${blocked.why}`;
        return `${module} ${name}: ${state}`;
      }),
    ]);
    expect(told).toMatchInlineSnapshot(`
    [
      "src/half.ts f: weak",
      "src/broken-types.ts f: weak",
      "src/huge-union.ts f: fine",
      "src/growing.ts f: weak",
      "src/deep.ts f: weak",
      "src/wide.ts f: blocked, the types of its parameters are too large to be read",
      "src/circle-a.ts a: fine",
      "src/circle-a.ts Left: blocked, a parameter contains itself without end",
      "src/circle-a.ts new Left: blocked, a parameter contains itself without end",
      "src/circle-b.ts b: fine",
      "src/circle-b.ts Right: blocked, a parameter contains itself without end",
      "src/circle-b.ts new Right: blocked, a parameter contains itself without end",
      "src/self.ts g: fine",
      "src/odd-names.ts o.5: fine",
      "src/odd-names.ts f: fine",
      "src/words.ts words: fine",
      "src/empty.ts: it exports nothing that can be called",
      "src/binary.ts: it cannot be parsed: line 1: File appears to be binary.",
      "src/not-there.ts: the file cannot be read",
    ]
  `);
  });

  test("of a huge union some members are made and none is refused", async () => {
    using project = typedProject({ "src/main.ts": hostileFiles["src/huge-union.ts"] ?? "" });
    const call = (await project.calls()).get("f");
    const shape = call?.params[0]?.shape;
    expect(shape?.kind === "union" ? shape.of.length : 0).toBe(100);
    expect(call?.returns.kind).toBe("weak");
  });
});
