import { describe, expect, test } from "vitest";
import { typedProject } from "./fixtures/typed-project.ts";

/** The names of the targets of a module, with what is said about them. */
async function namesOf(source: string, includePrivate = false): Promise<string[]> {
  using project = typedProject(source);
  const targets = [...(await project.targets({ includePrivate })).values()];
  return targets.map(({ name, calls, blocked, isWeak }) => {
    const paths = calls.map(({ kind, from }) => `${kind} ${from.path.join(".")}`);
    const marks = [...(blocked ? ["blocked"] : []), ...(isWeak ? ["weak"] : [])];
    return [name, ...marks, ...paths].join(" | ");
  });
}

describe("what a module exports", () => {
  test("functions of every spelling are called, names with `_` only when asked for", async () => {
    const source = `
      export function declared(): void {}
      export const arrow = (x: number): number => x;
      export const wrapped = memo((x: string): string => x);
      function memo<T>(f: (x: string) => T): (x: string) => T { return f; }
      export async function* stream(): AsyncGenerator<number> { yield 1; }
      export const value = 5;
      export type Only = string;
      export function _hidden(): void {}
      function inner(): void {}
      export { inner as renamed };
      export default (x: number): number => x;
    `;
    expect(await namesOf(source)).toEqual([
      "declared | function declared",
      "arrow | function arrow",
      "wrapped | function wrapped",
      "stream | function stream",
      "renamed | function renamed",
      "default | function default",
    ]);
    expect(await namesOf(source, true)).toContain("_hidden | function _hidden");
  });

  test("a default export is called by a name of its own, and nothing twice", async () => {
    const source = `
      export default function parse(text: string): string { return text; }
      export function other(): void {}
      export { other as again };
    `;
    expect(await namesOf(source)).toEqual(["parse | function default", "other | function other"]);
  });

  test("objects of functions and namespaces are called by their members", async () => {
    const source = `
      export const api = { ping(): void {}, pong: (n: number): number => n, size: 1, _own(): void {} };
      export const typed = { go(): void {} } satisfies Record<string, () => void>;
      export declare const remote: { call(): void };
    `;
    expect(await namesOf(source)).toEqual([
      "api.ping | static api.ping",
      "api.pong | static api.pong",
      "typed.go | static typed.go",
    ]);
  });

  test("a class is its public methods, its constructor and its static methods", async () => {
    const source = `
      class Base { inherited(): void {} }
      export class Cart extends Base {
        constructor(readonly limit: number) { super(); }
        add(n: number): void {}
        field = (n: number): number => n;
        get size(): number { return 1; }
        private secret(): void {}
        protected half(): void {}
        #real(): void {}
        [Symbol.iterator](): void {}
        static of(): Cart { return new Cart(1); }
      }
      export class Problem extends Error { constructor(message: string) { super(message); } }
    `;
    expect(await namesOf(source)).toEqual([
      "new Cart | constructor Cart",
      "Cart | method Cart.add | method Cart.field | method Cart.inherited",
      "Cart.of | static Cart.of",
    ]);
  });

  test("a weak or blocked method says nothing about the others", async () => {
    const source = `
      declare class Hidden { private x: number; }
      export class Store {
        get(key: string): void {}
        put(value: unknown): void {}
        link(to: Hidden): void {}
      }
    `;
    expect(await namesOf(source)).toEqual([
      "Store | method Store.get",
      "Store.put | weak | method Store.put",
      "Store.link | blocked | method Store.link",
    ]);
  });
});

describe("how an object is made", () => {
  const receiverOf = async (source: string): Promise<unknown> => {
    using project = typedProject(source);
    const target = [...(await project.targets()).values()].find(({ name }) =>
      /^[A-Z]\w*$/.test(name),
    );
    const { receiver, blocked } = target ?? {};
    return receiver === undefined
      ? blocked
      : [receiver.how, receiver.from.path.join("."), receiver.params.map(({ name }) => name)];
  };

  test.each([
    [
      "by its constructor",
      `export class A { constructor(n: number) {} go(): void {} }`,
      "constructor A n",
    ],
    [
      "by a static factory where the constructor is private",
      `export class A {
         private constructor() {}
         static at(n: number): A { return new A(); }
         go(): void {}
       }`,
      "factory A.at n",
    ],
    [
      "by an exported function where the class is abstract",
      `export abstract class A { go(): void {} }
       class B extends A {}
       export function makeA(size: number): A { return new B(); }`,
      "factory makeA size",
    ],
    [
      "not by a factory that needs one already",
      `export class A {
         private constructor() {}
         static merge(first: A): A { return first; }
         static async open(url: string): Promise<A> { return new A(); }
         go(): void {}
       }`,
      "factory A.open url",
    ],
  ])("%s", async (_, source, wanted) => {
    const [how, path, params] = (await receiverOf(source)) as [string, string, string[]];
    expect(`${how} ${path} ${params.join(" ")}`).toBe(wanted);
  });

  test("where there is no way, the line of configuration that would help is named", async () => {
    const source = `export class Pool { private constructor() {} query(sql: string): void {} }`;
    expect(await receiverOf(source)).toEqual({
      why: "`Pool` has a constructor that is not public, and no factory of it was found",
      help: [
        "# test/factories.ts: export a function makePool that gives a Pool",
        "[[objects]]",
        'target = "src/main.ts:Pool"',
        'factory = "test/factories.ts#makePool"',
      ].join("\n"),
    });
  });
});

