// What a fresh module graph costs, and what an imported call costs once it runs.
//   npx tsc -p tsconfig.build.json && node bench/loader.mjs [path to compiled]
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";

const compiled = path.resolve(process.argv[2] ?? new URL("../compiled", import.meta.url).pathname);
const { createLoader } = await import(
  pathToFileURL(path.join(compiled, "subject/loader/index.js")).href
);
const root = mkdtempSync(path.join(tmpdir(), "gauntlet-loader-bench-"));

try {
  writeFileSync(path.join(root, "package.json"), '{"type":"module"}');
  console.log(`node ${process.version}`);
  for (const modules of [2, 3, 20]) await freshness(modules);
  await freshness(20, "stateless");
  await hotLoop();
} finally {
  rmSync(root, { recursive: true, force: true });
}

async function freshness(modules, kind = "stateful") {
  const directory = path.join(root, `${kind}-${modules}`);
  mkdirSync(directory);
  for (let i = 0; i < modules; i++) {
    const next =
      i + 1 < modules ? `import { step as next, Thing as Next } from "./m${i + 1}.ts";` : "";
    const state =
      kind === "stateful" || i === 0
        ? "let count = 0;\nconst seen = new Map<number, string>();"
        : "";
    const body =
      state === "" ? "return value;" : "count += value; seen.set(value, 'x'); return count;";
    const text = `${next}\n${state}
export function step(value: number): number { ${body} }
export class Thing { constructor(readonly value: number) {} twice(): number { return this.value * 2; } }
export const settings = ${kind === "stateful" ? "" : "Object.freeze"}({ name: "m${i}", limit: ${i} });
export const use = (): number => ${next === "" ? "1" : "next(1) + new Next(2).twice()"};\n`;
    writeFileSync(path.join(directory, `m${i}.ts`), text);
  }
  const graph = await createLoader({ projectRoot: root }).prepare(path.join(directory, "m0.ts"));
  for (let i = 0; i < 3_000; i++) graph.instantiate().use();
  const runs = Math.round(60_000 / modules);
  const times = [];
  for (let round = 0; round < 5; round++) {
    const began = performance.now();
    for (let i = 0; i < runs; i++) graph.instantiate();
    times.push(((performance.now() - began) * 1000) / runs);
  }
  const best = Math.min(...times);
  const fresh = modules - graph.sharedFiles.length;
  console.log(
    `${modules} modules, ${fresh} fresh:`.padEnd(26) +
      `${best.toFixed(2)} µs a graph, ${(best / modules).toFixed(2)} µs a module`,
  );
}

async function hotLoop() {
  const directory = path.join(root, "hot");
  mkdirSync(directory);
  writeFileSync(
    path.join(directory, "lib.mjs"),
    `let total = 0;
export function add(a, b) { return (a + b) | 0; }
export const twice = (a) => (a * 2) | 0;
export let live = 1;
export function change() { live = 1; total++; }\n`,
  );
  writeFileSync(
    path.join(directory, "entry.mjs"),
    `import { add, twice, live } from "./lib.mjs";
import * as lib from "./lib.mjs";
export const loops = {
  "function call": (n) => { let s = 0; for (let i = 0; i < n; i++) s = add(s, i); return s; },
  "arrow call": (n) => { let s = 0; for (let i = 0; i < n; i++) s = twice(s + i) >> 1; return s; },
  "live binding": (n) => { let s = 0; for (let i = 0; i < n; i++) s = (s + live) | 0; return s; },
  "namespace call": (n) => { let s = 0; for (let i = 0; i < n; i++) s = lib.add(s, i); return s; },
};\n`,
  );
  const entry = path.join(directory, "entry.mjs");
  const native = await import(pathToFileURL(entry).href);
  const graph = await createLoader({ projectRoot: root }).prepare(entry);
  let latest = graph.instantiate();
  for (let i = 0; i < 2_000; i++) {
    latest = graph.instantiate();
    for (const loop of Object.values(latest.loops)) loop(50);
  }
  for (const name of Object.keys(latest.loops)) {
    const nanoseconds = { native: Infinity, ours: Infinity };
    for (let round = 0; round < 7; round++) {
      nanoseconds.native = Math.min(nanoseconds.native, time(native.loops[name]));
      nanoseconds.ours = Math.min(nanoseconds.ours, time(latest.loops[name]));
    }
    const [ours, theirs] = [nanoseconds.ours.toFixed(2), nanoseconds.native.toFixed(2)];
    const ratio = (nanoseconds.ours / nanoseconds.native).toFixed(2);
    console.log(`${name}:`.padEnd(26) + `${ours} ns, native ${theirs} ns, ratio ${ratio}`);
  }
}

function time(loop) {
  const count = 5_000_000;
  const began = performance.now();
  loop(count);
  return ((performance.now() - began) * 1e6) / count;
}
