import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { fragmentationPercent } from "../../src/subject/scenarios/run/fragmentation.ts";
import { type Scenario, readScenario } from "../../src/subject/scenarios/index.ts";
import { problemsIn } from "./read-text.ts";

// A number of JavaScript holds 53 bits, a seed of fozzy 64.

const longest = "18446744073709551615";

test.each([
  ["9007199254740991", 9_007_199_254_740_991],
  ["9007199254740992", "9007199254740992"],
  ["9007199254740993", "9007199254740993"],
  [longest, longest],
])("the seed %s of a file is read without loss, as JSON and as YAML", async (written, seed) => {
  for (const ending of ["json", "yaml"] as const) {
    expect((await readAs(ending, written)).seed).toBe(seed);
    expect(fragmentationSeeds(await readAs(ending, "1", written))).toEqual([seed, seed, seed]);
  }
});

test("other numbers that would not stay as they are, are refused as before", async () => {
  const refused = async (...[ending, seed, inStep, inData]: Parameters<typeof fileOf>) => {
    const problems = await problemsIn(fileOf(ending, seed, inStep, inData), ending);
    return problems.map(({ code, pointer }) => `${code} ${pointer ?? ""}`);
  };
  for (const ending of ["json", "yaml"] as const) {
    expect(await refused(ending, "1", "1", longest)).toEqual(["N005 /steps/3/value/seed"]);
    expect(await refused(ending, `-${longest}`)).toEqual(["N005 /seed"]);
    expect(await refused(ending, "1e30")).toEqual(["N005 /seed"]);
    expect(await refused(ending, "9".repeat(201))).toEqual(["N005 /seed"]);
    expect(await refused(ending, "1", "18446744073709551616")).toEqual([
      "N005 /steps/0/seed",
      "N005 /steps/1/steps/0/seed",
      "N005 /steps/2/branches/0/0/seed",
    ]);
  }
});

test("seeds of 64 bits that one number stands for give other sizes", () => {
  const percents = (seed: number | string): readonly number[] =>
    [1, 2, 3, 4].map((ordinal) => fragmentationPercent({ seed, ordinal, bytes: 1_000 }));
  expect(percents("7")).toEqual(percents(7));
  expect(percents("18446744073709551615")).not.toEqual(percents("18446744073709551614"));
});

// --- inside ---

/** A file with seeds at its top, in its steps and in data; JSON is YAML as well. */
function fileOf(ending: "json" | "yaml", seed: string, inStep = "1", inData = "1"): string {
  const step = `{ "type": "memory_fragmentation", "seed": ${inStep} }`;
  const steps = [
    step,
    `{ "type": "assert_throws", "steps": [${step}] }`,
    `{ "type": "parallel", "branches": [[${step}], [{ "type": "unfreeze" }]] }`,
    `{ "type": "let", "name": "a", "value": { "seed": ${inData} } }`,
  ].join(", ");
  const [open, close] = ending === "json" ? ["{", "}"] : ["", ""];
  const comma = ending === "json" ? "," : "";
  const lines = ['"version": 1', '"name": "n"', `"seed": ${seed}`, `"steps": [${steps}]`];
  return `${open}${lines.join(`${comma}\n`)}${close}\n`;
}

async function readAs(ending: "json" | "yaml", seed: string, inStep?: string): Promise<Scenario> {
  const folder = mkdtempSync(path.join(tmpdir(), "gauntlet-seeds-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, `a.scenario.${ending}`);
  writeFileSync(file, fileOf(ending, seed, inStep));
  const read = await readScenario({ file, shown: "a" });
  if (read.kind !== "steps") throw new Error(read.kind);
  return read.scenario;
}

function fragmentationSeeds(scenario: Scenario): readonly unknown[] {
  const texts = JSON.stringify(scenario.steps).matchAll(/"seed":("?\d{2,}"?)/gu);
  return [...texts].map(([, seed = ""]) => JSON.parse(seed) as unknown);
}
