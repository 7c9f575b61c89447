import { describe, expect, test } from "vitest";
import { checkWithExceptions } from "./exceptions.ts";
import { rules } from "./rules.ts";
import { formatViolation } from "./source-file.ts";
import type { SourceFile } from "./source-file.ts";
import { importSamples } from "./samples-of-imports.ts";
import { textSamples } from "./samples-of-text.ts";

const samples = { ...importSamples, ...textSamples };

describe("the house rules", () => {
  test("every rule has a sample that breaks it and one that keeps it", () => {
    expect(Object.keys(samples).toSorted()).toEqual(rules.map(({ name }) => name).toSorted());
  });

  for (const rule of rules) {
    test(`${rule.name}: it fails on the broken sample and passes on the kept one`, () => {
      const sample = samples[rule.name];
      const said = rule.check(filesOf(sample?.broken)).map(formatViolation);
      expect(said.length).toBeGreaterThan(0);
      expect(said).toEqual(sample?.says);
      expect(rule.check(filesOf(sample?.kept)).map(formatViolation)).toEqual([]);
    });
  }

  test("an exception silences its own file only, and is itself refused once it is stale", () => {
    const rule = { name: "r", check: () => [{ file: "a.ts", message: "bad" }] };
    const because = "the rule makes this file worse";
    const allowed = ["a.ts", "b.ts"].map((file) => ({ rule: "r", file, because }));
    expect(checkWithExceptions(rule, [], []).map(formatViolation)).toEqual(["a.ts  bad"]);
    expect(checkWithExceptions(rule, [], allowed).map(formatViolation)).toEqual([
      'b.ts  no longer breaks "r"; remove it from test/house/exceptions.ts',
    ]);
  });
});

// --- inside ---

function filesOf(texts: Readonly<Record<string, string>> = {}): SourceFile[] {
  return Object.entries(texts).map(([path, text]) => ({ path, text }));
}
