import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { repository, TempProject } from "./temp-project.ts";

// Jest runs test files in a realm of its own, which no other test runner does.

const chaosFile = (limit: number): string => `
import fc from "fast-check";
import { chaosTest } from "gauntlet";
export default chaosTest({
  name: "shop",
  setup: () => ({ sum: 0 }),
  rules: {
    buy: {
      draw: { count: fc.integer({ min: 1, max: 9 }) },
      run: (state, { count }) => {
        state.sum = count;
      },
    },
  },
  invariants: { "nobody buys many": (state) => state.sum < ${limit} },
});
`;

const story = /✗ nobody buys many[^]*1 {2}buy +count=7[^]*npx gauntlet replay \.gauntlet\/findings/;

test("a bug fails the test with its story and the command that replays it", async () => {
  const project = jestProject(7);
  const { code, err } = await jest(project);
  expect(err).toMatch(story);
  expect(err).toMatch(/✕ shop\.chaos\.ts: no failure in 50 runs/);
  expect([code, summaryOf(err)]).toEqual([1, "1 failed, 1 total"]);
  const replay = /npx gauntlet (replay \S+)/.exec(err)?.[1]?.split(" ") ?? [];
  expect(await project.gauntlet(...replay)).toMatchObject({ code: 1 });
});

test("a fixed twin passes, and so does the regression that was saved before", async () => {
  const project = jestProject(7);
  const { findings } = await project.told("explore", "shop.chaos.ts", "--runs", "50");
  await project.told("replay", findings[0]?.trace ?? "", "--save");
  const [regression = ""] = readdirSync(project.path("shop.regressions"));
  const broken = await jest(project);
  const names = [`✕ shop.chaos.ts: regression ${regression}`, "✕ shop.chaos.ts: no failure in 50"];
  const [first = -1, second = -1] = names.map((name) => broken.err.indexOf(name));
  expect(first).toBeGreaterThan(-1);
  expect(second).toBeGreaterThan(first);
  expect([broken.code, summaryOf(broken.err)]).toEqual([1, "2 failed, 2 total"]);
  project.write("shop.chaos.ts", chaosFile(100));
  const mended = await jest(project);
  expect(mended.err).toContain(`✓ shop.chaos.ts: regression ${regression}`);
  expect([mended.code, summaryOf(mended.err)]).toEqual([0, "2 passed, 2 total"]);
});

test("a test may be plain CommonJS, name the file by URL, and do without globals", async () => {
  const project = new TempProject({
    "package.json": `{ "name": "temp" }`,
    "shop.chaos.mts": chaosFile(7),
    "shop.test.js": `
const { pathToFileURL } = require("node:url");
const { chaos } = require("gauntlet/jest");
chaos(pathToFileURL(require("node:path").join(__dirname, "shop.chaos.mts")), { runs: 50 });`,
  });
  link(project);
  const { code, err } = await project.node(program, "--no-cache", "--injectGlobals=false");
  expect(err).toMatch(story);
  expect([code, summaryOf(err)]).toEqual([1, "1 failed, 1 total"]);
});

// --- inside ---

const program = "node_modules/jest/bin/jest.js";

function jestProject(limit: number): TempProject {
  const project = new TempProject({
    "jest.config.cjs": `module.exports = { testMatch: ["**/*.test.cjs"] };`,
    "shop.chaos.ts": chaosFile(limit),
    "shop.test.cjs": `
const { chaos } = require("gauntlet/jest");
chaos("shop.chaos.ts", { runs: 50 });`,
  });
  link(project);
  return project;
}

function link(project: TempProject): void {
  project.link("jest");
  project.link("gauntlet", repository);
}

function jest(project: TempProject): ReturnType<TempProject["node"]> {
  return project.node(program, "--verbose", "--no-cache");
}

function summaryOf(printed: string): string | undefined {
  return /^Tests: +(.*)$/m.exec(printed)?.[1];
}
