import path from "node:path";
import { isAnswer } from "../../kernel/decisions/decision.ts";
import type { Finding } from "../../kernel/result/finding.ts";
import type { ErrorParts } from "../../kernel/errors/gauntlet-error.ts";
import type { Result, ResultCase } from "../../kernel/result/result.ts";
import type { UnwrittenFile } from "../../kernel/result/unwritten-file.ts";
import { storeFinding } from "../../store/finding-store.ts";
import { writeTrace } from "../../store/trace-file.ts";
import { UnwrittenFiles } from "../../store/unwritten-files.ts";
import { controlOf } from "../../campaign/proof/control-of.ts";
import { decodeDecisions } from "../../kernel/trace/decode-decisions.ts";
import type { DecisionPlan, RunRecording } from "../../runner/protocol/protocol.ts";
import { provenFinding, type Suspect, traceOf } from "../../campaign/proof/prove.ts";
import {
  recordOptionsFor,
  type RunTarget,
  type FreshRecording,
  recordFresh,
  recordPooled,
} from "../../campaign/proof/record-fresh.ts";
import type { RunnerSource } from "../../runner/subject-runner.ts";
import { differenceText } from "./difference-text.ts";
import type { ScenarioJob, TestOptions } from "./test-options.ts";
import { tracePath } from "../../store/trace-path.ts";

/** What came of one scenario, with all that was kept of it. */
export interface ScenarioOutcome {
  readonly outcome: ResultCase;
  /** The traces that it left; the one that was asked for comes first. */
  readonly traces: readonly string[];
  readonly finding: Finding | undefined;
  readonly artifacts: readonly string[];
  /** What could not be written, and why. */
  readonly unwritten: readonly UnwrittenFile[];
  readonly control: Pick<Result, "tiers" | "uncontrolled">;
  /** How often it was run. */
  readonly runs: number;
  /** Why it could not be run at all; absent where it was. */
  readonly problems?: readonly ErrorParts[];
}

/** Runs one scenario; a failure is shown again in a process that ran nothing before. */
export async function runScenario(
  job: ScenarioJob,
  context: {
    readonly options: TestOptions;
    readonly pool: RunnerSource;
    /** Which one of the scenarios it is, from 1 on. */
    readonly number: number;
  },
): Promise<ScenarioOutcome> {
  const startMs = performance.now();
  const { options, pool } = context;
  const { target, settings } = job;
  const runTarget: RunTarget = { target, settings, pool, signal: options.signal };
  const following: DecisionPlan = { how: "random", seed: settings.seed, runIndex: 0 };
  const ran = await recordPooled(following, runTarget);
  const again = await secondRun(ran.recorded, { runTarget, options });
  const difference = again === undefined ? undefined : differenceText(ran.recorded, again);
  const recording = { ...ran, recorded: again ?? ran.recorded };
  const kept = await keep(job, recording, { ...context, isConfirmed: difference === undefined });
  const { recorded, loaded } = recording;
  return {
    outcome: {
      name: job.name,
      file: target.file,
      ...outcomeOf(ran.recorded, difference),
      seconds: (performance.now() - startMs) / 1_000,
      decisions: recorded.decisions.length,
      ...(kept.trace === undefined ? {} : { trace: kept.trace }),
      findings: kept.finding === undefined ? [] : [kept.finding.id],
    },
    traces: tracesOf(kept),
    finding: kept.finding,
    artifacts: kept.artifacts,
    unwritten: kept.unwritten,
    control: controlOf({ run: settings.run, loaded, uncontrolled: recorded.uncontrolled }),
    runs: again === undefined ? 1 : 2,
  };
}

// --- inside ---

/**
 * A failure is always shown again; with `--det`, every run is, by its seed alone. What the machine
 * answered (the real heap) is no part of a seed: such a run is shown again by its decisions.
 */
async function secondRun(
  first: RunRecording,
  { runTarget, options }: { readonly runTarget: RunTarget; readonly options: TestOptions },
): Promise<RunRecording | undefined> {
  const isSeeded = !decodeDecisions(first.decisions).some(isAnswer);
  if (options.isRepeated && isSeeded) {
    const { seed } = runTarget.settings;
    return (await recordFresh({ how: "random", seed, runIndex: 0 }, runTarget)).recorded;
  }
  const { verdict, identity, decisions } = first;
  if (!options.isRepeated && (verdict !== "broken" || identity === undefined)) return undefined;
  const look = identity === undefined ? {} : recordOptionsFor(identity);
  return (await recordFresh({ how: "strict", decisions }, runTarget, look)).recorded;
}

function outcomeOf(
  recorded: RunRecording,
  difference: string | undefined,
): Pick<ResultCase, "verdict" | "because"> {
  if (difference !== undefined) {
    return { verdict: "unknown", because: `it did not repeat: ${difference}` };
  }
  const { verdict, because } = recorded;
  return { verdict, because: verdict === "unknown" ? because : "" };
}

function tracesOf({ trace, finding }: StoredScenario): readonly string[] {
  return [trace, finding?.trace].filter((file) => file !== undefined);
}

interface StoredScenario {
  readonly finding: Finding | undefined;
  readonly trace: string | undefined;
  readonly artifacts: readonly string[];
  readonly unwritten: readonly UnwrittenFile[];
}

async function keep(
  { target, settings }: ScenarioJob,
  { recorded, loaded }: FreshRecording,
  context: {
    readonly options: TestOptions;
    readonly number: number;
    readonly isConfirmed: boolean;
  },
): Promise<StoredScenario> {
  const { record, scenarios } = context.options;
  const { projectRoot } = target;
  const artifacts: string[] = [];
  const refused = new UnwrittenFiles(projectRoot);
  let trace: string | undefined;
  if (record !== undefined) {
    const file = tracePath(record.file, scenarios.length === 1 ? undefined : context.number);
    const whole = traceOf(recorded, { runIndex: 0 }, { loaded, settings });
    const { collision } = record;
    const written = await refused.attempt(() =>
      writeTrace({ path: file, trace: whole, collision, namesItself: true }),
    );
    trace = written === undefined ? undefined : path.relative(projectRoot, written);
    if (trace !== undefined) artifacts.push(trace);
  }
  const { identity, failure, decisions } = recorded;
  if (recorded.verdict !== "broken" || identity === undefined || failure === undefined) {
    return { finding: undefined, trace, artifacts, unwritten: refused.list };
  }
  const firstLength = decisions.length;
  const suspect: Suspect = {
    runIndex: 0,
    identity,
    failure,
    decisions,
    firstLength,
    occurrences: 1,
  };
  const proof = { recorded, attempts: 0, isConfirmed: context.isConfirmed };
  const proven = provenFinding(suspect, proof, { loaded, settings });
  const { finding, ...stored } = await storeFinding(projectRoot, proven);
  return {
    finding,
    trace: trace ?? finding.trace,
    artifacts: [...artifacts, ...stored.artifacts],
    unwritten: [...refused.list, ...stored.unwritten],
  };
}
