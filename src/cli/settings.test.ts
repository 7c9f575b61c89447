import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { targetOf } from "./settings.ts";

test("without a package.json, the project is where the command was started", () => {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), "gauntlet-target-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(path.join(root, "tests"));
  const file = "tests/a.chaos.ts";
  expect(targetOf(`${file}#b`, root)).toEqual({ projectRoot: root, file, exportName: "b" });
  const outside = path.join(root, "tests");
  expect(targetOf("../b.chaos.ts", outside)).toMatchObject({ projectRoot: root });
  writeFileSync(path.join(outside, "package.json"), "{}");
  expect(targetOf(file, root)).toMatchObject({ projectRoot: outside, file: "a.chaos.ts" });
});
