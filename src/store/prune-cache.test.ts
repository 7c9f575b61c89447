import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { type CacheLimits, pruneCache } from "./prune-cache.ts";

const limits: CacheLimits = { bytesMax: 300, filesMax: 100, ageMsMax: 10_000, everyMs: 1_000 };
const nowMs = Date.UTC(2026, 0, 1);

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "gauntlet-cache-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

test("what is old is removed, and of the rest the oldest until it is little enough", async () => {
  for (const [name, ageMs] of [
    ["a.json", 0],
    ["plans/b.json", 1_000],
    ["c.json", 2_000],
    ["plans/d.json", 3_000],
    ["e.json", 11_000],
  ] as const) {
    write(name, ageMs);
  }
  await pruneCache(folder, limits, nowMs);
  expect(entries()).toEqual(["a.json", "b.json", "c.json"]);
});

test("a cache within its limits keeps everything", async () => {
  for (const at of [1, 2, 3]) write(`${at}.json`, at * 1_000);
  await pruneCache(folder, limits, nowMs);
  expect(entries()).toEqual(["1.json", "2.json", "3.json"]);
});

test("many small files are too many", async () => {
  for (let at = 0; at < 10; at++) write(`${at}.json`, at, "");
  await pruneCache(folder, { ...limits, filesMax: 4 }, nowMs);
  expect(entries()).toEqual(["0.json", "1.json", "2.json", "3.json"]);
});

test("it is looked at once in a while, and again where a clock was wrong", async () => {
  write("a.json", 0);
  await pruneCache(folder, limits, nowMs);
  const mark = path.join(folder, ".pruned");
  write("old.json", 20_000);
  for (const [markedMs, names] of [
    [nowMs - 500, ["a.json", "old.json"]],
    [nowMs + 50_000, ["a.json"]],
  ] as const) {
    utimesSync(mark, markedMs / 1_000, markedMs / 1_000);
    await pruneCache(folder, limits, nowMs);
    expect(entries()).toEqual(names);
  }
});

test("several commands prune at once, beside one that writes", async () => {
  for (let at = 0; at < 50; at++) write(`${at}.json`, at * 100);
  const half = ".x.json.00000000-1-x-1.tmp";
  write(half, 20_000);
  await Promise.all(Array.from({ length: 5 }, () => pruneCache(folder, limits, nowMs)));
  expect(entries()).toEqual([half, "0.json", "1.json", "2.json"]);
});

// --- inside ---

function write(name: string, ageMs: number, text = "x".repeat(100)): void {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  utimesSync(file, (nowMs - ageMs) / 1_000, (nowMs - ageMs) / 1_000);
}

function entries(): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== ".pruned")
    .map(({ name }) => name)
    .toSorted();
}
