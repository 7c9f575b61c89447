import { assert } from "../kernel/errors/assert.ts";
import type { Result } from "../kernel/result/result.ts";
import type { ResultSection } from "../kernel/result/result-section.ts";
import { type Section, sectionIn, sectionOf } from "../report/section.ts";
import { resultSections } from "../report/sections/registry.ts";

/** One result of several: the worst verdict, all findings, counts added up. */
export function mergeResults(results: readonly Result[]): Result {
  const [first] = results;
  assert(first !== undefined, "there is at least one result to print");
  if (results.length === 1) return first;
  const verdicts = new Set(results.map(({ verdict }) => verdict));
  const worst = (["broken", "unknown"] as const).find((verdict) => verdicts.has(verdict));
  return {
    command: first.command,
    subject: results.map(({ subject }) => subject).join(", "),
    verdict: worst ?? "held",
    because: results.map(({ because }) => because).find((because) => because !== "") ?? "",
    summary: {
      runs: 0,
      seconds: 0,
      ...mergedCounts(results),
      seed: first.summary.seed,
      ...mergedExhausted(results),
    },
    findings: results.flatMap(({ findings }) => findings),
    properties: results.flatMap(({ properties }) => properties),
    evidence: {
      cells: results.flatMap(({ evidence }) => evidence.cells),
      notExercised: results.flatMap(({ evidence }) => evidence.notExercised),
    },
    sections: resultSections.flatMap((section) => mergedSection(section, results)),
    ...mergedControl(results),
    traces: results.flatMap(tracesOf),
    unwritten: results.flatMap(({ unwritten = [] }) => unwritten),
    notes: results.flatMap(({ notes }) => notes),
    artifacts: results.flatMap(({ artifacts }) => artifacts),
    next: results.flatMap(({ next }) => next),
  };
}

// --- inside ---

/** What none of them has is left out, unless the section says what stands for that. */
function mergedSection(section: Section, results: readonly Result[]): readonly ResultSection[] {
  const parts = results.flatMap((result) => {
    const part = sectionIn(result, section) ?? section.standIn?.(result);
    return part === undefined ? [] : [part];
  });
  return parts.length === 0 ? [] : [sectionOf(section, section.merge(parts))];
}

function tracesOf({ traces, findings }: Result): readonly string[] {
  return traces ?? findings.flatMap(({ trace }) => trace ?? []);
}

/** Whatever is counted is added up; what only some count is still a count. */
function mergedCounts(results: readonly Result[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const [key, value] of results.flatMap(({ summary }) => Object.entries(summary))) {
    if (typeof value === "number") counts[key] = (counts[key] ?? 0) + value;
  }
  return counts;
}

/** Everything was run only where all of them say so; nothing is said where nobody can tell. */
function mergedExhausted(results: readonly Result[]): { readonly exhausted?: "yes" | "no" } {
  const told = results.map(({ summary }) => summary["exhausted"]);
  if (told.every((answer) => answer === undefined)) return {};
  return { exhausted: told.every((answer) => answer === "yes") ? "yes" : "no" };
}

/** One subject that left a class of seams is enough for all of them together. */
function mergedControl(results: readonly Result[]): Pick<Result, "tiers" | "uncontrolled"> {
  const uncontrolled = results.flatMap((result) => result.uncontrolled ?? []);
  const entries = results.flatMap(({ tiers = {} }) => Object.entries(tiers));
  const [left, kept] = [true, false].map((isLeft) =>
    entries.filter(([, tier]) => (tier === "uncontrolled") === isLeft),
  );
  return { uncontrolled, tiers: Object.fromEntries([...(kept ?? []), ...(left ?? [])]) };
}
