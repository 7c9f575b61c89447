import { expect, test } from "vitest";
import type { CallTarget } from "../../kernel/subject/call-plan.ts";
import type { ParamPlan } from "../../kernel/values/shape.ts";
import { typedProject } from "./fixtures/typed-project.ts";

const router = `
  export interface RouteNode { children: Map<string, RouteNode>; parent: RouteNode | null }
  export interface Router { root: RouteNode; statics: Record<string, RouteNode> }
  export function findRoute(router: Router, path: string): string { return ""; }
`;

test("a structure is made by the factory of its project and what adds to it", async () => {
  using project = typedProject(`
    ${router}
    export function createRouter(options?: { strict?: boolean }): Router { return 0 as never; }
    export function addRoute(router: Router, path: string): void {}
    export function removeRoute(router: Router, path: string): void {}
    export async function addLater(router: Router, path: string): Promise<void> {}
  `);
  const targets = await project.targets();
  expect(paramOf(targets, "findRoute").shape).toMatchObject({
    kind: "instance",
    how: "factory",
    from: { path: ["createRouter"] },
    params: [{ name: "options" }, { name: "(steps)" }],
    steps: [{ module: "src/main.ts", path: ["addRoute"] }],
  });
  expect(targets.get("findRoute")?.doubt).toBeUndefined();
});

test("a structure without a factory is made up, and doubted for it", async () => {
  using project = typedProject(`
    ${router}
    export interface Index { root: Tree; byName: Record<string, Tree> }
    export interface Tree { name: string; children: Tree[] }
    export function climb(node: RouteNode): void {}
    export function lookup(index: Index): void {}
    export function depth(tree: Tree): number { return 0; }
    export type Matchers = Record<string, [RegExp, [string, number][][]]>;
    export function match(matchers: Matchers): void {}
    export function sum(table: Record<string, number[][]>): number { return 0; }
  `);
  const targets = await project.targets();
  const doubts = ["climb", "lookup", "match", "depth", "sum"].map(
    (name) => targets.get(name)?.doubt,
  );
  expect(doubts).toEqual([
    "`RouteNode` was made up: its `parent` leads back, and its parts may not agree",
    "`Index` was made up: two fields hold `Tree`, and its parts may not agree",
    "a list of lists of lists was made up, and its parts may not agree",
    undefined,
    undefined,
  ]);
});

test("a factory that needs another structure is not how one is made", async () => {
  using project = typedProject(`
    ${router}
    export interface Scope { outer: Scope | null; router: Router }
    export function createRouter(scope: Scope): Router { return scope.router; }
  `);
  const targets = await project.targets();
  expect(paramOf(targets, "findRoute").shape.kind).toBe("object");
  expect(targets.get("findRoute")?.doubt).toContain("was made up");
});

test("plain data is not made by a factory, which knows only some of it", async () => {
  using project = typedProject(`
    export interface Point { x: number; y: number }
    export function createPoint(): Point { return { x: 0, y: 0 }; }
    export function length(point: Point): number { return 0; }
  `);
  expect(paramOf(await project.targets(), "length").shape.kind).toBe("object");
});

const orm = {
  "node_modules/orm/package.json": `{ "name": "orm", "types": "index.d.ts" }`,
  "node_modules/orm/index.d.ts": `
    export class Query<T> { where(by: object): Query<T>; count(): Promise<number>; drop(): void }
    export class Repository<T> {
      find(): Promise<T[]>;
      save<E extends T>(all: E[]): Promise<E[]>;
      save<E extends T>(one: E): Promise<E>;
      query(): Query<T>;
      private readonly manager: unknown;
    }
    export class Decimal {
      constructor(value: string | number | Decimal);
      plus(by: Decimal): Decimal;
    }
    export class Socket { constructor(on: { data(): void }) }
    export function Inject(): PropertyDecorator;
    export function Column(): PropertyDecorator;
  `,
  "tsconfig.json": JSON.stringify({
    compilerOptions: {
      target: "es2023",
      lib: ["es2023"],
      module: "nodenext",
      types: [],
      strict: true,
      strictPropertyInitialization: false,
      experimentalDecorators: true,
    },
  }),
};

