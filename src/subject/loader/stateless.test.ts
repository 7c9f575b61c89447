import { describe, expect, test } from "vitest";
import { analyseEsm } from "./analyse-esm.ts";

function isStateless(source: string): boolean {
  const file = "/project/module.ts";
  return analyseEsm({ file, source, sourceType: "module", options: {} }).isStateless;
}

describe("a module is kept between runs when its top level only defines", () => {
  test.each([
    [
      "functions",
      `export function f() { let own = 0; return () => ++own; } export const g = () => new Map();`,
    ],
    [
      "classes",
      `export class A { #x = 0; y = new Map(); static make() { return new A(); }
        bump() { this.#x++; this.y.clear(); } }`,
    ],
    [
      "a class of a class",
      `import { B } from "./b.ts"; export class A extends B { constructor() { super(); } }`,
    ],
    [
      "primitives",
      `export const a = 1, b = "x" + a, c = -a * 60_000, d = \`\${a}\`, e = null, f = undefined;`,
    ],
    [
      "frozen literals",
      `const a = Object.freeze({ x: 1, f: () => 2, inner: Object.freeze([1, "2"]) });
        export default Object.freeze([a]);`,
    ],
    [
      "symbols and constants of the language",
      `export const key = Symbol("key"), max = Number.MAX_SAFE_INTEGER, tau = Math.PI * 2;`,
    ],
    ["a pattern that remembers nothing", `export const pattern = /^a+$/u;`],
    [
      "static constants",
      `export class A { static limit = 5; static of(x: number) { return x + A.limit; } }`,
    ],
    ["types only", `export interface A { b: string } export type C = A | undefined;`],
    ["where it lies", `export const here = () => import.meta.url;`],
    [
      "a test",
      `import { chaosTest, fault } from "gauntlet"; import fc from "fast-check";
      export default chaosTest({ name: "x", faults: [fault.timeout("a#b")], setup: () => ({ n: 0 }), rules: { r: { draw: { n: fc.integer({ min: 1 }).map((x) => x) }, run(state) {} } } });`,
    ],
    [
      "a simulation",
      `import { simulation } from "gauntlet"; import { run } from "./run.ts";
        export const test = simulation({ name: "y", run });`,
    ],
    [
      "a target of a scan",
      `import { callTest } from "gauntlet/scan-subject"; import * as m0 from "./money.ts";
        export const total = callTest({ target: { name: "total", min: -1, calls: [null] },
          modules: { "src/money.ts": m0 }, options: { object: { factory: m0.cart } } });`,
    ],
  ])("%s", (_name, source) => {
    expect(isStateless(source)).toBe(true);
  });
});

describe("a module is fresh in each run when it could remember", () => {
  test.each([
    ["a variable that changes", `let n = 0; export const next = () => ++n;`],
    ["a collection", `export const seen = new Map();`],
    ["an array, whatever its type says", `export const list = [1, 2] as const;`],
    ["an object", `export const settings = { retries: 1 };`],
    ["a frozen object that holds an open one", `export const a = Object.freeze({ inner: {} });`],
    ["a pattern with a position", `export const pattern = /a/g;`],
    ["a property on a function", `export function f() { f.calls = (f.calls ?? 0) + 1; }`],
    [
      "a property on a class",
      `export class A { static instance?: A; static get() { return (A.instance ??= new A()); } }`,
    ],
    ["a property through this", `export class A { static next() { this.n = 1; } }`],
    ["a static collection", `export class A { static all = new Set(); }`],
    ["a static block", `export class A { static { globalThis.x = 1; } }`],
    ["a computed key", `import { key } from "./k.ts"; export class A { [key()]() {} }`],
    ["a computed base", `import { mixin } from "./m.ts"; export class A extends mixin() {}`],
    ["a call", `import { load } from "./l.ts"; export const config = load();`],
    ["a statement", `console.log("loaded"); export const a = 1;`],
    [
      "a change to what it imports",
      `import { state } from "./s.ts"; export const set = () => { state.x = 1; };`,
    ],
    ["an import at run time", `export const load = () => import("./x.ts");`],
    ["its own meta", `export const meta = import.meta;`],
    ["an await", `export const a = await 1;`],
    ["an eval", `export const run = (text: string) => eval(text);`],
    ["a destructured value", `const { a } = { a: 1 }; export { a };`],
    [
      "a shadowed freeze",
      `const Object = { freeze: (x: unknown) => x }; export const a = Object.freeze([1]);`,
    ],
    ["a call of another package", `import { create } from "elsewhere"; export default create({});`],
    [
      "an assertion at top level",
      `import { always } from "gauntlet"; export const a = always(true, "x");`,
    ],
    [
      "a test that holds a collection",
      `import { simulation } from "gauntlet";
        export default simulation({ name: "y", seen: new Map() });`,
    ],
  ])("%s", (_name, source) => {
    expect(isStateless(source)).toBe(false);
  });
});
