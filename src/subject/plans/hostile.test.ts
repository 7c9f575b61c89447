import { expect, test } from "vitest";
import { typedProject } from "./fixtures/typed-project.ts";

const names = Array.from({ length: 3000 }, (_, index) => `"n${index}"`).join(" | ");

/** Files that try to break the analysis, and what is said about them. */
const files: Readonly<Record<string, string>> = {
  "src/half.ts": `export function f(x: number { return x; `,
  "src/broken-types.ts": `
    import { gone } from "./gone.ts";
    export function f(x: Missing, y: typeof gone): Nowhere { return x.y.z; }
  `,
  "src/huge-union.ts": `export function f(x: ${names}): ${names} { return x; }`,
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
  "src/empty.ts": ``,
  "src/binary.ts": `\u0000\u0001\uFFFD export`,
};

test("no file stops the analysis of the others", async () => {
  using project = typedProject(files);
  const listed = [...Object.keys(files), "src/not-there.ts"];
  const { files: found } = await project.analyse(listed);
  const told = found.flatMap(({ module, targets, problem }) => [
    ...(problem === undefined ? [] : [`${module}: ${problem}`]),
    ...targets.map(({ name, blocked, isWeak }) => {
      const state = blocked === undefined ? (isWeak ? "weak" : "fine") : `blocked, ${blocked.why}`;
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
      "src/empty.ts: it exports nothing that can be called",
      "src/binary.ts: it cannot be parsed: line 1: File appears to be binary.",
      "src/not-there.ts: the file cannot be read",
    ]
  `);
});

test("of a huge union some members are made and none is refused", async () => {
  using project = typedProject({ "src/main.ts": files["src/huge-union.ts"] ?? "" });
  const call = (await project.calls()).get("f");
  const shape = call?.params[0]?.shape;
  expect(shape?.kind === "union" ? shape.of.length : 0).toBe(100);
  expect(call?.returns.kind).toBe("weak");
});
