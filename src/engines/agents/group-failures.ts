import { grouped } from "../../kernel/grouped.ts";
import type { FailedCell } from "./campaign.ts";
import { agentIdentity } from "./shrink/agent-finding.ts";

/** One weakness, which shows in one or more cells. */
export interface Weakness {
  /** The cell with the fewest faults: the easiest to make small. */
  readonly easiest: FailedCell;
  /** In how many cells it was seen. */
  readonly occurrences: number;
}

/** The weaknesses that failed cells show, in the order in which they were found. */
export function groupFailures(failed: readonly FailedCell[], agent: string): readonly Weakness[] {
  const keyOf = ({ invariant, held: { conversation } }: FailedCell): string =>
    agentIdentity({ agent, invariant, conversation }).key;
  return [...grouped(failed, keyOf).values()].map((group) => ({
    easiest: group.reduce((one, other) => (faultsOf(other) < faultsOf(one) ? other : one)),
    occurrences: group.length,
  }));
}

// --- inside ---

function faultsOf({ held }: FailedCell): number {
  return held.talk.faults.length;
}
