import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findScenarios } from "./find-scenarios.ts";

let root = "";

const files = [
  "a.scenario.yaml",
  "config.yaml",
  "deep/er/b.scenario.json",
  "deep/er/c.scenario.yml",
  "deep/d.fozzy.json",
  "deep/[id].json",
  "deep/e.json",
  "node_modules/x/f.scenario.yaml",
  ".git/g.scenario.yaml",
  ".gauntlet/h.scenario.yaml",
];

beforeAll(() => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), "gauntlet-find-")));
  for (const file of files) {
    mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(root, file), "");
  }
  symlinkSync("..", path.join(root, "deep", "loop"));
  symlinkSync("a.scenario.yaml", path.join(root, "0-link.scenario.yaml"));
  symlinkSync("nowhere", path.join(root, "broken.scenario.yaml"));
  symlinkSync("deep", path.join(root, "folder.scenario.yaml"));
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

async function find(selectors: readonly string[], folder = ".") {
  const found = await findScenarios(selectors, { cwd: path.join(root, folder), root });
  return { ...found, files: found.files.map((file) => path.relative(root, file)) };
}

const all = [
  "a.scenario.yaml",
  "broken.scenario.yaml",
  "deep/d.fozzy.json",
  "deep/er/b.scenario.json",
  "deep/er/c.scenario.yml",
];

test("without paths every scenario of the project is found, each file once", async () => {
  expect(await find([])).toEqual({ files: all, missing: [] });
  expect(await find([], "deep")).toEqual({ files: all, missing: [] });
});

test("a folder is looked through by endings", async () => {
  const below = all.filter((file) => file.startsWith("deep/"));
  expect(await find(["deep"])).toEqual({ files: below, missing: [] });
  expect(await find(["."], "deep")).toEqual({ files: below, missing: [] });
});

test("a file that is named is a scenario whatever it is called", async () => {
  const wanted = ["deep/e.json", "deep/[id].json", "./config.yaml", path.join(root, "config.yaml")];
  expect(await find(wanted)).toEqual({
    files: ["config.yaml", "deep/[id].json", "deep/e.json"],
    missing: [],
  });
});

test("a pattern that spells an ending means all such files, another one scenarios", async () => {
  expect((await find(["deep/*.json"])).files).toEqual([
    "deep/[id].json",
    "deep/d.fozzy.json",
    "deep/e.json",
  ]);
  expect((await find(["deep/**"])).files).toEqual(all.slice(2));
  expect((await find(["{deep,none}/*.fozzy.json"])).files).toEqual(["deep/d.fozzy.json"]);
  expect((await find(["../*.scenario.yaml"], "deep")).files).toEqual(all.slice(0, 2));
});

test("paths that are not there are all told; a pattern may match nothing", async () => {
  const wanted = ["no.scenario.yaml", "a.scenario.yaml", "none/", "x/*.json", "no.scenario.yaml"];
  expect(await find(wanted)).toEqual({
    files: ["a.scenario.yaml"],
    missing: ["no.scenario.yaml", "none/"],
  });
});

test("a link is the file that it leads to; a broken one that is named is missing", async () => {
  expect((await find(["0-link.scenario.yaml"])).files).toEqual(["0-link.scenario.yaml"]);
  expect((await find(["0-link.scenario.yaml", "a.scenario.yaml"])).files).toEqual([
    "a.scenario.yaml",
  ]);
  expect(await find(["broken.scenario.yaml"])).toEqual({
    files: [],
    missing: ["broken.scenario.yaml"],
  });
});

test("a pattern of too many alternatives is refused", async () => {
  const braces = "{a,b}".repeat(9);
  await expect(find([`${braces}.json`])).rejects.toMatchObject({ code: "N011" });
});