test("a class of a package that needs more than data is a stand-in with what is used", async () => {
  using project = typedProject({
    ...orm,
    "src/main.ts": `
      import { Decimal, Repository, Socket } from "orm";
      export class User { name: string }
      export class Users {
        constructor(private readonly users: Repository<User>) {}
        all(): Promise<User[]> { return this.users.find(); }
        add(user: User): Promise<User> { return this.users.save(user); }
        count(): Promise<number> { return this.users.query().where({}).count(); }
      }
      export function double(value: Decimal): Decimal { return value.plus(value); }
      export function send(socket: Socket): void {}
    `,
  });
  const targets = await project.targets();
  const [users] = targets.get("Users")?.receiver?.params ?? [];
  expect(users?.shape).toMatchObject({
    kind: "object",
    name: "Repository",
    fields: [
      { key: "find", shape: { kind: "function", returns: { kind: "promise" } } },
      { key: "save", shape: { returns: { of: { kind: "ref", name: "User" } } } },
      { key: "query" },
    ],
  });
  // A class that data says everything about is made, so that what fails with it counts.
  const [double] = targets.get("double")?.calls ?? [];
  expect(double?.definitions["Decimal"]).toMatchObject({ kind: "instance", how: "constructor" });
  expect(targets.get("send")?.blocked?.why).toBe(
    "`Socket` of orm is made ready by more than its constructor",
  );
});

test("a class that a container fills is not constructed without it", async () => {
  using project = typedProject({
    ...orm,
    "src/main.ts": `
      import { Column, Inject } from "orm";
      export class User { @Column() name: string; @Column() age: number }
      export class Api { @Inject() private users: Map<string, User>; get(id: string): void {} }
      export class Late { private db: Map<string, number>; start(): void { this.db = new Map(); } }
      export class Ready {
        private db: Map<string, number>;
        constructor() { this.open(); }
        open(): void { this.db = new Map(); }
      }
      export function greet(user: User): string { return user.name; }
    `,
  });
  const targets = await project.targets();
  expect(targets.get("Api")?.blocked?.why).toContain("a container fills by `@Inject`");
  expect(targets.get("Late")?.doubt).toBe(
    "`db` of `Late` has no value until something else sets it",
  );
  expect(targets.get("Ready")).toMatchObject({ receiver: { name: "Ready" } });
  expect(targets.get("Ready")?.doubt).toBeUndefined();
  expect(paramOf(targets, "greet").shape).toMatchObject({
    kind: "object",
    fields: [{ key: "name" }, { key: "age" }],
  });
});

test("a function that works on `this` is not called without one", async () => {
  using project = typedProject(`
    export function area(this: { width: number }, by: number): number { return this.width * by; }
    export const later = function (text: string): string { return this.prefix + text; };
    export function plain(this: void, text: string): string { return text; }
    export function holder(): object { return { own() { return this; } }; }
    export const api = { size: 1, twice(): number { return this.size * 2; } };
  `);
  const targets = await project.targets();
  const blocked = [...targets].map(([name, target]) => [name, target.blocked?.why]);
  expect(Object.fromEntries(blocked)).toEqual({
    area: "it is written to be called on an object: its `this` is a `{ width: number; }`",
    later: "it is written to be called on an object: its `this` is not declared",
    plain: undefined,
    holder: undefined,
    "api.twice": undefined,
  });
});

function paramOf(targets: ReadonlyMap<string, CallTarget>, name: string): ParamPlan {
  const [first] = targets.get(name)?.calls[0]?.params ?? [];
  if (first === undefined) throw new Error(`${name} has no parameter`);
  return first;
}
