import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { importEndings, withEnding } from "./import-endings.ts";

test.each([
  { options: undefined, type: "module", endings: "source" },
  {
    options: { allowImportingTsExtensions: true, module: "esnext" },
    type: "module",
    endings: "source",
  },
  { options: { module: "NodeNext" }, type: "module", endings: "output" },
  { options: { module: "NodeNext", rewriteRelativeImportExtensions: true }, endings: "source" },
  { options: { module: "nodenext" }, type: "commonjs", endings: "none" },
  { options: { module: "commonjs", moduleResolution: "node" }, endings: "none" },
  { options: { module: "esnext", moduleResolution: "bundler" }, type: "module", endings: "none" },
])("a project with $options and type $type takes $endings", ({ options, type, endings }) => {
  const root = mkdtempSync(path.join(tmpdir(), "gauntlet-endings-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  writeFileSync(path.join(root, "package.json"), JSON.stringify({ name: "x", type }));
  const text = `{ "compilerOptions": ${JSON.stringify(options)}, /* and so on */ }`;
  if (options !== undefined) writeFileSync(path.join(root, "tsconfig.json"), text);
  expect(importEndings(root)).toBe(endings);
});

test("files are named as the endings say", () => {
  const files = ["../src/a.ts", "../src/b.tsx", "../src/c.mts", "../src/d.js"];
  expect(files.map((file) => withEnding(file, "source"))).toEqual(files);
  expect(files.map((file) => withEnding(file, "output"))).toEqual([
    "../src/a.js",
    "../src/b.js",
    "../src/c.mjs",
    "../src/d.js",
  ]);
  expect(files.map((file) => withEnding(file, "none"))).toEqual([
    "../src/a",
    "../src/b",
    "../src/c.mjs",
    "../src/d.js",
  ]);
});
