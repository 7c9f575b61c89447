import { describe, expect, test } from "vitest";
import type { SeamDispatch } from "../../src/kernel/faults/fault.ts";
import { createInstrumentedLoader } from "../../src/subject/instrumented-loader.ts";
import { definitions } from "./seam-definitions.ts";
import { shapes } from "./seam-shapes.ts";
import { createProject } from "./temporary-project.ts";

type Files = Readonly<Record<string, string>>;

/** A seam that writes down its calls and lets them pass. */
class Recorder {
  readonly calls: { readonly name: string; readonly args: readonly unknown[] }[] = [];

  readonly dispatch = (name: string): SeamDispatch => {
    const call: SeamDispatch["call"] = (_self, args, proceed) => {
      this.calls.push({ name, args });
      return proceed(...args);
    };
    return { isOn: true, call };
  };
}

async function run(files: Files, seams: readonly string[], recorder = new Recorder()) {
  using project = createProject(files);
  const loader = createInstrumentedLoader({
    projectRoot: project.root,
    seams,
    dispatch: recorder.dispatch,
  });
  const graph = await loader.prepare(project.path("entry.ts"));
  const namespace = (await graph.instantiate()) as { readonly result: unknown };
  return { result: await namespace.result, calls: recorder.calls, graph };
}

function written(files: Files, kind: "sync" | "async"): Files {
  const result = kind === "async" ? "Promise<number>" : "number";
  const entries = Object.entries(files).map(([name, text]) => [
    name,
    text.replaceAll("ASYNC ", kind === "async" ? "async " : "").replaceAll("RESULT", result),
  ]);
  return Object.fromEntries(entries) as Files;
}

describe.each(["sync", "async"] as const)("a seam of a %s definition is hit by", (kind) => {
  test.each(shapes)("$name", async ({ seam, files }) => {
    const { result, calls } = await run(written(files, kind), [seam]);
    expect(result).toBe(42);
    expect(calls).toEqual([{ name: seam, args: [40] }]);
  });
});

test.each(definitions)("a seam can be in $name", async ({ seam, files, times = 1 }) => {
  const { result, calls } = await run(files, [seam]);
  expect(result).toBe(42);
  expect(calls.map(({ name }) => name)).toEqual(Array.from({ length: times }, () => seam));
});

test("a fault can change the arguments and the result", async () => {
  const seam: SeamDispatch = {
    isOn: true,
    call: (_self, args, proceed) => Number(proceed(Number(args[0]) * 10)) + 0.5,
  };
  using project = createProject({
    "entry.ts": `function charge(a: number) { return a + arguments.length; }
class Gateway { charge(a: number) { return a + 1; } }
export const result = [charge(1), new Gateway().charge(1)];`,
  });
  const loader = createInstrumentedLoader({
    projectRoot: project.root,
    seams: ["entry.ts#charge", "entry.ts#Gateway.charge"],
    dispatch: () => seam,
  });
  const graph = await loader.prepare(project.path("entry.ts"));
  expect(graph.instantiate()).toMatchObject({ result: [11.5, 11.5] });
});

test("a fault that throws makes an async function reject, and a plain one throw", async () => {
  using project = createProject({
    "entry.ts": `class Gateway { async charge() { return 1; } pay() { return 1; } }
const arrow = async () => 1;
const gateway = new Gateway();
const plain = (() => { try { return gateway.pay(); } catch (error) { return String(error); } })();
export const result = [plain, await gateway.charge().catch(String), await arrow().catch(String)];`,
  });
  const seams = ["Gateway.charge", "Gateway.pay", "arrow"].map((name) => `entry.ts#${name}`);
  const seam: SeamDispatch = {
    isOn: true,
    call: () => {
      throw new Error("struck");
    },
  };
  const options = { projectRoot: project.root, seams, dispatch: () => seam };
  const graph = await createInstrumentedLoader(options).prepare(project.path("entry.ts"));
  const expected = Array.from({ length: 3 }, () => "Error: struck");
  expect(await graph.instantiate()).toMatchObject({ result: expected });
});

test("a fault is told where a function gives no promise, whatever it is called", async () => {
  using project = createProject({
    "entry.ts": `class Cache { put(k: number) { this.last = k; } last = 0; }
const size = () => 1 + 1;
function* keys() { yield 1; }
function load(k: number) { return k > 1 ? [k] : "one"; }
const read = () => new Map([[1, Promise.resolve(1)]]).get(1);
async function ask() {}
function pass(value: unknown) { return value; }
new Cache().put(1), size(), keys(), load(1), read(), await ask(), pass(1);`,
  });
  const told: Record<string, boolean | undefined> = {};
  const dispatch = (name: string): SeamDispatch => ({
    isOn: true,
    call: (_self, args, proceed) => {
      told[name.slice("entry.ts#".length)] = proceed.isAsync;
      return proceed(...args);
    },
  });
  const atOnce = ["Cache.put", "size", "keys", "load"];
  const names = [...atOnce, "read", "ask", "pass"];
  const seams = names.map((name) => `entry.ts#${name}`);
  const graph = await createInstrumentedLoader({
    projectRoot: project.root,
    seams,
    dispatch,
  }).prepare(project.path("entry.ts"));
  await graph.instantiate();
  const expected = names.map((name) => [name, atOnce.includes(name) ? false : undefined]);
  expect(told).toEqual(Object.fromEntries(expected));
});

test("two names of one definition both see its calls", async () => {
  const files = {
    "a.ts": `export function charge(a: number) { return a + 2; } export default charge;`,
    "entry.ts": `import { charge } from "./a.ts"; export const result = charge(40);`,
  };
  const { result, calls } = await run(files, ["a.ts#charge", "a.ts#default"]);
  expect(result).toBe(42);
  expect(calls.map(({ name }) => name)).toEqual(["a.ts#charge", "a.ts#default"]);
});

test("seams inside of seams are all hit", async () => {
  const files = {
    "entry.ts": `const make = (fee: number) => function charge(a: number) { return a + fee; };
export const result = make(2)(40);`,
  };
  const seams = ["entry.ts#make", "entry.ts#make.charge"];
  const { result, calls } = await run(files, seams);
  expect(result).toBe(42);
  expect(calls).toEqual([
    { name: "entry.ts#make", args: [2] },
    { name: "entry.ts#make.charge", args: [40] },
  ]);
});
