import { assert } from "../kernel/errors/assert.ts";
import type { Result, ResultCase } from "../kernel/result/result.ts";

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
    coverage: results.flatMap(({ coverage = [] }) => coverage),
    cases: results.flatMap((result) => result.cases ?? [caseOf(result)]),
    ...mergedMeasures(results),
    ...mergedControl(results),
    traces: results.flatMap(tracesOf),
    unwritten: results.flatMap(({ unwritten = [] }) => unwritten),
    notes: results.flatMap(({ notes }) => notes),
    artifacts: results.flatMap(({ artifacts }) => artifacts),
    next: results.flatMap(({ next }) => next),
  };
}

// --- inside ---

function caseOf({ subject, verdict, because, summary, findings }: Result): ResultCase {
  const ids = findings.map(({ id }) => id);
  return { name: subject, verdict, because, seconds: summary.seconds, findings: ids };
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

/** Only what some result has, so that the others stay without. */
function mergedMeasures(results: readonly Result[]): Pick<Result, "ablation" | "scaling"> {
  const ablation = results.flatMap((result) => result.ablation ?? []);
  const scaling = results.flatMap((result) => result.scaling ?? []);
  return {
    ...(ablation.length === 0 ? {} : { ablation }),
    ...(scaling.length === 0 ? {} : { scaling }),
  };
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
