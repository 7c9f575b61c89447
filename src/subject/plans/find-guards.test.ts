import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { FileTargets } from "./file-targets.ts";
import type { TypedProject } from "./fixtures/typed-project.ts";
import { typedProject } from "./fixtures/typed-project.ts";

/**
 * Each export is called from outside. A line that ends in `// meant: <reason>` begins a guard, and
 * no other line does. The constructor of an error counts, because its stack begins there.
 */
const cases: Readonly<Record<string, string>> = {
  "a condition on a parameter": `
    export function f(x: number): number {
      if (x < 0) throw new RangeError("negative"); // meant: condition
      if (x > 9) {
        const hint = x - 9;
        throw new Error("above by " + hint); // meant: condition
      } else if (Number.isNaN(x)) {
        throw new Error("no number"); // meant: condition
      }
      return x;
    }`,
  "a condition on what was computed from parameters": `
    export function f(text: string): string {
      const parts = text.split(",");
      const [first] = parts;
      let total = 0;
      for (const part of parts) total += part.length;
      if (total > 100) throw new Error("long"); // meant: condition
      if (first === undefined) throw new Error("empty"); // meant: condition
      return first;
    }`,
  "a throw after all that is fine has returned": `
    export function f(kind: string): number {
      if (kind === "a") return 1;
      for (const known of ["b", "c"]) if (known === kind) return 2;
      throw new Error("unknown kind"); // meant: condition
    }`,
  "switch, also where the types leave nothing over": `
    export function f(kind: "a" | "b"): number {
      switch (kind) {
        case "a": return 1;
        case "b": return 2;
        default: throw new Error("unreachable"); // meant: condition
      }
    }`,
  "expressions that throw through a helper": `
    function fail(message: string): never {
      throw new Error(message); // meant: condition
    }
    export function f(x: string | undefined, y: number): string {
      const text = x ?? fail("no x");
      return y > 5 ? text : fail("y");
    }`,
  "a helper that always throws is no guard where nothing leads to it": `
    function broken(): never {
      throw new Error("always");
    }
    export function f(x: number): number {
      broken();
      return x;
    }`,
  "a throw that nothing leads to": `
    export function f(x: number): number {
      const y = x + 1;
      throw new Error("oops " + y);
    }`,
  "a function that is only a throw": `
    export function f(): void {
      throw new Error("not supported"); // meant: condition
    }`,
  "checks in functions that are called, far away": `
    const check = (n: number): void => {
      if (n < 0) throw new Error("negative"); // meant: condition
    };
    class Limits {
      test(n: number): void { return check(n); }
    }
    export function f(list: number[]): void {
      list.forEach((n) => { new Limits().test(n); });
      list.map(whole);
    }
    function whole(n: number): number {
      if (!Number.isInteger(n)) throw new Error("not whole"); // meant: condition
      return n;
    }`,
  "functions that call each other": `
    export function even(n: number): boolean {
      if (n < 0) throw new Error("negative"); // meant: condition
      return n === 0 ? true : odd(n - 1);
    }
    function odd(n: number): boolean {
      if (n > 1000) throw new Error("large"); // meant: condition
      return n === 0 ? false : even(n - 1);
    }`,
  "an error that is wrapped": `
    class ConfigError extends Error {
      constructor(message: string, options: ErrorOptions) { // meant: condition
        super(message, options);
      }
    }
    export function f(text: string): unknown {
      try {
        return JSON.parse(text); // meant: checked by a builtin
      } catch (error) {
        throw new ConfigError("bad", { cause: error }); // meant: condition
      }
    }`,
  "promises that are rejected": `
    export function f(x: number): Promise<number> {
      if (x < 0) return Promise.reject(new Error("negative")); // meant: condition
      return new Promise((resolve, reject) => {
        if (x > 5) reject(new Error("large")); // meant: condition
        else resolve(x);
      });
    }`,
  assertions: `
    import assert from "node:assert/strict";
    function invariant(condition: unknown, message: string): asserts condition {
      if (!condition) throw new Error(message); // meant: condition
    }
    export function f(x: number): number {
      assert(x > 0); // meant: condition
      assert.equal(x % 2, 0); // meant: condition
      invariant(x < 100, "large");
      return x;
    }`,
  "state of the object": `
    export class Door {
      #isOpen = false;
      open(): void {
        if (this.#isOpen) throw new Error("is open"); // meant: condition
        this.#isOpen = true;
      }
      get width(): number { return 1; }
    }`,
  "state of the module": `
    let isReady = false;
    export function start(): void {
      if (isReady) throw new Error("twice"); // meant: condition
      isReady = true;
    }`,
  "the constructor of the object, and of an object that is given": `
    export class Box {
      constructor(readonly size: number) {
        if (size < 0) throw new Error("negative"); // meant: condition
      }
      grow(by: number): number { return this.size + by; }
    }
    export function f(box: Box): number { return box.size; }`,
  getters: `
    export class Cell {
      constructor(private readonly raw: string) {}
      get value(): number {
        if (this.raw === "") throw new Error("empty"); // meant: condition
        return this.raw.length;
      }
      double(): number { return this.value * 2; }
    }`,
  "classes that refuse input, whatever leads to them": `
    class ValidationError extends Error {} // meant: validation error
    export function f(x: string): number {
      const n = x.length;
      throw new ValidationError("no " + n); // meant: validation error
    }`,
  "what documentation says": `
    class Odd extends Error {} // meant: documented
    /** Does.
     * @throws {Odd} sometimes
     */
    export function f(x: string): number {
      const n = x.length;
      throw new Odd("no " + n); // meant: documented
    }`,
  "a condition on a file, an answer or the environment": `
    import { readFileSync } from "node:fs";
    export function f(x: number): string {
      const found = readFileSync("/etc/config", "utf8");
      if (found === "") throw new Error("empty"); // meant: outside
      const key = process.env["KEY"];
      if (!key) throw new Error("no key"); // meant: outside
      if (x < 0) throw new Error("negative"); // meant: condition
      return found;
    }`,
  "builtins that check what they are given": `
    import { readFile } from "node:fs/promises";
    export function f(text: string, pattern: string, n: number, when: Date): unknown[] {
      return [
        new URL(text), // meant: checked by a builtin
        BigInt(text), // meant: checked by a builtin
        decodeURIComponent(text), // meant: checked by a builtin
        new RegExp(pattern, "u"), // meant: checked by a builtin
        new RegExp(text, "gi"),
        "ab".repeat(n), // meant: checked by a builtin
        text.normalize(text), // meant: checked by a builtin
        String.fromCodePoint(n), // meant: checked by a builtin
        n.toFixed(n), // meant: checked by a builtin
        n.toString(n), // meant: checked by a builtin
        n.toPrecision(n), // meant: checked by a builtin
        new Array(n), // meant: checked by a builtin
        Array.from({ length: n }), // meant: checked by a builtin
        new Intl.NumberFormat(text), // meant: checked by a builtin
        when.toISOString(), // meant: checked by a builtin
        new Date(text).toISOString(), // meant: checked by a builtin
        structuredClone(text), // meant: checked by a builtin
        Buffer.alloc(n), // meant: checked by a builtin
        new Uint8Array(n), // meant: checked by a builtin
        readFile(text), // meant: checked by a builtin
      ];
    }`,
  schemas: `
    import { z } from "zod";
    const schema = z.object({ a: z.string() });
    export function f(input: { a: string }): string {
      return schema.parse(input).a; // meant: checked by a builtin
    }`,
  "builtins that are given constants, or do not check": `
    export function f(text: string, list: number[]): unknown[] {
      return [
        JSON.parse("{}"), (5).toFixed(2), new URL("http://a"), "a".repeat(3),
        list.reduce((a, b) => a + b), text.charAt(3).toUpperCase(), list[0]!.toFixed(2),
        Math.max(...list), text.codePointAt(0)!.toString(16),
      ];
    }`,
  "reading a property of something that may be missing": `
    export function f(x: { a?: { b: number } }): number {
      if (x.a!.b > 5) return 1;
      return x.a!.b;
    }`,
};

