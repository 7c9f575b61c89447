import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { keptRegressionFiles, regressionsFolder } from "./regression-files.ts";

test("regressions live beside the file that they are of, scenarios apart from chaos files", () => {
  const folders = ["a/pay.chaos.ts", "pay.mjs", "pay.scenario.yaml", "pay.fozzy.json", "pay"];
  expect(folders.map(regressionsFolder)).toEqual([
    "a/pay.regressions",
    "pay.regressions",
    "pay.scenario.regressions",
    "pay.fozzy.regressions",
    "pay.regressions",
  ]);
});

test("all that is kept is found, also without its file, but not that of other projects", () => {
  const root = mkdtempSync(path.join(tmpdir(), "gauntlet-kept-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const write = (name: string): void => {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), "");
  };
  const kept = ["a/b/pay.regressions/1.jsonl", "pay.regressions/2.jsonl.gz"];
  const others = [
    "package.json",
    "pay.regressions/notes.md",
    "node_modules/p/pay.regressions/1.jsonl",
    ".gauntlet/pay.regressions/1.jsonl",
    "other/package.json",
    "other/pay.regressions/1.jsonl",
  ];
  for (const name of [...kept, ...others]) write(name);
  symlinkSync(root, path.join(root, "again"));
  const found = keptRegressionFiles(root).map((file) => path.relative(root, file));
  expect(found).toEqual(kept.map(path.normalize));
});
