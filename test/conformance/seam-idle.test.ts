import path from "node:path";
import { expect, test } from "vitest";
import {
  createInstrumentedLoader,
  type InstrumentedOptions,
} from "../../src/subject/instrumented-loader.ts";
import { createProject } from "./temporary-project.ts";

type Files = Readonly<Record<string, string>>;

async function instantiate(files: Files, options: Partial<InstrumentedOptions>) {
  using project = createProject(files);
  const loader = createInstrumentedLoader({ projectRoot: project.root, ...options });
  const graph = await loader.prepare(project.path("entry.ts"));
  const namespace = (await graph.instantiate()) as Record<string, unknown>;
  return { namespace, graph, loader, project };
}

/** A program that writes down in which order its microtasks run. */
const ticking = {
  "entry.ts": `const order: string[] = [];
const note = (text: string) => { order.push(text); };
async function plain(n: number) { note("plain " + n); await null; note("plain later " + n); return n; }
const arrow = async (n: number) => { note("arrow " + n); return await plain(n); };
class Gateway {
  async method(n: number) { note("method " + n); return arrow(n); }
  static async still({ n } = { n: 5 }) { note("still " + n); }
  async *steps() { yield 1; await null; yield 2; }
  async fails(): Promise<void> { throw new Error("no"); }
}
const gateway = new Gateway();
const others = (async () => { for (let i = 0; i < 30; i++) { await null; note("tick " + i); } })();
plain(1).then((n) => note("then " + n));
gateway.method(2).then((n) => note("then " + n));
Gateway.still().then(() => note("still then"));
gateway.fails().catch(() => note("caught"));
(async () => { for await (const step of gateway.steps()) note("step " + step); })();
await others;
export const result = order;
`,
};
const tickingSeams = ["plain", "arrow", "Gateway.method", "Gateway.still", "Gateway.steps"];

test("an idle seam takes no turn of the microtask queue", async () => {
  const without = await instantiate(ticking, {});
  const seams = [...tickingSeams, "Gateway.fails"].map((name) => `entry.ts#${name}`);
  const withSeams = await instantiate(ticking, { seams });
  expect(withSeams.namespace["result"]).toEqual(without.namespace["result"]);
  expect(without.namespace["result"]).toContain("still then");
});

test("functions keep their name, length and kind of call", async () => {
  const files = {
    "entry.ts": `function a(x: number, y = 1, z?: number) {} const b = async (x: number, ...rest: number[]) => {};
class C { m(x: number, { y } = { y: 1 }) {} static s(...all: number[]) {} f = (x: number, y: number) => {}; async n() {} }
export function F(this: { x: number }) { this.x = new.target === F ? 1 : 0; }
export default function () {}
const c = new C();
export const kinds = [a, b, c.m, C.s, c.f, c.n].map((each) => [each.name, each.length]);
export const made = new (F as any)().x;
export const isMethodNew = (() => { try { new (c.m as any)(); return true; } catch { return false; } })();`,
  };
  const names = ["a", "b", "C.m", "C.s", "C.f", "C.n", "F", "default"];
  const { namespace } = await instantiate(files, { seams: names.map((n) => `entry.ts#${n}`) });
  expect(namespace).toMatchObject({
    kinds: [
      ["a", 1],
      ["b", 1],
      ["m", 1],
      ["s", 0],
      ["f", 2],
      ["n", 0],
    ],
    made: 1,
    isMethodNew: false,
  });
  expect(namespace["default"]).toHaveProperty("name", "default");
});

test("a file stays shared or fresh, and the graph keeps its digest", async () => {
  const files = {
    "entry.ts": `import { charge } from "./pure.ts"; export const log: unknown[] = [charge(1)];`,
    "pure.ts": `export function charge(a: number) { return a; }`,
  };
  const without = await instantiate(files, {});
  const { graph, project } = await instantiate(files, { seams: ["pure.ts#charge"] });
  expect(graph.sharedFiles.map((file) => path.basename(file))).toEqual(["pure.ts"]);
  expect(graph.files.map((file) => path.relative(project.root, file)).toSorted()).toEqual([
    "entry.ts",
    "pure.ts",
  ]);
  expect(graph.digest).toBe(without.graph.digest);
});

test("what is cached on disk serves with other seams and with none", async () => {
  using project = createProject({
    "entry.ts": `export const a = () => 1; export const b = () => a() + 1; export const c = b();`,
  });
  const hits: string[] = [];
  const dispatch: InstrumentedOptions["dispatch"] = (name) => ({
    isOn: true,
    call: (_self, args, proceed) => {
      hits.push(name);
      return proceed(...args);
    },
  });
  for (const seams of [["entry.ts#a"], [], ["entry.ts#b"], ["entry.ts#a"]]) {
    const cacheDir = project.path(".cache");
    const loader = createInstrumentedLoader({
      projectRoot: project.root,
      cacheDir,
      seams,
      dispatch,
    });
    const graph = await loader.prepare(project.path("entry.ts"));
    expect(graph.instantiate()).toMatchObject({ c: 2 });
  }
  expect(hits).toEqual(["entry.ts#a", "entry.ts#b", "entry.ts#a"]);
});

test("an error inside of a seam has its place in the user's file", async () => {
  using project = createProject({
    "entry.ts": `interface Receipt { cents: number }

export class Gateway {
  async charge(
    cents: number,
    { currency = "eur" }: { currency?: string } = {},
  ): Promise<Receipt> {
    throw new Error(currency + cents);
  }
}
export const refund = (cents: number): Receipt => {
  throw new RangeError(String(cents));
};
`,
  });
  const seams = ["entry.ts#Gateway.charge", "entry.ts#refund"];
  const loader = createInstrumentedLoader({ projectRoot: project.root, seams });
  const graph = await loader.prepare(project.path("entry.ts"));
  const { Gateway, refund } = graph.instantiate() as {
    Gateway: new () => { charge(cents: number): Promise<unknown> };
    refund: (cents: number) => unknown;
  };
  const places = [
    await new Gateway().charge(1).catch((error: unknown) => error as Error),
    await Promise.resolve(1)
      .then(refund)
      .catch((error: unknown) => error as Error),
  ].map((error) => {
    const stack = error instanceof Error ? (error.stack ?? "") : "";
    const frame = /at (?:async )?(\S+) \(?(\S*entry\.ts):(\d+):(\d+)/.exec(stack);
    const at = loader.originalPosition(frame?.[2] ?? "", Number(frame?.[3]), Number(frame?.[4]));
    return { name: frame?.[1], line: at?.line, column: at?.column };
  });
  expect(places).toEqual([
    { name: "charge", line: 8, column: 11 },
    { name: "refund", line: 12, column: 9 },
  ]);
});
