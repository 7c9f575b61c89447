import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { temporaryName } from "../world/temporary-file.ts";
import { tidyStore } from "./tidy-store.ts";

let root = "";
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "gauntlet-tidy-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
});

test("what dead processes left is removed at any depth, and nothing else", async () => {
  const { pid: gone } = spawnSync(process.execPath, ["--version"]);
  const living = path.basename(temporaryName("trace.jsonl.gz"));
  write("findings/a-1/trace.jsonl.gz", "whole");
  write(`findings/a-1/${living}`, "half");
  write(`findings/a-1/${living.replace(`-${process.pid}-`, `-${gone}-`)}`, "half");
  write("findings/a-1/trace.jsonl.gz.lock", `${hostname()} ${gone} x`);
  write("findings/b-2/trace.jsonl.gz.lock", `${hostname()} ${process.pid} x`);
  write("corpus/a/b/c/own.lock", `elsewhere ${gone} x`);
  await Promise.all([tidyStore(root), tidyStore(root)]);
  expect(stored()).toEqual([
    "corpus/a/b/c/own.lock",
    `findings/a-1/${living}`,
    "findings/a-1/trace.jsonl.gz",
    "findings/b-2/trace.jsonl.gz.lock",
  ]);
});

test.each([".gauntlet", ".gauntlet/cache", ".gauntlet/findings"])(
  "nothing is removed behind %s where that is a link out of the project",
  async (name) => {
    const { pid: gone } = spawnSync(process.execPath, ["--version"]);
    const elsewhere = mkdtempSync(path.join(tmpdir(), "gauntlet-elsewhere-"));
    onTestFinished(() => rmSync(elsewhere, { recursive: true, force: true }));
    const names = ["a.lock", "cache/old.json", "old.json"];
    mkdirSync(path.join(elsewhere, "cache"));
    for (const one of names) writeFileSync(path.join(elsewhere, one), `${hostname()} ${gone} x`);
    for (const one of names) utimesSync(path.join(elsewhere, one), 1, 1);
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    symlinkSync(elsewhere, path.join(root, name));
    await tidyStore(root);
    for (const one of names) expect(existsSync(path.join(elsewhere, one))).toBe(true);
  },
);

test("a project without a folder of ours stays without one", async () => {
  await tidyStore(root);
  expect(readdirSync(root)).toEqual([]);
});

// --- inside ---

function write(name: string, text: string): void {
  const file = path.join(root, ".gauntlet", name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function stored(): readonly string[] {
  const store = path.join(root, ".gauntlet");
  return readdirSync(store, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(store, path.join(entry.parentPath, entry.name)))
    .toSorted();
}
