import type { Decision } from "../../kernel/decisions/decision.ts";
import { identify, type ProjectPaths } from "../../kernel/failure/identity.ts";
import { SimplestSource } from "../../kernel/decisions/random-source.ts";
import { ReplaySource } from "../../kernel/decisions/replay-source.ts";
import { shrink, type ShrinkResult } from "../../kernel/shrink/shrink.ts";
import type { ShrinkBudget, TryOutcome } from "../../kernel/shrink/shrink-attempts.ts";
import type { Execute } from "../loop/drain.ts";
import { loaded } from "../loop/host-watch.ts";
import { executeLoaded } from "./execute-loaded.ts";
import { inMacrotask } from "../loop/macrotask.ts";
import type { RunOutcome } from "../../world/run-outcome.ts";
import { real } from "../../world/real.ts";
import type { MadeRun, RunMaker } from "./run-maker.ts";

/** What shrinking needs: a way to run, and the identity that must appear again. */
export interface ShrinkJob {
  readonly maker: RunMaker;
  readonly execute: Execute;
  readonly paths: ProjectPaths;
  readonly failing: readonly Decision[];
  readonly key: string;
  readonly attemptsMax: number;
  readonly timeMsMax?: number | undefined;
  readonly mayBecome?: ShrinkBudget["mayBecome"];
  /** Called now and then, so that the parent knows that the process lives. */
  readonly onProgress: (attempts: number) => void;
  /** Called when a try left something that cannot be put back; does not return. */
  readonly onSpoiled?: () => void;
}

/** Tries go on inside one macrotask for so long. */
const sliceMsMax = 25;

/** Drives a shrink by running its candidates. */
export async function shrinkRuns(job: ShrinkJob): Promise<ShrinkResult> {
  const endMs = real.performanceNow() + (job.timeMsMax ?? Number.POSITIVE_INFINITY);
  const isOver = (): boolean => real.performanceNow() >= endMs;
  const { attemptsMax, mayBecome } = job;
  const steps = shrink(job.failing, { attemptsMax, isOver, mayBecome });
  let step = steps.next();
  let attempts = 0;
  while (step.done !== true) {
    // A whole slice of tries runs inside one macrotask; only a run that took real turns leaves it.
    const sliceStart = real.performanceNow();
    step = await inMacrotask(() => {
      let current = step;
      while (current.done !== true && real.performanceNow() - sliceStart < sliceMsMax) {
        attempts += 1;
        const tried = tryOnce(job, current.value);
        if (tried instanceof Promise) return tried.then((taken) => steps.next(taken));
        current = steps.next(tried);
      }
      return current;
    });
    job.onProgress(attempts);
  }
  return step.value;
}

// --- inside ---

async function tryLoaded(job: ShrinkJob, candidate: readonly Decision[]): Promise<TryOutcome> {
  await loaded();
  const { made, outcome } = await executeLoaded(() => makeTry(job, candidate), job.execute);
  return judge(job, made, outcome);
}

function makeTry(job: ShrinkJob, candidate: readonly Decision[]): MadeRun {
  return job.maker.make({
    source: new ReplaySource(candidate, { atDrift: new SimplestSource() }),
  });
}

function tryOnce(job: ShrinkJob, candidate: readonly Decision[]): TryOutcome | Promise<TryOutcome> {
  const made = makeTry(job, candidate);
  const outcome = job.execute(made.request);
  if (!(outcome instanceof Promise)) return judge(job, made, outcome);
  return outcome.then((late) =>
    late.hasLoaded ? tryLoaded(job, candidate) : judge(job, made, late),
  );
}

function judge(job: ShrinkJob, { decisions }: MadeRun, outcome: RunOutcome): TryOutcome {
  if (outcome.isSpoiled) job.onSpoiled?.();
  if (outcome.verdict !== "broken" || outcome.failure === undefined) return undefined;
  if (identify(outcome.failure, job.paths).key !== job.key) return undefined;
  return decisions.log.slice(0, outcome.decisionsCount);
}
