import { expect, test } from "vitest";
import { detectors, detectorsWithout } from "../../src/subject/detectors/index.ts";
import { detectorCases } from "./detector-cases.ts";
import { detectionsOf, detectorContract } from "./detector.contract.ts";

for (const subject of detectorCases) detectorContract(subject);

test("every detector has a case, and a name that is its own", () => {
  const names = detectors.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(new Set(detectorCases.map(({ detector }) => detector))).toEqual(new Set(names));
});

test("a detector that is switched off by name is missing, and an unknown name is refused", () => {
  const left = detectorsWithout(["slow-pattern", "path-traversal"]).map(({ name }) => name);
  expect(left).toHaveLength(detectors.length - 2);
  expect(left).not.toContain("slow-pattern");
  expect(() => detectorsWithout(["path-traversl"])).toThrow("there is no detector");
});

test.each([
  [
    "JSON.parse of a key `__proto__`",
    '{"__proto__":{"a":1}}',
    (t: string): unknown => JSON.parse(t),
  ],
  ["an instance of a class", "1", (): unknown => new URL("https://a.example")],
  [
    "an object with defaults that has methods",
    "1",
    () => Object.create({ size: () => 1 }) as unknown,
  ],
  ["an object without a prototype", "1", (): unknown => Object.create(null)],
  ["a result of matching", "a", (t: string): unknown => /(?<n>a)/u.exec(t)],
  ["URLs and search parameters", "a=1", (t: string): unknown => new URLSearchParams(t)],
  ["an iterator", "a", (t: string): unknown => t[Symbol.iterator]()],
  ["a sort", "b,a,c,d", (t: string): unknown => t.split(",").toSorted()],
  ["a text that only mentions the canaries", "a", () => "gauntlet-outside gauntletProbe()"],
] as const)("nothing is found in %s", async (_, input, read) => {
  expect(await detectionsOf(read as (input: never) => unknown, input)).toEqual([]);
});
