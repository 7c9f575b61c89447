import { Interrupted } from "../runner/end-signal.ts";
import { LoadKilled } from "../runner/worker-ended.ts";
import { loadRunner, type RunTarget } from "./proof/record-fresh.ts";
import type { SubjectRunner } from "../runner/subject-runner.ts";
import type { CampaignBudget } from "./campaign-outcome.ts";
import { InspectionTimeout } from "./timed-stretch.ts";

/** Starts a process that searches, or takes one that waits. */
export function startWorker(
  runTarget: RunTarget,
  { signal, stopsLoading = false }: CampaignBudget,
): Promise<SubjectRunner> {
  const coverage = runTarget.settings.guidance;
  return loadRunner({ ...runTarget, signal: stopsLoading ? signal : undefined }, { coverage });
}

/** Whether it ends the search and says nothing against what was found. */
export function isSearchEnd(
  thrown: unknown,
): thrown is LoadKilled | InspectionTimeout | Interrupted {
  return [LoadKilled, InspectionTimeout, Interrupted].some((kind) => thrown instanceof kind);
}
