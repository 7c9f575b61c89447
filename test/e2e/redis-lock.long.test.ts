import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { documentOf, gauntlet } from "./command-line.ts";
import { repository } from "./example.ts";

// A lock without a fencing token, through an unmodified ioredis and the simulated Redis.

let root: string;
beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), "gauntlet-redis-lock-"));
  cpSync(path.join(repository, "examples/redis-lock"), path.join(root, "redis-lock"), {
    recursive: true,
    filter: (source) => path.basename(source) !== ".gauntlet",
  });
  symlinkSync(path.join(repository, "node_modules"), path.join(root, "node_modules"));
});
afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

test("a holder that outlives its lease is found, made small and replayed", async () => {
  const folder = path.join(root, "redis-lock");
  const flags = ["--runs", "60", "--seed", "1", "--json"];
  const ended = await gauntlet(folder, "explore", "redis-lock.chaos.ts", ...flags);
  expect(ended.code).toBe(1);
  const { findings } = documentOf(ended);
  expect(findings.map(({ confirmed, identity }) => [confirmed, identity.property])).toEqual([
    [true, "every confirmed increment is in the counter"],
  ]);
  const [found] = findings;
  const again = await gauntlet(folder, "replay", found?.trace ?? "", "--json");
  expect(again.code).toBe(1);
  expect(documentOf(again).findings.map(({ identity }) => identity)).toEqual([found?.identity]);
});

test.for(["1", "2", "3"])("the twin with a fencing token is silent with seed %s", async (seed) => {
  const folder = path.join(root, "redis-lock/fixed");
  const flags = ["--runs", "100", "--seed", seed, "--json"];
  const ended = await gauntlet(folder, "explore", "redis-lock.chaos.ts", ...flags);
  expect(documentOf(ended)).toMatchObject({ verdict: "held", findings: [] });
  expect(ended.code).toBe(0);
});