describe("re-exports", () => {
  const files = {
    "src/money.ts": `export function add(a: number, b: number): number { return a + b; }`,
    "src/index.ts": `
      export { add as plus } from "./money.ts";
      export * as money from "./money.ts";
    `,
  };

  test("are called through the file that is scanned", async () => {
    using project = typedProject(files);
    const [file] = (await project.analyse(["src/index.ts"])).files;
    expect(file?.targets.map(({ name, calls }) => [name, calls[0]?.from, calls[0]?.place])).toEqual(
      [
        ["plus", { module: "src/index.ts", path: ["plus"] }, { file: "src/money.ts", line: 1 }],
        [
          "money.add",
          { module: "src/index.ts", path: ["money", "add"] },
          { file: "src/money.ts", line: 1 },
        ],
      ],
    );
  });

  test("are left to the file where they stand, if that is scanned too", async () => {
    using project = typedProject(files);
    const found = (await project.analyse(["src/index.ts", "src/money.ts"])).files;
    const names = found.flatMap(({ module, targets }) => targets.map(({ name }) => [module, name]));
    expect(names).toEqual([
      ["src/index.ts", "money.add"],
      ["src/money.ts", "add"],
    ]);
  });
});

describe("JavaScript and declaration files", () => {
  test("a function that is all that a file exports is called as its default", async () => {
    using project = typedProject({
      "src/whole.cjs": `
        /** @param {string} text @returns {number} */
        function size(text) { return text.length; }
        module.exports = size;
        module.exports.twice = (/** @type {number} */ n) => n * 2;
      `,
    });
    const [file] = (await project.analyse(["src/whole.cjs"])).files;
    expect(file?.targets.map(({ name, calls }) => [name, calls[0]?.from.path])).toEqual([
      ["size", ["default"]],
      ["twice", ["twice"]],
    ]);
  });

  test("types come from JSDoc", async () => {
    using project = typedProject({
      "src/plain.js": `
        /** @param {string} text @param {number} [size] @returns {string[]} */
        export function cut(text, size) {
          if (size === 0) throw new Error("empty");
          return [text];
        }
        export function untyped(x) { return x; }
      `,
    });
    const [file] = (await project.analyse(["src/plain.js"])).files;
    const [cut, untyped] = file?.targets ?? [];
    expect(
      cut?.calls[0]?.params.map(({ name, shape, isOptional }) => [name, shape, isOptional]),
    ).toEqual([
      ["text", { kind: "string" }, false],
      ["size", { kind: "number" }, true],
    ]);
    expect(cut?.calls[0]?.returns).toEqual({ kind: "array", of: { kind: "string" } });
    expect(cut?.calls[0]?.guards.map(({ fromLine }) => fromLine)).toEqual([4]);
    expect(untyped?.isWeak).toBe(true);
  });

  test("a package has its types from its declarations and its throws from its code", async () => {
    using project = typedProject({
      "node_modules/limits/package.json": JSON.stringify({
        name: "limits",
        exports: { ".": { types: "./types/main.d.ts", default: "./lib/main.js" } },
        type: "module",
      }),
      "node_modules/limits/types/main.d.ts": `
        export declare function clamp(n: number): number;
        export declare class Gauge { constructor(max: number); read(at: string): number; }
        export declare function unseen(n: number): number;
      `,
      "node_modules/limits/lib/main.js": `
        import { check } from "./check.js";
        export function clamp(n) { check(n); return n; }
        export class Gauge { read(at) { if (at === "") throw new Error("where"); return 1; } }
      `,
      "node_modules/limits/lib/check.js": `export const check = (n) => {
        if (n < 0) throw new RangeError("negative");
      };`,
    });
    const [file] = (await project.analyse(["node_modules/limits"])).files;
    const told = file?.targets.map(({ name, module, isWeak, calls }) => [
      name,
      module,
      isWeak,
      calls.flatMap(({ guards }) => guards.map((guard) => `${guard.file}:${guard.fromLine}`)),
    ]);
    expect(told).toEqual([
      ["clamp", "limits", false, ["node_modules/limits/lib/check.js:2"]],
      ["unseen", "limits", true, []],
      ["Gauge", "limits", false, ["node_modules/limits/lib/main.js:4"]],
      ["new Gauge", "limits", false, []],
    ]);
  });
});
