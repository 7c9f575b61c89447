import { Interrupted } from "../runner/process/end-signal.ts";
import { LoadKilled } from "../runner/process/load-ended.ts";
import type { Court } from "./proof/record-fresh.ts";
import { loadCommand } from "./settings.ts";
import { SubjectWorker } from "../runner/process/subject-worker.ts";
import type { HuntBudget } from "./campaign-outcome.ts";
import { LookCut } from "./timed-stretch.ts";

/** Starts a process that searches, or takes one that waits. */
export function startWorker(
  { target, settings, isEverythingFresh = false, pool }: Court,
  { signal, stopsLoading = false }: HuntBudget,
): Promise<SubjectWorker> {
  const command = loadCommand(target, settings, { isEverythingFresh, coverage: settings.guidance });
  const options = { pool, signal: stopsLoading ? signal : undefined };
  return SubjectWorker.start(command, settings.limits, options);
}

/** Whether it ends the search and says nothing against what was found. */
export function isPassing(thrown: unknown): thrown is LoadKilled | LookCut | Interrupted {
  return [LoadKilled, LookCut, Interrupted].some((kind) => thrown instanceof kind);
}