describe("throws that are meant", () => {
  let project: TypedProject;
  let found: readonly FileTargets[];
  const names = Object.keys(cases);

  beforeAll(async () => {
    const files = names.map((name, index) => [`src/case-${index}.ts`, cases[name] ?? ""]);
    project = typedProject(Object.fromEntries(files) as Record<string, string>);
    found = (await project.analyse(files.map(([file]) => file ?? ""))).files;
  });
  afterAll(() => {
    project[Symbol.dispose]();
  });

  test.each(names)("%s", (name) => {
    const file = `src/case-${names.indexOf(name)}.ts`;
    const lines = (cases[name] ?? "").split("\n");
    const wanted = lines.flatMap((line, index) => {
      const why = /\/\/ meant: (.*)$/.exec(line)?.[1];
      return why === undefined ? [] : [`${index + 1} ${why}`];
    });
    const targets = found.find(({ module }) => module === file)?.targets ?? [];
    const guards = targets.flatMap(({ calls }) => calls.flatMap((call) => call.guards));
    const seen = guards
      .filter((guard) => guard.file === file)
      .map(({ fromLine, why }) => `${fromLine} ${why}`);
    expect([...new Set(seen)].toSorted()).toEqual(wanted.toSorted());
    expect(targets.length).toBeGreaterThan(0);
  });
});
