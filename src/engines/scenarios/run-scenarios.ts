import { ConfigError, throwProblems } from "../../kernel/errors/config-error.ts";
import { gauntletCommand } from "../../kernel/patterns/shell-command.ts";
import { type ErrorParts, GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { emptyEvidence, type Result, type ResultCase } from "../../kernel/result/result.ts";
import { sectionOf } from "../../report/section.ts";
import { casesSection } from "../../report/sections/cases.ts";
import { refuseTaken } from "../../store/trace-file.ts";
import { tracePath } from "../../store/trace-path.ts";
import { Interrupted } from "../../runner/end-signal.ts";

import { LoadKilled } from "../../runner/worker-ended.ts";

import { runScenario, type ScenarioOutcome } from "./run-scenario.ts";
import type { ScenarioJob, TestOptions } from "./test-options.ts";

/**
 * Runs scenario files, each once, in processes that may die, and says what came of each. One that
 * cannot be loaded takes nothing from the others; where none can be, that is the error.
 */
export async function runScenarios(options: TestOptions): Promise<Result> {
  const startMs = performance.now();
  refuseTakenNames(options);
  const pool = options.runners.pool(options.jobs);
  const runs: (ScenarioOutcome | undefined)[] = options.scenarios.map(() => undefined);
  const state = { next: 0, isBroken: false };
  const takeTurns = async (): Promise<void> => {
    for (;;) {
      const at = state.next++;
      const job = options.scenarios[at];
      if (job === undefined || options.signal?.aborted === true) return;
      if (state.isBroken && options.isFailFast) return;
      if (job.notExecuted !== undefined) continue;
      const run = await runScenario(job, { options, pool, number: at + 1 }).catch(
        (thrown: unknown) => refused(job, thrown),
      );
      if (run === undefined) return;
      runs[at] = run;
      if (run.outcome.verdict === "broken") state.isBroken = true;
      const done = runs.filter((one) => one !== undefined).length;
      options.tell?.({ type: "scenarios", done, count: runs.length });
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.max(1, options.jobs) }, takeTurns));
  } finally {
    await pool.close();
  }
  const tests = options.scenarios.map(
    (job, at) => runs[at]?.outcome ?? notExecuted(job, whyNot(job, options)),
  );
  const made = runs.filter((run) => run !== undefined);
  if (options.signal?.aborted !== true) throwIfAllRefused(made);
  const seconds = (performance.now() - startMs) / 1_000;
  return resultOf(options, { tests, runs: made, seconds });
}

// --- inside ---

/** What is left of a scenario that could not be run; undefined where nobody wants it any more. */
function refused(job: ScenarioJob, thrown: unknown): ScenarioOutcome | undefined {
  if (thrown instanceof Interrupted) return undefined;
  if (!(thrown instanceof GauntletError)) throw thrown;
  const problems = thrown instanceof ConfigError ? thrown.problems : [thrown];
  const isKilled = thrown instanceof LoadKilled;
  const because = problems.map(problemText).join("; ");
  return {
    outcome: { ...notExecuted(job, because), verdict: "unknown" },
    traces: [],
    finding: undefined,
    artifacts: [],
    unwritten: [],
    control: {},
    runs: 0,
    // Where a process was killed, there is no problem of the file to be told.
    ...(isKilled ? {} : { problems }),
  };
}

function problemText({ code, where, what }: ErrorParts): string {
  return where === undefined ? `${what} (${code})` : `${where}: ${what} (${code})`;
}

/** Whoever has nothing but errors is told them whole, with the lines that they are about. */
function throwIfAllRefused(runs: readonly ScenarioOutcome[]): void {
  if (runs.some(({ problems }) => problems === undefined)) return;
  throwProblems(
    runs.flatMap(({ problems = [] }) => problems),
    "scenario",
  );
}

