import { expect, test } from "vitest";
import type { ResultDocument } from "../../src/report/json.ts";
import { TempProject } from "./temp-project.ts";

/**
 * Code that is right, beside twins with one bug each. All that is supported must be a twin, and
 * each twin must be.
 */
const files: Readonly<Record<string, string>> = {
  "package.json": JSON.stringify({
    name: "shop",
    version: "1.0.0",
    type: "module",
    exports: { ".": { types: "./dist/index.d.ts", default: "./dist/index.js" } },
  }),
  "tsconfig.json": JSON.stringify({
    compilerOptions: {
      target: "es2022",
      module: "nodenext",
      strict: true,
      types: [],
      noEmit: true,
      lib: ["es2023"],
      allowImportingTsExtensions: true,
    },
  }),
  "src/index.ts": `export { head, tail } from "./ends.ts";\n`,
  "src/ends.ts": `import { endOf, itemAt } from "./inside.ts";
export function head(list: readonly string[]): string {
  return list.length === 0 ? "" : itemAt(list, 0);
}
export function tail(list: readonly string[]): string | undefined {
  return endOf(list);
}
`,
  "src/inside.ts": `export function itemAt(list: readonly string[], at: number): string {
  return list[at]!.trim();
}
export function endOf(list: readonly string[]): string {
  return list[list.length - 1]!.trim();
}
`,
  "src/router.ts": `export interface RouteNode {
  children: Map<string, RouteNode>;
  parent: RouteNode | null;
  data: string | null;
}
export interface Router { root: RouteNode; statics: Map<string, RouteNode> }
export function createRouter(): Router {
  return { root: { children: new Map(), parent: null, data: null }, statics: new Map() };
}
export function addRoute(router: Router, path: string, data: string): void {
  let node = router.root;
  for (const part of path.split("/")) {
    const next = node.children.get(part) ?? { children: new Map(), parent: node, data: null };
    node.children.set(part, next);
    node = next;
  }
  node.data = data;
  router.statics.set(path, node);
}
export function removeRoute(router: Router, path: string): boolean {
  const node = router.statics.get(path);
  if (node === undefined) return false;
  for (const [key, child] of node.parent!.children) {
    if (child === node) node.parent!.children.delete(key);
  }
  return router.statics.delete(path);
}
export function firstRoute(router: Router): string {
  return [...router.statics.values()][0]!.data!;
}
`,
  "src/tables.ts": `export interface Table { rows: Record<string, string> }
export function match(this: Table, path: string): string {
  return Object.hasOwn(this.rows, path) ? (this.rows[path] ?? "") : "";
}
export function widest(rows: readonly string[]): number {
  return rows.reduce((one, other) => (one.length < other.length ? other : one)).length;
}
`,
  "src/time.ts": `type Unit = "s" | "m";
export type Text = \`\${number}\` | \`\${number}\${Unit}\`;
export function ms(value: Text): number;
export function ms(value: number): string;
export function ms(value: Text | number): number | string {
  return typeof value === "number" ? \`\${value}ms\` : Number.parseFloat(value);
}
export function either(value: string): number;
export function either(value: string | number): string;
export function either(value: string | number): number | string {
  return typeof value === "number" ? \`\${value}\` : value.length;
}
export function twin(value: Text): number;
export function twin(value: number): string;
export function twin(value: Text | number): number | string {
  return typeof value === "number" ? value : Number.parseFloat(value);
}
`,
  "node_modules/orm/package.json": `{ "name": "orm", "type": "module", "exports": "./index.js" }`,
  "node_modules/orm/index.js": `export class Repository {
  find() { return this.manager.find(); }
  save(one) { return this.manager.save(one); }
}
`,
  "node_modules/orm/index.d.ts": `export class Repository<T> {
  find(): Promise<T[]>;
  save(one: T): Promise<T>;
}
`,
  "src/users.ts": `import { Repository } from "orm";
export interface User { name: string }
export class Users {
  readonly #users: Repository<User>;
  constructor(users: Repository<User>) {
    this.#users = users;
  }
  async all(): Promise<number> {
    return (await this.#users.find()).length;
  }
  async add(user: User): Promise<User> {
    return this.#users.save(user);
  }
}
export function count(users: Repository<User>): Promise<User[]> {
  return users.find();
}
export function initial(user: User): string {
  return user.name[0]!.toUpperCase();
}
`,
};

