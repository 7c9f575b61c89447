import { decisionLine } from "../../kernel/trace-write.ts";
import { readCorpus } from "../../runner/corpus-store.ts";
import { type Court, recordFresh } from "../../search/record-fresh.ts";
import type { Suspect } from "../../search/prove.ts";

/** What the corpus still shows: failures of earlier campaigns, seen before the first new run. */
export async function knownSuspects(
  court: Court,
  corpusFolder: string | undefined,
): Promise<{ readonly suspects: readonly Suspect[]; readonly notes: readonly string[] }> {
  if (corpusFolder === undefined) return { suspects: [], notes: [] };
  const { entries, unreadable } = await readCorpus(corpusFolder, court.target);
  const suspects: Suspect[] = [];
  for (const { trace } of entries) {
    const decisions = trace.decisions.map(decisionLine);
    const following = { how: "seeded", decisions, seed: trace.header.seed } as const;
    const { recorded } = await recordFresh(following, court);
    const { identity, failure } = recorded;
    if (identity === undefined || failure === undefined) continue;
    const firstLength = decisions.length;
    const seen = { runIndex: 0, identity, failure, firstLength, occurrences: 1 };
    suspects.push({ ...seen, decisions: recorded.decisions });
  }
  const notes = unreadable.map(
    (name) => `the corpus entry ${name} cannot be read and was left out`,
  );
  return { suspects, notes };
}