/** Told before anything is run: with several scenarios, some would be recorded and some not. */
function refuseTakenNames({ record, scenarios }: TestOptions): void {
  if (record === undefined) return;
  for (const at of scenarios.keys()) {
    const number = scenarios.length === 1 ? undefined : at + 1;
    refuseTaken(tracePath(record.file, number), record.collision);
  }
}

function whyNot(job: ScenarioJob, { signal }: TestOptions): string {
  if (job.notExecuted !== undefined) return job.notExecuted;
  return signal?.aborted === true ? "interrupted" : "another one had failed before";
}

function notExecuted({ name, target }: ScenarioJob, because: string): ResultCase {
  return {
    name,
    file: target.file,
    verdict: "not executed",
    findings: [],
    because,
    seconds: 0,
    decisions: 0,
  };
}

function resultOf(
  options: TestOptions,
  parts: {
    readonly tests: readonly ResultCase[];
    readonly runs: readonly ScenarioOutcome[];
    readonly seconds: number;
  },
): Result {
  const { tests, runs, seconds } = parts;
  const { verdict, because } = judge(tests, options);
  const findings = runs.flatMap(({ finding }) => (finding === undefined ? [] : [finding]));
  const [first] = findings;
  const control = runs.map((run) => run.control);
  return {
    command: options.command,
    subject: tests.length === 1 ? (tests[0]?.name ?? "") : `${tests.length} scenarios`,
    verdict,
    because,
    summary: {
      runs: runs.reduce((sum, run) => sum + run.runs, 0),
      seconds,
      seed: options.seed,
      ...counts(tests),
      ...(options.filteredOut > 0 ? { filteredOut: options.filteredOut } : {}),
    },
    sections: [sectionOf(casesSection, tests)],
    traces: [...new Set(runs.flatMap(({ traces }) => traces))],
    findings,
    properties: [],
    evidence: emptyEvidence,
    tiers: Object.assign({}, ...control.map(({ tiers = {} }) => tiers)) as Result["tiers"],
    uncontrolled: control.flatMap(({ uncontrolled = [] }) => uncontrolled),
    unwritten: runs.flatMap(({ unwritten }) => unwritten),
    notes: [],
    artifacts: runs.flatMap(({ artifacts }) => artifacts),
    next: nextOf(runs, first?.trace),
  };
}

function nextOf(runs: readonly ScenarioOutcome[], trace: string | undefined): readonly string[] {
  const refusedFiles = runs.flatMap(({ problems, outcome }) => {
    return problems === undefined ? [] : [outcome.file ?? ""];
  });
  const look =
    refusedFiles.length === 0 ? [] : [gauntletCommand("validate", { words: refusedFiles })];
  return trace === undefined ? look : [...look, gauntletCommand("shrink", { words: [trace] })];
}

function counts(tests: readonly ResultCase[]): Record<string, number> {
  const count = (outcome: ResultCase["verdict"]): number =>
    tests.filter((one) => one.verdict === outcome).length;
  return {
    scenarios: tests.length,
    held: count("held"),
    broken: count("broken"),
    unknown: count("unknown"),
    notExecuted: count("not executed"),
  };
}

/** Nothing that was not executed counts as passed, and nothing executed is no success. */
function judge(
  tests: readonly ResultCase[],
  { passesWithNone, signal, filteredOut }: TestOptions,
): Pick<Result, "verdict" | "because"> {
  const isSome = (outcome: ResultCase["verdict"]): boolean =>
    tests.some((one) => one.verdict === outcome);
  if (signal?.aborted === true) return { verdict: "unknown", because: "interrupted" };
  if (isSome("broken")) return { verdict: "broken", because: "" };
  if (isSome("unknown")) return { verdict: "unknown", because: "a scenario could not be judged" };
  if (isSome("not executed")) {
    return { verdict: "unknown", because: "not every scenario was executed" };
  }
  if (tests.length > 0) return { verdict: "held", because: "" };
  const because =
    filteredOut > 0 ? `the filter left none of ${filteredOut} scenarios` : "nothing was executed";
  return passesWithNone ? { verdict: "held", because } : { verdict: "unknown", because };
}
