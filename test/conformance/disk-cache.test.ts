import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { createProject } from "./temporary-project.ts";
import { createAnalysisCache } from "../../src/subject/loader/disk-cache.ts";
import { createLoader } from "../../src/subject/loader/loader.ts";

const analysis = { format: "json", code: "{}" } as const;
const unexpected = (): never => {
  throw new Error("this should have been remembered");
};

test("an analysis is made once, and remembered by another process", () => {
  using project = createProject({});
  const directory = project.path("cache");
  createAnalysisCache(directory)("k".repeat(64), () => analysis);
  expect(createAnalysisCache(directory)("k".repeat(64), unexpected)).toEqual(analysis);
  expect(readdirSync(directory).filter((name) => name.endsWith(".tmp"))).toEqual([]);
});

test.each([
  ["cut short", (text: string) => text.slice(0, 40)],
  ["no JSON", () => "\0\0\0"],
  ["of another key", (text: string) => text.replace('"key":"k', '"key":"x')],
  ["changed", (text: string) => text.replace('"code":"{}"', '"code":"{1}"')],
])("an entry that is %s counts as none and is replaced", (_name, damage) => {
  using project = createProject({});
  const directory = project.path("cache");
  createAnalysisCache(directory)("k".repeat(64), () => analysis);
  const file = path.join(directory, readdirSync(directory)[0] ?? "");
  writeFileSync(file, damage(readFileSync(file, "utf8")));
  expect(createAnalysisCache(directory)("k".repeat(64), () => analysis)).toEqual(analysis);
  expect(createAnalysisCache(directory)("k".repeat(64), unexpected)).toEqual(analysis);
});

test("entries that were written in another folder are not read: a checkout may bring some", () => {
  using project = createProject({});
  const [here, there] = [project.path("cache"), project.path("checkout/.gauntlet/cache")];
  const hostile = { format: "json", code: '"hostile"' } as const;
  createAnalysisCache(here)("k".repeat(64), () => hostile);
  cpSync(here, there, { recursive: true });
  const open = createAnalysisCache(there);
  expect(open("k".repeat(64), () => analysis)).toEqual(analysis);
});

test("a directory that cannot be written costs nothing but time", () => {
  using project = createProject({ blocked: "a file where the directory should be" });
  const cache = createAnalysisCache(project.path("blocked/cache"));
  expect(cache("k".repeat(64), () => analysis)).toEqual(analysis);
});

test("code from the cache runs as code that was just analysed does", async () => {
  using project = createProject({
    "entry.ts": `import { a } from "./a.ts";
export const seen: number[] = [a, await 2];
export default class {}`,
    "a.ts": `export let a = 1; export const set = (): void => { a = 2; };`,
  });
  const options = { projectRoot: project.root, cacheDir: project.path(".cache") };
  const results = [];
  for (const round of [1, 2]) {
    const graph = await createLoader(options).prepare(project.path("entry.ts"));
    const namespace = await graph.instantiate();
    results.push([Reflect.get(namespace, "seen"), graph.digest]);
    expect(readdirSync(project.path(".cache")), `round ${String(round)}`).toHaveLength(2);
  }
  expect(results[0]).toEqual(results[1]);
});
