import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { isGone, removeLeft, temporaryName, withoutTemporary } from "./temporary-file.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "gauntlet-temporary-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

test("what a process that is gone began is removed, what a living one writes stays", async () => {
  const living = write(temporaryName(path.join(folder, "a.json")));
  const left = write(living.replace(`-${process.pid}-`, `-${goneProcess()}-`));
  await removeLeft(folder);
  expect([existsSync(living), existsSync(left)]).toEqual([true, false]);
});

test("a number may be another process by now: after an hour nobody writes any more", async () => {
  const living = write(temporaryName(path.join(folder, "a.json")));
  const seconds = Date.now() / 1_000 - 3_700;
  utimesSync(living, seconds, seconds);
  await removeLeft(folder);
  expect(existsSync(living)).toBe(false);
});

test("what another machine writes and what others call so is left alone", async () => {
  const own = temporaryName(path.join(folder, "a.json"));
  const pid = goneProcess();
  const foreign = write(own.replace(/\.[0-9a-f]{8}-\d+-/, `.00000000-${pid}-`));
  const users = ["notes.tmp", ".x.tmp", `.x.${pid}.tmp`].map((name) => write(name));
  await removeLeft(folder);
  expect([foreign, ...users].filter((file) => !existsSync(file))).toEqual([]);
});

test("two names of one file differ, and a message does not show them", () => {
  const file = path.join(folder, "a.json");
  const [one, two] = [temporaryName(file), temporaryName(file)];
  expect(one).not.toBe(two);
  expect(withoutTemporary(`ENOSPC: write '${one}'`)).toBe(`ENOSPC: write '${file}'`);
});

test("what is no process of this machine is not called gone", () => {
  expect([process.pid, 0, -1, 1.5, Number.NaN].map(isGone)).toEqual(Array(5).fill(false));
  expect(isGone(goneProcess())).toBe(true);
});

// --- inside ---

function write(name: string): string {
  const file = path.resolve(folder, name);
  writeFileSync(file, "half");
  return file;
}

/** The number of a process that has ended. */
function goneProcess(): number {
  return spawnSync(process.execPath, ["--version"]).pid;
}
