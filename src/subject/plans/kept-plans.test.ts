import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import type { TypedProject } from "./fixtures/typed-project.ts";
import { typedProject } from "./fixtures/typed-project.ts";
import type { ProjectTargets } from "./index.ts";

const files = {
  "src/base.ts": `export interface Price { amount: number }`,
  "src/money.ts": `
    import type { Price } from "./base.ts";
    export function round(price: Price): Price { return price; }
  `,
  "src/text.ts": `export function trim(text: string): string { return text.trim(); }`,
};
const names = ["src/money.ts", "src/text.ts"];

function scan(project: TypedProject): Promise<ProjectTargets> {
  return project.analyse(names, { cacheDir: path.join(project.root, ".gauntlet/cache") });
}

async function counts(project: TypedProject): Promise<string> {
  const { analysedCount, reusedCount } = await scan(project);
  return `${analysedCount} analysed, ${reusedCount} reused`;
}

test("only what depends on a change is analysed again", async () => {
  using project = typedProject(files);
  const first = await scan(project);
  expect([first.analysedCount, first.reusedCount]).toEqual([2, 0]);
  const second = await scan(project);
  expect([second.analysedCount, second.reusedCount]).toEqual([0, 2]);
  expect(second.files).toEqual(first.files);
  project.write({ "src/base.ts": `export interface Price { amount: bigint }` });
  const third = await scan(project);
  expect([third.analysedCount, third.reusedCount]).toEqual([1, 1]);
  expect(JSON.stringify(third.files[0])).toContain(`{"kind":"bigint"}`);
});

test.each([
  [
    "the file itself",
    { "src/text.ts": `export function trim(x: number): number { return x; }` },
    1,
  ],
  [
    "a test that now calls it",
    { "test/a.ts": `import { trim } from "../src/text.ts"; trim("x");` },
    1,
  ],
  ["a test that calls nothing of it", { "test/a.ts": `export const other = 1;` }, 0],
  ["the settings of the compiler", { "tsconfig.json": `{ "compilerOptions": {} }` }, 2],
  ["the version of a package", { "package.json": `{ "type": "module", "version": "2.0.0" }` }, 2],
])("after a change of %s, %j", async (_, change, analysed) => {
  using project = typedProject(files);
  await scan(project);
  project.write(change as unknown as Record<string, string>);
  expect(await counts(project)).toBe(`${analysed} analysed, ${2 - analysed} reused`);
});

test("a file that appears where an import had looked in vain counts", async () => {
  using project = typedProject({
    ...files,
    "src/text.ts": `
      import { limit } from "./later.ts";
      export function trim(text: string, max: typeof limit): string { return text; }
    `,
  });
  const before = await scan(project);
  expect(before.files[1]?.targets[0]?.isWeak).toBe(true);
  project.write({ "src/later.ts": `export const limit: number = 3;` });
  const after = await scan(project);
  expect([after.analysedCount, after.files[1]?.targets[0]?.isWeak]).toEqual([1, false]);
});

test("entries that are broken or forged are not used", async () => {
  using project = typedProject(files);
  const first = await scan(project);
  const folder = path.join(project.root, ".gauntlet/cache/plans");
  const [one = "", two = ""] = readdirSync(folder);
  writeFileSync(path.join(folder, one), "{ half");
  const text = readFileSync(path.join(folder, two), "utf8");
  writeFileSync(path.join(folder, two), text.replace(`"isWeak":false`, `"isWeak":true`));
  const second = await scan(project);
  expect([second.analysedCount, second.files]).toEqual([2, first.files]);
  expect(readdirSync(folder).filter((name) => name.endsWith(".tmp"))).toEqual([]);
});

test("private names are kept apart", async () => {
  using project = typedProject({ ...files, "src/text.ts": `export function _trim(): void {}` });
  await scan(project);
  const cacheDir = path.join(project.root, ".gauntlet/cache");
  const found = await project.analyse(["src/text.ts"], { cacheDir, includePrivate: true });
  expect(found.files[0]?.targets.map(({ name }) => name)).toEqual(["_trim"]);
});