const twins = [
  "src/ends.ts:tail",
  "src/inside.ts:endOf",
  "src/router.ts:firstRoute",
  "src/tables.ts:widest",
  "src/time.ts:twin",
  "src/users.ts:initial",
];

test.each(["1", "2"])("with seed %s only twins with a bug are supported", async (seed) => {
  const project = new TempProject(files);
  const found = await scanned(project, "src", "--seed", seed);
  const at = (level: string): string[] =>
    found.findings.flatMap(({ evidence }) =>
      evidence?.level === level ? [evidence.target.replace(/ \(overload.*/, "")] : [],
    );
  expect([...new Set(at("supported"))].toSorted()).toEqual(twins);
  // What no call gives is told, and not believed.
  expect(at("exploratory")).toContain("src/inside.ts:itemAt");
  expect(blockedOf(found)).toEqual(["src/tables.ts:match"]);
});

test("what was not called is, once the lines that it was told with are pasted", async () => {
  const project = new TempProject({
    ...files,
    "src/pool.ts": `export class Pool {
  readonly #url: string;
  private constructor(url: string) { this.#url = url; }
  size(): number { return this.#url.length; }
}
export interface Plug { (text: string): void; readonly volts: number }
export function charge(plug: Plug, hours: number): number { return plug.volts * hours; }
`,
    "test/support.ts": `import { Pool, type Plug } from "../src/pool.ts";
export function makePool(): Pool { return Reflect.construct(Pool, ["url"]) as Pool; }
export function makePlug(): Plug { return Object.assign(() => {}, { volts: 5 }); }
`,
    "test/pool.test.ts": `import { charge } from "../src/pool.ts";
import { makePlug } from "./support.ts";
const plug = makePlug();
charge(plug, 2);
`,
    // The one file that is to be written by hand; its name and what it exports are told.
    "test/factories.ts": `export const makeThis = () => ({ rows: { a: "b" } });\n`,
  });
  const scannedFiles = ["src/pool.ts", "src/tables.ts"];
  const before = await scanned(project, ...scannedFiles);
  expect(blockedOf(before)).toEqual([
    "src/pool.ts:Pool",
    "src/pool.ts:charge",
    "src/tables.ts:match",
  ]);
  const told = (before.scan?.targets ?? []).flatMap(({ blocked }) => blocked?.help ?? []);
  expect(told[0]).toBe(
    `[[objects]]\ntarget = "src/pool.ts:Pool"\nfactory = "test/support.ts#makePool"`,
  );
  expect(told[1]).toBe(
    `[[scan]]\nmodule = "src/pool.ts"\nfixtures = { plug = "test/support.ts#makePlug" }`,
  );
  project.write("gauntlet.toml", told.join("\n\n"));
  const after = await scanned(project, ...scannedFiles);
  expect(blockedOf(after)).toEqual([]);
  for (const { name, runs } of after.scan?.targets ?? []) {
    expect(runs, `runs of ${name}`).toBeGreaterThan(0);
  }
  const supported = after.findings.filter(({ evidence }) => evidence?.level === "supported");
  expect(supported.map(({ evidence }) => evidence?.target)).toEqual(["src/tables.ts:widest"]);
});

// --- inside ---

async function scanned(project: TempProject, ...args: string[]): Promise<ResultDocument> {
  const { out, err } = await project.gauntlet(
    "scan",
    ...args,
    "--runs",
    "120",
    "--json",
    "--quiet",
  );
  if (out === "") throw new Error(err);
  return JSON.parse(out) as ResultDocument;
}

function blockedOf({ scan }: ResultDocument): string[] {
  const blocked = (scan?.targets ?? []).filter((target) => target.blocked !== undefined);
  return blocked.map(({ module, name }) => `${module}:${name}`);
}
