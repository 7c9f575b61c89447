import { describe, expect, test } from "vitest";
import type { CallPlan, CallTarget } from "../../kernel/subject/call-plan.ts";
import { typedProject } from "./fixtures/typed-project.ts";

async function targetsOf(source: string): Promise<ReadonlyMap<string, CallTarget>> {
  using project = typedProject(source);
  return await project.targets();
}

async function callOf(source: string, name = "f"): Promise<CallPlan> {
  const call = (await targetsOf(source)).get(name)?.calls[0];
  if (call === undefined) throw new Error(`no call of ${name}`);
  return call;
}

describe("parameters", () => {
  test("optional ones, defaults and rest are told apart", async () => {
    const { params } = await callOf(`
      export function f(a: string, b?: number, c = true, d: string | undefined, ...e: bigint[]): void {}
    `);
    expect(params).toEqual([
      { name: "a", shape: { kind: "string" }, isOptional: false, isRest: false },
      { name: "b", shape: { kind: "number" }, isOptional: true, isRest: false },
      { name: "c", shape: { kind: "boolean" }, isOptional: true, isRest: false },
      {
        name: "d",
        shape: { kind: "union", of: [{ kind: "string" }, { kind: "undefined" }] },
        isOptional: false,
        isRest: false,
      },
      {
        name: "e",
        shape: { kind: "array", of: { kind: "bigint" } },
        isOptional: false,
        isRest: true,
      },
    ]);
  });

  test("a pattern has a name by its place, and `this` is none", async () => {
    const { params } = await callOf(`
      export function f(this: void, { a }: { a: string }, [b]: [number]): void {}
    `);
    expect(params.map(({ name }) => name)).toEqual(["argument1", "argument2"]);
  });

  test("each overload is a call of its own", async () => {
    const targets = await targetsOf(`
      export function f(a: string): string;
      export function f(a: number, b?: boolean): number;
      export function f(a: unknown): unknown { return a; }
    `);
    const calls = targets
      .get("f")
      ?.calls.map(({ name, params, returns }) => [
        name,
        ...params.map(({ shape, isOptional }) => `${shape.kind}${isOptional ? "?" : ""}`),
        returns.kind,
      ]);
    expect(calls).toEqual([
      ["f", "string", "string"],
      ["f (overload 2)", "number", "boolean?", "number"],
    ]);
  });

  test("a type parameter is what its constraint allows", async () => {
    const targets = await targetsOf(`
      export function free<T>(x: T[]): void {}
      export function bound<T extends { id: number }>(x: T): void {}
      export function tied<T extends object, K extends keyof T>(x: T, key: K): void {}
    `);
    const shapes = (name: string): unknown =>
      targets.get(name)?.calls[0]?.params.map(({ shape }) => shape);
    expect(shapes("free")).toMatchObject([{ kind: "array", of: { kind: "union" } }]);
    expect(shapes("bound")).toMatchObject([{ kind: "object", fields: [{ key: "id" }] }]);
    expect(["free", "bound", "tied"].map((name) => targets.get(name)?.isWeak)).toEqual([
      false,
      false,
      true,
    ]);
  });

  test("the type arguments of a class reach its constructor", async () => {
    const { params } = await callOf(`
      export class Box<T> { constructor(readonly value: T, readonly next: Box<T> | null) {} }
      export function f(box: Box<"a">): void {}
    `);
    expect(JSON.stringify(params)).toContain(
      `"name":"value","shape":{"kind":"literal","value":"a"}`,
    );
    expect(JSON.stringify(params)).not.toContain("weak");
  });
});

describe("what is given back", () => {
  test.each([
    ["what is declared", "f(x: string): number { return 1; }", { kind: "number" }, false],
    ["what a promise holds", "f(): Promise<string> { throw 1; }", { kind: "string" }, true],
    ["nothing", "f(): void {}", { kind: "void" }, false],
    [
      "what is not declared is not checked",
      "f(list: string[]) { return list[0]; }",
      { kind: "weak", why: "no return type is declared" },
      false,
    ],
    [
      "what the caller chooses is not checked",
      "f<T>(text: string): T { return JSON.parse(text); }",
      { kind: "weak", why: "it is declared as `T`" },
      false,
    ],
    [
      "functions are only functions",
      "f(): () => number { return () => 1; }",
      { kind: "function", returns: { kind: "weak", why: "unseen" }, paramsCount: 0 },
      false,
    ],
  ])("%s", async (_, source, returns, isAsync) => {
    const call = await callOf(`export function ${source}`);
    expect([call.returns, call.isAsync]).toEqual([returns, isAsync]);
  });

  test.each([
    ["f(text: string) { return JSON.parse(text); }", true],
    ["f(): number | Promise<number> { return 1; }", true],
    ["f(): Promise<number> { throw 1; }", undefined],
    ["f() { return 1; }", undefined],
  ])("%s leaves open whether it is a promise: %s", async (source, expected) => {
    expect((await callOf(`export function ${source}`)).mayBeAsync).toBe(expected);
  });

  test("the type of a variable declares what its function gives back", async () => {
    const { returns } = await callOf(`
      type Handler = (x: number) => string;
      export const f: Handler = (x) => String(x);
    `);
    expect(returns).toEqual({ kind: "string" });
  });
});

