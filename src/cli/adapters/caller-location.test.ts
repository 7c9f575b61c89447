import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { splitSelector } from "../../config/files/project-paths.ts";
import { absoluteSelector, type CallerLocation, callerLocationOf } from "./caller-location.ts";

const root = mkdtempSync(path.join(tmpdir(), "gauntlet-place-"));
const folder = path.join(root, "c# (copy), 100%", "test");
const from: CallerLocation = { script: path.join(folder, "a.test.ts"), folder, line: 3, column: 1 };

beforeAll(() => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "shop.chaos.ts"), "");
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

test("a chaos file is looked for beside the test that names it", () => {
  const file = path.join(folder, "shop.chaos.ts");
  expect(absoluteSelector("shop.chaos.ts", from)).toBe(file);
  expect(absoluteSelector("./shop.chaos.ts#cart", from)).toBe(`${file}#cart`);
  expect(absoluteSelector("../test/shop.chaos.ts", from)).toBe(file);
});

test("what is not beside the test is looked for in the working directory", () => {
  expect(absoluteSelector("package.json", from)).toBe(path.resolve("package.json"));
  expect(absoluteSelector("nowhere.chaos.ts", from)).toBe(path.join(folder, "nowhere.chaos.ts"));
  expect(absoluteSelector("nowhere.ts", undefined)).toBe(path.resolve("nowhere.ts"));
});

test("a URL keeps its export, as an object and as text", () => {
  const file = path.join(folder, "shop.chaos.ts");
  const url = pathToFileURL(file);
  expect(absoluteSelector(url, undefined)).toBe(file);
  url.hash = "#cart";
  expect(absoluteSelector(url, from)).toBe(`${file}#cart`);
  expect(absoluteSelector(url.href, from)).toBe(`${file}#cart`);
});

test.each([
  ["shop.chaos.ts", "shop.chaos.ts", ""],
  ["shop.chaos.ts#cart", "shop.chaos.ts", "#cart"],
  ["/c#/shop.chaos.ts", "/c#/shop.chaos.ts", ""],
  ["/c#/shop.chaos.ts#cart", "/c#/shop.chaos.ts", "#cart"],
  ["C:\\c#\\shop.chaos.ts", "C:\\c#\\shop.chaos.ts", ""],
])("%j is a file and its export", (selector, file, suffix) => {
  expect(splitSelector(selector)).toEqual({ file, suffix });
});

test("the place of a call is the line of whoever called", () => {
  const called = (): CallerLocation | undefined => callerLocationOf(called);
  expect(called()).toMatchObject({ folder: path.resolve("src/cli/adapters") });
  const before = Error.prepareStackTrace;
  called();
  expect(Error.prepareStackTrace).toBe(before);
});
