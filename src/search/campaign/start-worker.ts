import { Interrupted } from "../end-signal.ts";
import { LoadKilled } from "../load-ended.ts";
import type { Court } from "../record-fresh.ts";
import { loadCommand } from "../settings.ts";
import { SubjectWorker } from "../subject-worker.ts";
import type { HuntBudget } from "./hunted.ts";
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
