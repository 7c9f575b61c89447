import { grouped } from "../../kernel/values/grouped.ts";
import type { FailedCell } from "./campaign.ts";
import { agentIdentity } from "./shrink/agent-finding.ts";

/** One weakness, which shows in one or more cells. */
export interface Weakness {
  /**
   * The cell with the fewest faults: the easiest to make small. One of a replay only where there is
   * no other: it is a session already, and has little that could be left out.
   */
  readonly easiest: FailedCell;
  /** The easiest cell of each other scenario, where the first one does not fail again. */
  readonly others: readonly FailedCell[];
  /** In how many cells it was seen. */
  readonly occurrences: number;
}

/** The weaknesses that failed cells show, in the order in which they were found. */
export function groupFailures(failed: readonly FailedCell[], agent: string): readonly Weakness[] {
  const keyOf = ({ invariant, held: { conversation } }: FailedCell): string =>
    agentIdentity({ agent, invariant, conversation }).key;
  return [...grouped(failed, keyOf).values()].map((group) => {
    const easiest = easiestOf(group);
    const scenarios = grouped(group, ({ held: { talk } }) => `${talk.phase}\0${talk.scenario}`);
    const others = [...scenarios.values()].map(easiestOf).filter((one) => one !== easiest);
    return {
      easiest,
      others: others.toSorted((one, other) => ease(one) - ease(other)),
      occurrences: group.length,
    };
  });
}

// --- inside ---

function easiestOf(group: readonly FailedCell[]): FailedCell {
  return group.reduce((one, other) => (ease(other) < ease(one) ? other : one));
}

function ease({ held: { talk } }: FailedCell): number {
  return talk.phase === "replay" ? Number.MAX_SAFE_INTEGER : talk.faults.length;
}
