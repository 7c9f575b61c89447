import { expect, test } from "vitest";
import { TempProject } from "./temp-project.ts";

// Green means that something was judged: what was not is `unknown`, with one line on what to add.

const subjects = `
import assert, { equal } from "node:assert";
import strict from "node:assert/strict";
import { always, chaosTest, simulation } from "gauntlet";
const setup = () => ({ count: 0 });
const add = { run: (state) => void (state.count += 1) };

export const unchecked = chaosTest({ name: "unchecked", setup, rules: { add } });
export const checked = chaosTest({
  name: "checked", setup, rules: { add }, invariants: { "it grows": ({ count }) => count > 0 },
});
export const idle = chaosTest({
  name: "idle",
  setup,
  rules: { add: { ...add, when: () => false } },
  invariants: { "it grows": ({ count }) => count >= 0 },
});
export const neverAsked = simulation({
  name: "never asked",
  run: () => { if (Date.now() < 0) always(false, "time goes on"); },
});
export const plain = simulation({
  name: "plain", run: () => { assert(1 + 1 === 2); equal(1, 1); },
});
export const awaiting = simulation({
  name: "awaiting", run: () => strict.rejects(Promise.reject(new Error("refused"))),
});
export const inRule = chaosTest({
  name: "in a rule", setup, rules: { add: { run: (state) => strict.equal(++state.count > 0, true) } },
});
export const noAssertion = simulation({
  name: "no assertion", run: () => { if (Date.now() < 0) assert(false); },
});
export const wrong = simulation({ name: "wrong", run: () => { assert(1 + 1 === 3); } });
`;

const outcomes = [
  ["unchecked", "unknown", /^nothing was checked; add `invariants: \{/u],
  ["checked", "held", /^$/u],
  ["idle", "unknown", /^no rule ran/u],
  ["neverAsked", "unknown", /^nothing was checked; add `always/u],
  ["plain", "held", /^$/u],
  ["awaiting", "held", /^$/u],
  ["inRule", "held", /^$/u],
  ["noAssertion", "unknown", /^nothing was checked; add `always/u],
] as const;

test("each ends as what it has judged, and what is unknown says what to add", async () => {
  const project = new TempProject({ "a.chaos.ts": subjects });
  const names = outcomes.map(([name]) => `a.chaos.ts#${name}`);
  const told = await project.told("explore", ...names, "--runs", "30");
  expect([told.code, told.findings]).toEqual([3, []]);
  expect(told.cases?.map(({ verdict, because }) => [verdict, because])).toEqual(
    outcomes.map(([, verdict, because]) => [verdict, expect.stringMatching(because)]),
  );
});

test("an assertion that fails is told with the line of the test, as Node words it", async () => {
  const project = new TempProject({ "a.chaos.ts": subjects });
  const { code, findings } = await project.told("explore", "a.chaos.ts#wrong", "--runs", "5");
  const line = subjects.split("\n").findIndex((text) => text.includes("=== 3")) + 1;
  expect([code, findings[0]?.message, findings[0]?.place]).toMatchObject([
    1,
    "false == true",
    { file: "a.chaos.ts", line },
  ]);
});

test("what a package asserts about itself checks nothing of the project", async () => {
  const project = new TempProject({
    "a.chaos.ts": `
import { simulation } from "gauntlet";
import { half } from "careful";
export default simulation({ name: "half", run: () => { half(4); } });
`,
    "node_modules/careful/package.json": `{ "name": "careful", "main": "index.js" }`,
    "node_modules/careful/index.js": `
const assert = require("node:assert");
exports.half = (number) => { assert(number > 0); return number / 2; };
`,
    "gauntlet.toml": `[explorer]\ninline = ["careful"]\n`,
  });
  expect(await project.told("explore", "a.chaos.ts", "--runs", "5")).toMatchObject({ code: 3 });
});
