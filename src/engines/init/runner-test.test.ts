import { expect, test } from "vitest";
import { runnerTest } from "./runner-test.ts";

test.each([
  ["vitest", true, "ts", 'import { chaos } from "gauntlet/vitest";'],
  ["jest", true, "cjs", 'const { chaos } = require("gauntlet/jest");'],
  ["jest", false, "js", 'const { chaos } = require("gauntlet/jest");'],
  ["node:test", false, "mjs", 'import { chaos } from "gauntlet/node-test";'],
] as const)("chaos tests are handed to %s", (name, isModule, ending, head) => {
  const starters = ["tests/basket.chaos.ts", "tests/shop/app.chaos.ts"];
  const { path, text } = runnerTest({ name, isModule }, starters, "tests");
  expect(path).toBe(`tests/chaos.test.${ending}`);
  expect(text.split("\n")).toEqual([
    head,
    "",
    "// Each is explored by 200 runs, for 10 seconds at most.",
    'chaos("basket.chaos.ts");',
    'chaos("shop/app.chaos.ts");',
    "",
  ]);
});
