import { Interrupted } from "../runner/process/end-signal.ts";
import { LoadKilled } from "../runner/process/load-ended.ts";
import type { RunTarget } from "./proof/record-fresh.ts";
import { loadCommand } from "./settings.ts";
import { SubjectWorker } from "../runner/process/subject-worker.ts";
import type { CampaignBudget } from "./campaign-outcome.ts";
import { InspectionTimeout } from "./timed-stretch.ts";

/** Starts a process that searches, or takes one that waits. */
export function startWorker(
  { target, settings, isEverythingFresh = false, pool }: RunTarget,
  { signal, stopsLoading = false }: CampaignBudget,
): Promise<SubjectWorker> {
  const command = loadCommand(target, settings, { isEverythingFresh, coverage: settings.guidance });
  const options = { pool, signal: stopsLoading ? signal : undefined };
  return SubjectWorker.start(command, settings.limits, options);
}

/** Whether it ends the search and says nothing against what was found. */
export function isSearchEnd(
  thrown: unknown,
): thrown is LoadKilled | InspectionTimeout | Interrupted {
  return [LoadKilled, InspectionTimeout, Interrupted].some((kind) => thrown instanceof kind);
}
