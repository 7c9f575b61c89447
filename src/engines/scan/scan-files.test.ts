import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { scanFiles } from "./scan-files.ts";

let root = "";
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "gauntlet-scan-files-"));
  const files = [
    "src/money.ts",
    "src/money.test.ts",
    "src/types.d.ts",
    "src/deep/cart.tsx",
    "test/helper.ts",
    "dist/money.js",
    "gauntlet.config.ts",
    "index.js",
    "node_modules/left/index.js",
  ];
  for (const file of files) {
    await mkdir(path.join(root, path.dirname(file)), { recursive: true });
    await writeFile(path.join(root, file), "");
  }
});
afterAll(() => rm(root, { recursive: true }));

test("a project means its own code, without tests, builds and declarations", async () => {
  expect(await scanFiles(root, ".")).toEqual(["index.js", "src/deep/cart.tsx", "src/money.ts"]);
  expect(await scanFiles(root, "src")).toEqual(["src/deep/cart.tsx", "src/money.ts"]);
});

test("a file or folder that is named is scanned wherever it is", async () => {
  expect(await scanFiles(root, "test/helper.ts")).toEqual(["test/helper.ts"]);
  expect(await scanFiles(root, "test")).toEqual(["test/helper.ts"]);
  expect(await scanFiles(root, "dist/*.js")).toEqual(["dist/money.js"]);
});

test("what is not there is said with what is near, and nothing outside is read", async () => {
  await expect(scanFiles(root, "src/monney.ts")).rejects.toMatchObject({
    code: "U010",
    note: expect.stringContaining("src/money.ts"),
  });
  await expect(scanFiles(root, "../other")).rejects.toMatchObject({ code: "U010" });
});
