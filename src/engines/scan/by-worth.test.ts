import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { byWorth } from "./by-worth.ts";

const root = mkdtempSync(path.join(tmpdir(), "gauntlet-worth-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function write(files: Readonly<Record<string, string>>): readonly string[] {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
  }
  return Object.keys(files).filter((name) => name.endsWith(".ts"));
}

test("what the entry passes on, however far, comes before what is only used inside", () => {
  const files = write({
    "package.json": '{ "exports": { ".": { "import": "./dist/index.js" } } }',
    "src/a-inside.ts": "export const inside = 1;",
    "src/cart/index.ts": 'export { total } from "./total.js";',
    "src/cart/total.ts": "export function total() {}",
    "src/index.ts": 'export * from "./cart";\nimport { inside } from "./a-inside.ts";',
  });
  expect(byWorth(files, root)).toEqual([
    "src/cart/index.ts",
    "src/cart/total.ts",
    "src/index.ts",
    "src/a-inside.ts",
  ]);
});

test("where package.json names a file that is scanned, that is the entry", () => {
  const files = write({
    "package.json": '{ "main": "./code/first.ts" }',
    "code/a.ts": "",
    "code/first.ts": 'export * from "./second.ts"; export * from "./first.ts";',
    "code/second.ts": "",
  });
  expect(byWorth(files, root)).toEqual(["code/first.ts", "code/second.ts", "code/a.ts"]);
});

test("without an entry the order stays as it is", () => {
  expect(byWorth(["x/b.ts", "x/a.ts"], path.join(root, "nowhere"))).toEqual(["x/b.ts", "x/a.ts"]);
});
