import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { withFileLock } from "./file-lock.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "gauntlet-lock-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test("one holder at a time, and nothing is left behind", async () => {
  const path = join(folder, "one");
  let inside = 0;
  let insideMax = 0;
  const enter = (): Promise<void> =>
    withFileLock(path, async () => {
      inside += 1;
      insideMax = Math.max(insideMax, inside);
      await writeFile(join(folder, "work"), "done");
      inside -= 1;
    });
  await Promise.all(Array.from({ length: 20 }, enter));
  expect(insideMax).toBe(1);
  expect(await readdir(folder)).toEqual(["work"]);
});

test("a lock is given back when the work fails", async () => {
  const path = join(folder, "failing");
  await expect(withFileLock(path, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await withFileLock(path, () => Promise.resolve("again"))).toBe("again");
});

test("a lock of a dead process is taken away", async () => {
  const path = join(folder, "dead");
  // No process has so high a number: Linux stops at 2^22.
  await writeFile(`${path}.lock`, `${hostname()} 99999999 some-id`);
  const all = Array.from({ length: 5 }, () => withFileLock(path, () => Promise.resolve("mine")));
  expect(await Promise.all(all)).toHaveLength(5);
});

test("an old lock of another host is taken away", async () => {
  const path = join(folder, "old");
  await writeFile(`${path}.lock`, "elsewhere 1 some-id");
  await utimes(`${path}.lock`, 1, 1);
  expect(await withFileLock(path, () => Promise.resolve("mine"))).toBe("mine");
});
