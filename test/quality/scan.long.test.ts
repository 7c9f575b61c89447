import { cpSync, symlinkSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { documentOf, gauntlet } from "../e2e/command-line.ts";
import { repository } from "../e2e/example.ts";
import { temporaryFolder } from "./scan/temporary-folder.ts";

// The whole corpus is scanned in scan.long.test.ts; this is one file of it.
test("a scan finds the one bug of a file and says nothing against the rest", async () => {
  const root = temporaryFolder();
  cpSync(path.join(repository, "test/quality/scan/corpus"), root, { recursive: true });
  symlinkSync(path.join(repository, "node_modules"), path.join(root, "node_modules"));
  const flags = ["--seed", "1", "--runs", "60", "--json", "--quiet"];
  const ended = await gauntlet(root, "scan", "src/names.ts", ...flags);
  const { findings, scan } = documentOf(ended);
  expect(ended.code).toBe(1);
  expect(scan?.targets.map(({ name }) => name).toSorted()).toEqual([
    "commonestName",
    "displayName",
    "initials",
    "personFromForm",
    "titleCase",
  ]);
  const supported = findings.filter(({ evidence }) => evidence?.level === "supported");
  expect(supported.map(({ story }) => story[0])).toEqual([`initials("")`]);
});