describe("types that contain themselves", () => {
  test("are named, and told apart by position", async () => {
    const { params, returns, definitions } = await callOf(`
      interface Tree { left?: Tree; value: Json }
      type Json = null | string | Json[] | { [key: string]: Json };
      export function f(tree: Tree): Tree { return tree; }
    `);
    expect([params[0]?.shape, returns]).toEqual([
      { kind: "ref", name: "Tree" },
      { kind: "ref", name: "Tree2" },
    ]);
    expect(Object.keys(definitions).toSorted()).toEqual(["Json", "Json2", "Tree", "Tree2"]);
  });

  test("without an end are blocked", async () => {
    const targets = await targetsOf(`
      interface Endless { next: Endless }
      interface Ending { next: Ending | null; other: Endless | string; maybe?: Endless }
      export function f(x: Endless): void {}
      export function g(x: Ending): void {}
    `);
    expect(targets.get("f")?.blocked?.why).toBe("a parameter contains itself without end");
    expect(targets.get("g")?.blocked).toBeUndefined();
    expect(targets.get("g")?.calls[0]?.definitions["Ending"]).toEqual({
      kind: "object",
      name: "Ending",
      fields: [
        {
          key: "next",
          shape: { kind: "union", of: [{ kind: "null" }, { kind: "ref", name: "Ending" }] },
          isOptional: false,
        },
        { key: "other", shape: { kind: "string" }, isOptional: false },
      ],
    });
  });
});

describe("brands", () => {
  test("are their base, and weak where making one takes a check", async () => {
    const targets = await targetsOf(`
      export type UserId = string & { readonly __brand: "UserId" };
      export const userId = (text: string): UserId => text as UserId;
      export type Email = string & { readonly __brand: "Email" };
      export function isEmail(text: string): text is Email { return text.includes("@"); }
      export function f(id: UserId): void {}
      export function g(email: Email): void {}
    `);
    expect(targets.get("f")).toMatchObject({
      isWeak: false,
      calls: [{ params: [{ shape: { kind: "string" } }] }],
    });
    expect(targets.get("g")).toMatchObject({
      isWeak: true,
      calls: [{ params: [{ shape: { kind: "string" } }] }],
    });
  });
});

describe("schemas", () => {
  test("say more than the types that are inferred from them", async () => {
    using project = typedProject({
      "src/schemas.ts": `
        import { z } from "zod";
        export const user = z.object({ name: z.string().min(1) });
        export const email = z.email();
        export const tags = z.array(z.string()).max(3);
        const hidden = z.object({ a: z.string() });
        export type Hidden = z.infer<typeof hidden>;
        export type User = z.infer<typeof user>;
      `,
      "src/main.ts": `
        import { z } from "zod";
        import { type Hidden, type User, email, tags } from "./schemas.ts";
        export function f(
          user: User,
          friends: { list: User[] },
          mail: z.infer<typeof email>,
          words: z.infer<typeof tags>,
          plain: string[],
          hidden: Hidden,
        ): void {}
      `,
    });
    const params = (await project.calls()).get("f")?.params ?? [];
    const fromOf = (text: string): string[] =>
      [...text.matchAll(/"module":"src\/schemas.ts","path":\["(\w+)"\]/g)].map(
        (one) => one[1] ?? "",
      );
    const told = params.map(({ name, shape }) => [name, fromOf(JSON.stringify(shape))]);
    const definitions = (await project.calls()).get("f")?.definitions ?? {};
    expect([
      ...told,
      ...Object.values(definitions).map((shape) => ["named", fromOf(JSON.stringify(shape))]),
    ]).toEqual([
      ["user", []],
      ["friends", []],
      ["mail", ["email"]],
      ["words", ["tags"]],
      ["plain", []],
      ["hidden", []],
      ["named", ["user"]],
    ]);
  });
});
