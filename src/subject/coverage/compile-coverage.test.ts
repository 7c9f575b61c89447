import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createInstrumentedLoader } from "../instrumented-loader.ts";
import { type Coverage, createCoverage } from "./compile-coverage.ts";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "gauntlet-coverage-"));
});

afterAll(() => rm(folder, { recursive: true }));

/** Loads a text as a module of its own and gives what its `run` answers. */
async function answer(text: string, name: string, coverage?: Coverage): Promise<unknown> {
  const file = path.join(folder, name);
  await writeFile(file, text);
  const graph = await createInstrumentedLoader({ projectRoot: folder, coverage }).prepare(file);
  const { run } = (await graph.instantiate()) as { run: () => unknown };
  return run();
}

function everything(): Coverage {
  return createCoverage({ ngram: 2, includes: () => true });
}

/** Code in which an added text is easily put at the wrong place. */
const awkward: Readonly<Record<string, string>> = {
  directives: `export function run() { "use strict"; "other"
    return (function () { return this === undefined })() }`,
  "a bare else": `export function run() { const out = []; for (const n of [1, 2, 3])
    if (n === 1) out.push("one"); else if (n === 2) out.push("two"); else out.push("more");
    return out }`,
  "an else that belongs to the inner if": `const f = (a, b) => { if (a) if (b) return "ab";
    else return "a"; return "none" }
    export const run = () => [f(1, 1), f(1, 0), f(0, 1), f(0, 0)]`,
  "an if without braces or semicolon": `export function run() { let n = 0
    if (n === 0) n++
    if (n === 0) n--
    do n++; while (n < 5)
    while (n < 9) n += 2
    return n }`,
  "a switch that falls through": `const f = (x) => { const out = []; switch (x) { case "a": case "b":
    out.push("ab"); case "c": { out.push("c"); break } default: out.push("other"); case "d": } return out }
    export const run = () => ["a", "b", "c", "d", "e"].map(f)`,
  "nested ternaries": `const f = (n) => n < 0 ? "minus" : n === 0 ? "none" : n > 9 ? n > 99 ? "huge" : "big" : "small";
    export const run = () => [-1, 0, 5, 50, 500].map(f)`,
  "arrows without braces": `const obj = (a) => ({ a }), nested = (a) => (b) => a === b, seq = (a) => (a++, a);
    export const run = () => [obj(1), nested(1)(1), nested(1)(2), seq(1)]`,
  labels: `export function run() { const out = []; outer: for (const a of [1, 2, 3]) { for (const b of [1, 2, 3]) {
    if (b === 2) continue outer; if (a === 3) break outer; out.push([a, b]) } } return out }`,
  generators: `function* walk(n) { if (n > 0) { yield n; yield* walk(n - 1) } else return "end" }
    export const run = () => [...walk(3)]`,
  "class fields": `class A { #x = 1 === 1 ? "one" : "two"; static y = [1, 2].includes(2) && "has"; z = () => this.#x;
    static { A.w = A.y === "has" ? 1 : 2 } get v() { return #x in this } }
    export const run = () => [new A().z(), A.y, A.w, new A().v]`,
  "optional chaining": `const f = (o) => o?.a?.b?.(1) ?? o?.["c"] ?? "none";
    export const run = () => [f(undefined), f({ a: { b: (n) => n + 1 } }), f({ c: 0 }), f({ a: null })]`,
  "operators between brackets": `export const run = () => [(1) === (1), ((2 + 1) * 2) >= (6), (1, 2) != (2, 3),
    "a" /* not === */ === "a", !(1 < 2), 1 < 2 === true, (1 < 2) === (3 > 2)]`,
  "logical chains": `const seen = []; const say = (n, v) => { seen.push(n); return v };
    export const run = () => [say(1, 0) || say(2, "x") && say(3, null) || (say(4, undefined) ?? say(5, 9)), seen]`,
  "assignments in conditions": `export function run() { let a, b = 3; while ((a = b--) > 1) if ((a &= 1) === 1) break;
    let c; c ||= 5; c &&= 6; c ??= 7; return [a, b, c] }`,
  waits: `const wait = async (v) => v; export async function run() { const out = [];
    for await (const n of [wait(1), wait(2)]) out.push(await wait(n) === 2 ? await wait("two") : n);
    try { await Promise.reject(new Error("no")) } catch { out.push("caught") } finally { out.push("end") }
    return [...out, await (await wait({ then: undefined })).then, await wait(1) + await wait(2)] }`,
  "new lines that end statements": `export const run = () => {
    const a = 1
    const b = a === 1
      ? "one"
      : "other"
    return [b, a
      === 1] }`,
  "a function as a branch, in tagged text and in parameters": `const tag = (s, ...v) => s.raw.join("|") + v.join();
    const f = (a = 1 === 1 ? "d" : "e", { b = a ?? "f" } = {}, ...[c = b && a]) => tag\`\${a === b}x\${c}\`;
    export const run = () => [f(), f("z"), f("z", { b: "y" }, "x")]`,
};

test.each(Object.entries(awkward))(
  "counting does not change what code does: %s",
  async (_, text) => {
    const name = `${_.replaceAll(/\W/g, "-")}.mjs`;
    const coverage = everything();
    const plain = await answer(text, name);
    expect(await answer(text, name, coverage)).toEqual(plain);
    expect(coverage.map.counters.some((hits) => hits > 0)).toBe(true);
  },
);

test("counting does not change what old code does", async () => {
  const text = `function f(a) { if (a) function g() { return "old" }
    return typeof g === "function" ? g() : "none" }
    exports.run = () => [f(true), f(false), typeof this]`;
  expect(await answer(text, "old.cjs", everything())).toEqual(await answer(text, "old.cjs"));
});

test("each way through a file is counted at other places", async () => {
  const text = (value: string): string =>
    `const f = (x) => { if (x === "a") return 1; return 2 }; export const run = () => f("${value}")`;
  const reached = async (value: string): Promise<string> => {
    const coverage = everything();
    await answer(text(value), "ways.mjs", coverage);
    return coverage.map.counters.slice(0, 200).join("");
  };
  expect(await reached("a")).toBe(await reached("a"));
  expect(await reached("a")).not.toBe(await reached("b"));
});

test("handlers of errors, repeated tries and fallbacks are told from other blocks", async () => {
  const coverage = everything();
  const text = `export const run = async () => { for (;;) { try { return await go() } catch { stop() } } };
    const go = () => Promise.reject(new Error("no")).catch(() => stop() ?? 1); const stop = () => {}`;
  await answer(text, "kinds.mjs", coverage);
  const kinds = new Set(coverage.map.files[0]?.blocks.map(({ kind }) => kind));
  expect([...kinds].toSorted()).toEqual(["catch", "fallback", "function", "retry"]);
});

test("a file that is not included is left alone", async () => {
  const coverage = createCoverage({ ngram: 2, includes: (file) => !file.endsWith("alone.mjs") });
  await answer(`export const run = () => 1 === 1 ? 2 : 3`, "alone.mjs", coverage);
  expect(coverage.map.files).toEqual([]);
});
