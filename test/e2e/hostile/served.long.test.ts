import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { served } from "../../../src/cli/adapters/hostile/index.ts";
import type { World } from "../../../src/kernel/subject/subject.ts";
import { documentOf, gauntlet, repository } from "../command-line.ts";

let folder = "";

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "served-"));
  cpSync(path.join(repository, "examples/sse-client"), folder, { recursive: true });
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

test("in a simulated run, a naive reader is broken, replayed, and its story says why", async () => {
  const words = ["explore", "sse-client.chaos.ts", "--runs", "40", "--seed", "1", "--json"];
  const found = await gauntlet(folder, ...words);
  expect(found.code).toBe(1);
  const [finding] = documentOf(found).findings;
  expect(finding?.story.join("\n")).toMatch(/legal sse/u);
  const replayed = await gauntlet(folder, "replay", finding?.trace ?? "", "--json");
  expect(documentOf(replayed).findings[0]?.identity.key).toBe(finding?.identity.key);
}, 60_000);

test("in a simulated run, the fixed reader is silent", async () => {
  const place = path.join(folder, "fixed");
  const words = ["explore", "sse-client.chaos.ts", "--runs", "100", "--json"];
  expect((await gauntlet(place, ...words)).code).toBe(0);
}, 60_000);

test("outside of a run there is nothing to serve in", () => {
  const world = {} as World;
  expect(() => served.sse(world, "https://events.example")).toThrow("outside of a run");
});
