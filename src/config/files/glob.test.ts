import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expandBraces, filesBelow, glob, GlobExcess, matchesPattern } from "./glob.ts";

let root = "";

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "gauntlet-glob-"));
  const files = [
    "a.chaos.ts",
    "b.ts",
    ".hidden.ts",
    "tests/one.chaos.ts",
    "tests/deep/two.chaos.ts",
    "tests/.secret/three.chaos.ts",
    "node_modules/x/a.chaos.ts",
    ".gauntlet/a.chaos.ts",
    "tests/node_modules/a.chaos.ts",
  ];
  for (const file of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), "");
  }
  symlinkSync(root, join(root, "tests/loop"));
});

afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

test.each([
  ["a.chaos.ts", ["a.chaos.ts"]],
  ["*.ts", ["a.chaos.ts", "b.ts"]],
  [".*.ts", [".hidden.ts"]],
  ["?.ts", ["b.ts"]],
  ["**/*.chaos.ts", ["a.chaos.ts", "tests/deep/two.chaos.ts", "tests/one.chaos.ts"]],
  ["tests/**/*.ts", ["tests/deep/two.chaos.ts", "tests/one.chaos.ts"]],
  ["tests/*/*.ts", ["tests/deep/two.chaos.ts"]],
  ["**/deep/**", ["tests/deep/two.chaos.ts"]],
  ["tests/.secret/*.ts", ["tests/.secret/three.chaos.ts"]],
  ["nowhere/**/*.ts", []],
])("the pattern %s finds its files, sorted", async (pattern, expected) => {
  expect(await glob(pattern, root)).toEqual(expected);
});

test("a tree larger than the limit is refused rather than walked for minutes", async () => {
  await expect(filesBelow(root, { depth: 9, entriesMax: 5 })).rejects.toThrow(GlobExcess);
});

test.each([
  ["a", ["a"]],
  ["{a,b}.ts", ["a.ts", "b.ts"]],
  ["{a,{b,c}d}", ["a", "bd", "cd"]],
  ["{a}{b,c}", ["{a}b", "{a}c"]],
  ["{a,b", ["{a,b"]],
  ["x{,y}", ["x", "xy"]],
])("the braces of %s are spelled out", (pattern, expected) => {
  expect(expandBraces(pattern)?.toSorted()).toEqual(expected);
});

test("braces that would multiply without end are refused", () => {
  expect(expandBraces("{a,b}".repeat(8))).toHaveLength(256);
  expect(expandBraces("{a,b}".repeat(200))).toBeUndefined();
});

test("names with brackets, as in routes of Next.js, mean themselves", () => {
  expect(matchesPattern(["app", "[id]", "*.ts"], ["app", "[id]", "page.ts"])).toBe(true);
  expect(matchesPattern(["app", "(shop)", "*.ts"], ["app", "(shop)", "page.ts"])).toBe(true);
  expect(matchesPattern(["app", "[id]", "*.ts"], ["app", "i", "page.ts"])).toBe(false);
});

test("a pattern made to backtrack is answered at once", () => {
  const stars = `${"*a".repeat(200)}b`;
  expect(matchesPattern([stars], ["a".repeat(5000)])).toBe(false);
  const deep = Array.from({ length: 100 }, () => "**");
  expect(
    matchesPattern(
      [...deep, "b"],
      Array.from({ length: 200 }, () => "a"),
    ),
  ).toBe(false);
});
