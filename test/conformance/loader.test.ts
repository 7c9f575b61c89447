import { symlinkSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { createProject } from "./temporary-project.ts";
import {
  createLoader,
  type LoaderOptions,
  type PreparedGraph,
} from "../../src/subject/loader/loader.ts";

type Exports = Record<string, unknown>;

async function prepare(
  files: Readonly<Record<string, string>>,
  options: Partial<LoaderOptions> = {},
): Promise<PreparedGraph> {
  using project = createProject(files);
  return await createLoader({ projectRoot: project.root, ...options }).prepare(
    project.path("entry.ts"),
  );
}

function exportsOf(graph: PreparedGraph): Exports {
  const namespace = graph.instantiate();
  expect(namespace).not.toBeInstanceOf(Promise);
  return namespace as Exports;
}

describe("instantiating", () => {
  test("gives every graph its own state", async () => {
    const graph = await prepare({
      "entry.ts": `import { next } from "./counter.ts";
export const first = next();
export { next };`,
      "counter.ts": `let count = 0; export function next(): number { return ++count; }`,
    });
    const one = exportsOf(graph);
    const next = one["next"] as () => number;
    expect([one["first"], next(), next()]).toEqual([1, 2, 3]);
    expect(exportsOf(graph)["first"]).toBe(1);
  });

  test("is synchronous unless something in the graph awaits at its top level", async () => {
    const plain = await prepare({ "entry.ts": `export const later = async () => await 1;` });
    expect(plain.isAsync).toBe(false);
    const graph = await prepare({
      "entry.ts": `export { value } from "./slow.ts";`,
      "slow.ts": `export const value = await Promise.resolve(5);`,
    });
    expect(graph.isAsync).toBe(true);
    const pending = graph.instantiate();
    expect(pending).toBeInstanceOf(Promise);
    expect(await pending).toMatchObject({ value: 5 });
  });

  test("leaves out a type that is passed on without the word, as compilers do", async () => {
    const graph = await prepare({
      "entry.ts": `export { Order, total } from "./barrel.ts";`,
      "barrel.ts": `export { Order, Kind, total } from "./order.ts";`,
      "order.ts": `type Kind = "a" | "b";
export type { Kind };
export interface Order { kind: Kind }
export const total = 3;`,
    });
    expect(Object.keys(exportsOf(graph))).toEqual(["total"]);
  });

  test("throws for a name that is passed on and is neither value nor type", async () => {
    const pending = prepare({
      "entry.ts": `export { Order, total } from "./order.ts";`,
      "order.ts": `interface Order { kind: string } export const sum = (order: Order) => order;`,
    });
    await expect(pending).rejects.toThrow(
      "The requested module './order.ts' does not provide an export named 'Order'",
    );
  });

  test("stays synchronous when only a module reached by import() awaits", async () => {
    const graph = await prepare({
      "entry.ts": `export const load = () => import("./slow.ts");`,
      "slow.ts": `export const value = await Promise.resolve(5);`,
    });
    expect(graph.isAsync).toBe(false);
    const load = exportsOf(graph)["load"] as () => Promise<object>;
    expect(await load()).toMatchObject({ value: 5 });
  });

  test("throws the user's own error, and runs again the next time", async () => {
    const graph = await prepare({
      "entry.ts": `throw Object.assign(new RangeError("mine"), { attempt: Math.random() });`,
    });
    const errors = [1, 2].map(() => {
      try {
        return graph.instantiate();
      } catch (error) {
        return error;
      }
    });
    expect(errors[0]).toBeInstanceOf(RangeError);
    expect(errors[0]).not.toBe(errors[1]);
  });
});

describe("a stateless module", () => {
  const files = {
    "entry.ts": `import { Shape } from "./shape.ts";
export { Shape };
export const made: unknown[] = [];`,
    "shape.ts": `export class Shape { size = 1; }`,
  };

  test("is instantiated once, beside modules that are fresh", async () => {
    const graph = await prepare(files);
    expect(graph.sharedFiles.map((file) => path.basename(file))).toEqual(["shape.ts"]);
    const [one, two] = [exportsOf(graph), exportsOf(graph)];
    expect(one["Shape"]).toBe(two["Shape"]);
    expect(one["made"]).not.toBe(two["made"]);
  });

  test("is fresh too when everything is to be, and the kept one stays out of it", async () => {
    const graph = await prepare(files);
    const kept = exportsOf(graph)["Shape"];
    const [one, two] = [1, 2].map(
      () => (graph.instantiate({ everythingFresh: true }) as Exports)["Shape"],
    );
    expect(new Set([kept, one, two]).size).toBe(3);
    expect(exportsOf(graph)["Shape"]).toBe(kept);
  });
});

describe("what comes from outside", () => {
  test("a substitute stands in for a specifier in import, import() and require()", async () => {
    const front = { always: () => "ours", default: "default" };
    const graph = await prepare(
      {
        "entry.ts": `import main, { always } from "gauntlet"; import * as all from "gauntlet"; import cjs from "./old.cjs";
export const seen = [always(), main, all, cjs, (await import("gauntlet")).default];`,
        "old.cjs": `module.exports = require("gauntlet");`,
      },
      { substitutes: new Map([["gauntlet", front]]) },
    );
    const { seen } = (await graph.instantiate()) as Exports;
    expect(seen).toEqual(["ours", "default", front, front, "default"]);
  });

  test("a name that a substitute lacks is a SyntaxError, as for any module", async () => {
    const pending = prepare(
      { "entry.ts": `import { nope } from "gauntlet"; nope();` },
      { substitutes: new Map([["gauntlet", {}]]) },
    );
    await expect(pending).rejects.toThrow(
      new SyntaxError("The requested module 'gauntlet' does not provide an export named 'nope'"),
    );
  });

  test("a builtin or package can be replaced before Node imports it", async () => {
    const asked: string[] = [];
    const graph = await prepare(
      {
        "entry.ts": `import { tmpdir } from "node:os";
import "node:path";
export const seen = tmpdir();`,
      },
      {
        replaceExternal: (specifier) => {
          asked.push(specifier);
          return specifier === "node:os" ? { tmpdir: () => "replaced" } : undefined;
        },
      },
    );
    expect(exportsOf(graph)["seen"]).toBe("replaced");
    expect(asked).toEqual(["node:os", "node:path"]);
  });

  test("a package keeps its state between graphs unless it is inlined", async () => {
    const files = {
      "entry.ts": `import { next } from "stateful"; export const seen = next();`,
      "node_modules/stateful/package.json": `{ "type": "module", "exports": "./index.js" }`,
      "node_modules/stateful/index.js": `export * from "./counter.js";`,
      "node_modules/stateful/counter.js": `let count = 0; export const next = () => ++count;`,
    };
    const native = await prepare(files);
    expect([exportsOf(native)["seen"], exportsOf(native)["seen"]]).toEqual([1, 2]);
    expect(native.files.map((file) => path.basename(file))).toEqual(["entry.ts"]);
    const inlined = await prepare(files, { inline: ["stateful"] });
    expect([exportsOf(inlined)["seen"], exportsOf(inlined)["seen"]]).toEqual([1, 1]);
    expect(inlined.files).toHaveLength(3);
  });

  test("an error thrown by a package while it loads is passed on untouched", async () => {
    const pending = prepare({
      "entry.ts": `import "failing";`,
      "node_modules/failing/package.json": `{ "name": "failing", "exports": "./index.mjs" }`,
      "node_modules/failing/index.mjs": `throw new RangeError("from the package");`,
    });
    await expect(pending).rejects.toThrow(new RangeError("from the package"));
  });

  test("a package that is not installed fails only where it is imported", async () => {
    const graph = await prepare({
      "entry.ts": `export const load = () => import("not-installed").catch((error) => error.code);`,
    });
    const load = exportsOf(graph)["load"] as () => Promise<string>;
    expect(await load()).toBe("ERR_MODULE_NOT_FOUND");
  });
});

describe("a prepared graph", () => {
  const files = {
    "entry.ts": `import "./b.ts"; import "./a.ts";`,
    "a.ts": `export {};`,
    "b.ts": `export {};`,
  };

  test("has a digest of names and contents, whatever the order and the place", async () => {
    const [one, two] = [await prepare(files), await prepare(files)];
    expect(one.digest).toBe(two.digest);
    expect(one.digest).toMatch(/^[0-9a-f]{64}$/);
    const changed = await prepare({ ...files, "a.ts": `export {}; //` });
    const renamed = await prepare({
      ...files,
      "entry.ts": files["entry.ts"].replace("./a.ts", "./c.ts"),
      "c.ts": files["a.ts"],
    });
    expect(new Set([one.digest, changed.digest, renamed.digest]).size).toBe(3);
  });

  test("sees files as they are when it is prepared", async () => {
    using project = createProject({ "entry.ts": `export const value = 1;` });
    const loader = createLoader({ projectRoot: project.root });
    const before = await loader.prepare(project.path("entry.ts"));
    project.write({
      "entry.ts": `export { value } from "./new.ts";`,
      "new.ts": `export const value = 2;`,
    });
    const after = await loader.prepare(project.path("entry.ts"));
    expect([exportsOf(before)["value"], exportsOf(after)["value"]]).toEqual([1, 2]);
  });

  test("knows a file by its real path, as Node does", async () => {
    using project = createProject({ "real.ts": `export const url = import.meta.url;` });
    symlinkSync(project.path("real.ts"), project.path("link.ts"));
    const graph = await createLoader({ projectRoot: project.root }).prepare(
      project.path("link.ts"),
    );
    expect(graph.entry).toBe(project.path("real.ts"));
  });

  test("lists the properties that its files declare, at the lines the user wrote", async () => {
    const graph = await prepare(
      {
        "entry.ts": `import { always, sometimes as now, reachable, eventually } from "gauntlet";
import * as g from "gauntlet";
interface Spacing {
  lines: number;
}
export function check(x: Spacing): void {
  always(x.lines > 0, "lines are counted");
  now(x.lines > 5, \`many lines\`);
  g.unreachable("never here");
  const always2 = (always: (a: boolean, b: string) => void) => always(true, "a parameter, not ours");
  eventually(() => true, "settles", { withinMs: 5 });
  always(true, x.lines + " is not literal");
  reachable("the end");
}`,
      },
      {
        substitutes: new Map([
          ["gauntlet", { always: 1, sometimes: 1, reachable: 1, eventually: 1, unreachable: 1 }],
        ]),
      },
    );
    expect(graph.declaredProperties.map(({ kind, name, line }) => [kind, name, line])).toEqual([
      ["always", "lines are counted", 7],
      ["sometimes", "many lines", 8],
      ["unreachable", "never here", 9],
      ["eventually", "settles", 11],
      ["reachable", "the end", 13],
    ]);
  });
});

test("an import computed at run time joins the graph it is run in", async () => {
  using project = createProject({
    "entry.ts": `import { state } from "./state.ts";
export const load = async (name: string) => [await import(name), state];`,
    "late.ts": `import { state } from "./state.ts";
import os from "node:os";
export const same = state;
export const home = typeof os.homedir;`,
    "state.ts": `export const state = {};`,
  });
  const graph = await createLoader({ projectRoot: project.root }).prepare(project.path("entry.ts"));
  for (const round of [1, 2]) {
    const load = exportsOf(graph)["load"] as (name: string) => Promise<[Exports, object]>;
    const [late, state] = await load("./late.ts");
    expect(late["same"], `round ${String(round)}`).toBe(state);
    expect(late["home"]).toBe("function");
  }
});
