import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ExportHomes } from "./export-home.ts";
import { ProjectSource } from "./project-source.ts";

function homesIn(files: Readonly<Record<string, string>>): ExportHomes {
  const root = mkdtempSync(path.join(tmpdir(), "homes-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  return new ExportHomes(new ProjectSource(root));
}

const passedOn = {
  "index.js": `export * from "./lib/sum.js"; export { mean as average } from "./lib/mean.js";`,
  "lib/sum.js": `
    import { inner } from "./mean.js";
    export { inner as kept };
    export function sum() {}
  `,
  "lib/mean.js": `export const mean = () => 0; export function inner() {}`,
};

test("an export is taken from where it is declared, in a package without side effects", () => {
  const homes = homesIn({ ...passedOn, "package.json": `{ "sideEffects": false }` });
  expect(homes.homeOf("index.js", "sum")).toEqual({ file: "lib/sum.js", name: "sum" });
  expect(homes.homeOf("index.js", "average")).toEqual({ file: "lib/mean.js", name: "mean" });
  expect(homes.homeOf("index.js", "kept")).toEqual({ file: "lib/mean.js", name: "inner" });
});

test.each([`{}`, `{ "sideEffects": true }`, `{ "sideEffects": ["a.css"] }`])(
  "and from the file that was asked about where it says %s",
  (manifest) => {
    const homes = homesIn({ ...passedOn, "package.json": manifest });
    expect(homes.homeOf("index.js", "sum")).toEqual({ file: "index.js", name: "sum" });
    expect(homes.declaredAt("index.js", "sum")).toEqual({ file: "lib/sum.js", name: "sum" });
  },
);

test("the nearest package.json counts", () => {
  const homes = homesIn({
    ...passedOn,
    "package.json": `{ "sideEffects": false }`,
    "lib/package.json": `{ "type": "module" }`,
    "index.js": `export { kept } from "./lib/sum.js";`,
  });
  expect(homes.homeOf("index.js", "kept")).toEqual({ file: "index.js", name: "kept" });
});

test("what the syntax does not show has no home", () => {
  const homes = homesIn({
    "package.json": `{ "sideEffects": false }`,
    "index.js": `
      export * from "./one.js"; export * from "./two.js"; export * as all from "./one.js";
      export { gone } from "./one.js";
    `,
    "one.js": `export const both = 1;`,
    "two.js": `export const both = 2;`,
    "outside.js": `export * from "elsewhere"; export * from "./one.js";`,
    "common.js": `exports.sum = function () {};`,
    "types.ts": `export interface Shape {}`,
    "circle.js": `export * from "./round.js";`,
    "round.js": `export * from "./circle.js";`,
  });
  const asked = [
    ["index.js", "both"],
    ["index.js", "all"],
    ["index.js", "gone"],
    ["index.js", "default"],
    ["outside.js", "both"],
    ["common.js", "sum"],
    ["types.ts", "Shape"],
    ["circle.js", "sum"],
    ["missing.js", "sum"],
  ] as const;
  for (const [file, name] of asked) expect(homes.homeOf(file, name)).toBeUndefined();
});
