import { expect, test } from "vitest";
import { resultSections } from "../../src/report/sections/registry.ts";
import { mergedContract, resultsWith, sectionContract } from "./section.contract.ts";
import { sectionSamples, singleSections } from "./section-samples.ts";

const samples = new Map<string, (text: string) => unknown>(Object.entries(sectionSamples));

test("every section has a sample, and a name of its own", () => {
  const names = resultSections.map(({ name }) => name);
  expect(names.filter((name) => !samples.has(name))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
});

for (const section of resultSections) {
  const { name } = section;
  const sample = samples.get(name);
  if (sample === undefined) continue;
  const resultOf = resultsWith(section, sample);
  sectionContract(section, resultOf);
  if (!singleSections.has(name)) mergedContract(section, resultOf);
}
