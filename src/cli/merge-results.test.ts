import { expect, test } from "vitest";
import { emptyEvidence, type Result } from "../kernel/result/result.ts";
import { mergeResults } from "./merge-results.ts";

function result(changes: Partial<Result>): Result {
  return {
    command: "explore",
    subject: "a",
    verdict: "held",
    because: "",
    summary: { runs: 10, seconds: 1, seed: 42 },
    findings: [],
    properties: [],
    evidence: emptyEvidence,
    notes: [],
    artifacts: [],
    next: [],
    ...changes,
  };
}

test("the counts of several subjects are added up, and a seed is no count", () => {
  const { summary } = mergeResults([
    result({ summary: { runs: 10, seconds: 1, seed: 42, edges: 7, corpus: 3 } }),
    result({ subject: "b", summary: { runs: 5, seconds: 2, seed: 42, edges: 4 } }),
  ]);
  expect(summary).toEqual({ runs: 15, seconds: 3, seed: 42, edges: 11, corpus: 3 });
});

test("one subject that is broken or unknown decides for all", () => {
  const unknown = result({ verdict: "unknown", because: "nothing ran" });
  expect(mergeResults([result({}), unknown])).toMatchObject({
    verdict: "unknown",
    because: "nothing ran",
  });
  expect(mergeResults([unknown, result({ verdict: "broken" })]).verdict).toBe("broken");
});
