import vm from "node:vm";
import { expect, test } from "vitest";
import { createCoverage } from "../../src/subject/coverage/index.ts";
import { createInstrumentedLoader } from "../../src/subject/instrumented-loader.ts";
import { installFunctionText } from "../../src/world/function-text.ts";
import { replaceFunction } from "../../src/world/stand-in.ts";
import { definitions } from "./seam-definitions.ts";
import { createProject } from "./temporary-project.ts";

// Code is compiled with counters, dispatchers and rewritten imports, whose names only we know. What
// a function says of itself is what its author wrote, free of types, so that it works elsewhere.

installFunctionText();

type AnyFunction = (...args: unknown[]) => unknown;

/** Functions that answer 3 with 6. */
const kinds: readonly (readonly [name: string, written: string])[] = [
  ["declaration", "function f(a: number): number { if (a > 2) return a * 2; return 0; }"],
  ["arrow", "(a: number): number => (a > 2 ? a * 2 : 0)"],
  ["arrow with a body", "(a: number) => { for (let i = 0; i < 1; i++) a += 3; return a; }"],
  ["async arrow", "async (a: number) => { if (a === 3) return await 6; return a; }"],
  ["async function", "async function g(a: number) { return a > 2 && a < 9 ? a * 2 : a; }"],
  ["generator", "function* h(a: number) { while (a < 6) a += 3; yield a; }"],
  ["async generator", "async function* k(a: number) { if (a > 0) yield a * 2; }"],
  ["default values", "(a: number = 3, b: number = a > 2 ? a : 0) => a + b"],
];

test.each(kinds)("%s", async (_name, written) => {
  const { subject, plain } = await load(`export const subject = ${written};`);
  const text = String(subject);
  expect(text).not.toContain("__g_");
  expect(text).not.toContain(": number");
  expect(squeezed(text)).toBe(squeezed(written.replaceAll(/: number/gu, "")));
  expect(text).toBe(String(plain.subject));
  // In a context that knows nothing of us, and in our own.
  const elsewhere = vm.runInNewContext(`(${text})`) as AnyFunction;
  const [first, second] = [
    await answer(elsewhere(3)),
    await answer((vm.runInThisContext(`(${text})`) as AnyFunction)(3)),
  ];
  expect([first, second]).toEqual([6, 6]);
});

test("classes, methods, getters and static ones", async () => {
  const { subject, plain } = await load(`
    class Account {
      #total: number = 0;
      static async open(limit: number) { return limit > 2 ? new Account() : undefined; }
      static  limit(a: number) { return a > 1; }
      add(amount: number): number { if (amount > 0) this.#total += amount; return this.#total; }
      get total(): number { return this.#total > 0 ? this.#total : 0; }
      *entries() { if (this.#total > 0) yield this.#total; }
    }
    const made = { put(a: number) { return a > 2; }, async [\`x\${1}\`](a: number) { return a > 1; } };
    export const subject = [Account, Account.open, Account.limit, Account.prototype.add,
      Object.getOwnPropertyDescriptor(Account.prototype, "total")?.get, Account.prototype.entries,
      made.put, made.x1];`);
  const texts = (subject as readonly unknown[]).map(String);
  expect(texts).toEqual((plain.subject as readonly unknown[]).map(String));
  expect(texts.join("\n")).not.toContain("__g_");
  const Account = vm.runInNewContext(`(${texts[0]})`) as new () => { add(amount: number): number };
  expect(new Account().add(6)).toBe(6);
});

test("imports that are looked up at every use are shown by their name", async () => {
  const { subject } = await load(
    `import { twice as double } from "./other.ts";
     export const subject = (a: number) => double(a);`,
    {
      "other.ts": `export let twice = (a: number) => a * 2;
        export const set = (f: typeof twice) => { twice = f; };`,
    },
  );
  expect(String(subject)).toBe("(a) => double(a)");
  expect(vm.runInNewContext(`const double = (a) => a * 2; (${String(subject)})(3)`)).toBe(6);
});

test.each(definitions)("a definition that a fault names: $name", async ({ seam, files }) => {
  using project = createProject(files);
  const texts: string[][] = [];
  for (const seams of [[seam], []]) {
    const coverage = createCoverage({ ngram: 2, includes: () => true });
    const counted = seams.length > 0 ? { coverage } : {};
    const loader = createInstrumentedLoader({ projectRoot: project.root, seams, ...counted });
    const graph = await loader.prepare(project.path("entry.ts"));
    const namespace = await graph.instantiate();
    texts.push(
      Object.values(namespace)
        .filter((one) => typeof one === "function")
        .map(String),
    );
  }
  expect(texts[0]).toEqual(texts[1]);
});

test("CommonJS shows what was written, too", async () => {
  const { subject } = await load(`import made from "./made.cjs"; export const subject = made.f;`, {
    "made.cjs": "exports.f = function (a) { if (a > 2) return a * 2; return 0; };",
  });
  expect(String(subject)).toBe("function (a) { if (a > 2) return a * 2; return 0; }");
});

test("what stands in for a function of Node shows what that one shows", () => {
  const holder = { parse: JSON.parse };
  const before = String(holder.parse);
  replaceFunction(holder, "parse", () => 1);
  expect(String(holder.parse)).toBe(before);
  expect(String(Function.prototype.toString)).toContain("[native code]");
  expect(() => Function.prototype.toString.call({})).toThrow(TypeError);
});

// --- inside ---

interface Loaded {
  readonly subject: unknown;
  /** The same file without counters. */
  readonly plain: { readonly subject: unknown };
}

async function load(entry: string, others: Readonly<Record<string, string>> = {}): Promise<Loaded> {
  using project = createProject({ "entry.ts": entry, ...others });
  const file = project.path("entry.ts");
  const plain = await createInstrumentedLoader({ projectRoot: project.root }).prepare(file);
  const coverage = createCoverage({ ngram: 2, includes: () => true });
  const counted = await createInstrumentedLoader({ projectRoot: project.root, coverage }).prepare(
    file,
  );
  const one = (await counted.instantiate()) as { readonly subject: unknown };
  return { subject: one.subject, plain: (await plain.instantiate()) as Loaded["plain"] };
}

async function answer(value: unknown): Promise<unknown> {
  const given: unknown = await value;
  if (typeof given !== "object" || given === null || !("next" in given)) return given;
  const { value: first } = await (given.next as () => Promise<IteratorResult<unknown>>).call(given);
  return first;
}

function squeezed(text: string): string {
  return text.replaceAll(/[\s;()]/gu, "");
}
