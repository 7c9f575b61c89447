import type { CampaignOutcome } from "../../campaign/campaign-outcome.ts";

/** Whether everything possible was run, as a count of the summary; none where nobody can tell. */
export function exhaustedCount(campaign: CampaignOutcome): { readonly exhausted?: "yes" | "no" } {
  if (campaign.exhaustion === undefined) return {};
  return { exhausted: isExhausted(campaign) ? "yes" : "no" };
}

/** The same in words, with what was left out. */
export function exhaustionNotes(campaign: CampaignOutcome): readonly string[] {
  const { exhaustion, runs } = campaign;
  if (exhaustion === undefined) return [];
  const amount = `${runs} ${runs === 1 ? "run" : "runs"}`;
  if (isExhausted(campaign)) return [`exhausted: ${amount}`];
  const budget = exhaustion.isOver ? [] : ["the budget ended the search"];
  const why = [...budget, ...exhaustion.missed].join("; ");
  return [`not exhausted after ${amount}: ${why}`];
}

// --- inside ---

function isExhausted({ exhaustion }: CampaignOutcome): boolean {
  return exhaustion?.isOver === true && exhaustion.missed.length === 0;
}
