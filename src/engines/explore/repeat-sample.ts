import { Interrupted } from "../../runner/end-signal.ts";
import { loadRunner, type RunTarget } from "../../campaign/proof/record-fresh.ts";
import { WorkerEnded } from "../../runner/worker-ended.ts";
import type { CampaignOutcome } from "../../campaign/campaign-outcome.ts";

/** How many runs of a campaign are run again. */
const sampleCount = 3;

/**
 * Runs a few runs again in two processes, in opposite orders, and says which one came out
 * differently: then something besides the decisions takes part, and no verdict can be trusted. It
 * ends at once when the target's signal aborts, and says nothing then.
 */
export async function didRepeat(
  campaign: CampaignOutcome,
  runTarget: RunTarget,
): Promise<string | undefined> {
  const deadly = new Set(campaign.suspects.filter(isDeadly).map(({ runIndex }) => runIndex));
  const runs = sample(campaign.runs).filter((run) => !deadly.has(run));
  if (runs.length === 0) return undefined;
  try {
    const [first, backwards] = await Promise.all([
      digests(runs, runTarget),
      digests(runs.toReversed(), runTarget),
    ]);
    const second = backwards.toReversed();
    const at = first.findIndex((digest, index) => digest !== second[index]);
    return at < 0 ? undefined : `run ${runs[at]} did not repeat: something outside took part`;
  } catch (thrown) {
    // A process that dies is a finding of the campaign already, or another sighting of it.
    if (thrown instanceof WorkerEnded || thrown instanceof Interrupted) return undefined;
    throw thrown;
  }
}

// --- inside ---

function isDeadly({ failure }: CampaignOutcome["suspects"][number]): boolean {
  return failure.exitMode !== undefined;
}

function sample(runs: number): number[] {
  const step = Math.max(1, Math.floor(runs / sampleCount));
  return Array.from({ length: Math.min(runs, sampleCount) }, (_, index) => index * step);
}

async function digests(runs: readonly number[], runTarget: RunTarget): Promise<readonly string[]> {
  const { settings, signal } = runTarget;
  const worker = await loadRunner({ ...runTarget, pool: undefined });
  const stop = (): void => void worker.stop();
  signal?.addEventListener("abort", stop, { once: true });
  try {
    return (await worker.digest({ type: "digest", seed: settings.seed, runs })).digests;
  } finally {
    signal?.removeEventListener("abort", stop);
    await worker.stop();
  }
}
