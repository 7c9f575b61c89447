import type { Hunted } from "../../campaign/campaign-outcome.ts";

/** Whether everything possible was run, as a count of the summary; none where nobody can tell. */
export function exhaustedCount(hunted: Hunted): { readonly exhausted?: "yes" | "no" } {
  if (hunted.exhaustion === undefined) return {};
  return { exhausted: isExhausted(hunted) ? "yes" : "no" };
}

/** The same in words, with what was left out. */
export function exhaustionNotes(hunted: Hunted): readonly string[] {
  const { exhaustion, runs } = hunted;
  if (exhaustion === undefined) return [];
  const amount = `${runs} ${runs === 1 ? "run" : "runs"}`;
  if (isExhausted(hunted)) return [`exhausted: ${amount}`];
  const budget = exhaustion.isOver ? [] : ["the budget ended the search"];
  const why = [...budget, ...exhaustion.missed].join("; ");
  return [`not exhausted after ${amount}: ${why}`];
}

// --- inside ---

function isExhausted({ exhaustion }: Hunted): boolean {
  return exhaustion?.isOver === true && exhaustion.missed.length === 0;
}
