import type { Uncontrolled } from "../../kernel/trace/trace.ts";
import { type RunTarget, recordFresh } from "../../campaign/proof/record-fresh.ts";
import { mergedUses } from "../../runner/uncontrolled-uses.ts";
import type { CampaignOutcome } from "../../campaign/campaign-outcome.ts";

/**
 * What runs left uncontrolled, each with its line. Something that was seen only in the host has
 * none; the first run is then run once more, under a watch that is too slow for all of them.
 */
export async function placedUses(
  campaign: CampaignOutcome,
  runTarget: RunTarget,
): Promise<readonly Uncontrolled[]> {
  const { uncontrolled } = campaign;
  const unplaced = uncontrolled.filter(({ place }) => place === "");
  const { seed, strategy = "random", run } = runTarget.settings;
  if (unplaced.length === 0 || run.isStrict !== false) return uncontrolled;
  const following = { how: "strategy", runIndex: 0, strategy, seed, state: undefined } as const;
  const { recorded } = await recordFresh(following, runTarget, { isWitnessed: true });
  const placed = recorded.uncontrolled.filter(({ place }) => place !== "");
  const isStillUnplaced = ({ seam }: Uncontrolled): boolean =>
    !placed.some((use) => use.seam === seam);
  const rest = uncontrolled.filter((use) => use.place !== "" || isStillUnplaced(use));
  return mergedUses(rest, placed);
}
