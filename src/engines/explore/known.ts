import { decisionLine } from "../../kernel/trace/trace-write.ts";
import { type CorpusEntry, readCorpus } from "../../store/corpus-store.ts";
import { endSignal, Interrupted } from "../../runner/end-signal.ts";
import type { LoadedSubject } from "../../runner/protocol/protocol.ts";
import {
  type RunTarget,
  type FreshRecording,
  recordFresh,
  recordPooled,
} from "../../campaign/proof/record-fresh.ts";
import type { Suspect } from "../../campaign/proof/prove.ts";

/** What earlier campaigns have left that still fails. */
export interface Known {
  readonly suspects: readonly Suspect[];
  readonly notes: readonly string[];
  readonly spentMs: number;
  /** What the last of them was loaded as. */
  readonly loaded?: LoadedSubject | undefined;
}

/** What the corpus still shows: failures of earlier campaigns, seen before the first new run. */
export async function knownSuspects(
  runTarget: RunTarget,
  corpusFolder: string | undefined,
  { timeMsMax, signal: interruption }: { timeMsMax: number; signal?: AbortSignal | undefined },
): Promise<Known> {
  if (corpusFolder === undefined) return { suspects: [], notes: [], spentMs: 0 };
  const { entries, unreadable } = await readCorpus(corpusFolder, runTarget.target);
  const notes = unreadable.map(
    (name) => `the corpus entry ${name} cannot be read and was left out`,
  );
  const startMs = performance.now();
  const pool = runTarget.settings.runners.pool(1);
  const { signal, release } = endSignal(timeMsMax, interruption);
  const judge = { ...runTarget, pool, signal };
  const suspects: Suspect[] = [];
  let ran = 0;
  let loaded: LoadedSubject | undefined;
  try {
    for (const entry of entries) {
      const again = await runAgain(entry, judge);
      ({ loaded } = again);
      const { identity, failure, decisions } = again.recorded;
      ran += 1;
      if (identity === undefined || failure === undefined) continue;
      const firstLength = entry.trace.decisions.length;
      const seen = { runIndex: 0, identity, failure, firstLength, occurrences: 1 };
      suspects.push({ ...seen, decisions });
    }
  } catch (thrown) {
    if (!(thrown instanceof Interrupted)) throw thrown;
    const left = entries.length - ran;
    const were = left === 1 ? "entry of the corpus was" : "entries of the corpus were";
    const over = `${Math.round(timeMsMax / 1_000)} s were over`;
    const why = interruption?.aborted === true ? "interrupted" : over;
    notes.push(`${left} ${were} not run again: ${why}`);
  } finally {
    release();
    await pool.close();
  }
  return { suspects, notes, spentMs: performance.now() - startMs, loaded };
}

// --- inside ---

/**
 * Most still fail, and one process shows them one after the other. What does not is run once more
 * in a process of its own: what others left behind must not hide it.
 */
async function runAgain({ trace }: CorpusEntry, runTarget: RunTarget): Promise<FreshRecording> {
  const decisions = trace.decisions.map(decisionLine);
  const following = { how: "seeded", decisions, seed: trace.header.seed } as const;
  const pooled = await recordPooled(following, runTarget);
  if (pooled.recorded.identity !== undefined) return pooled;
  return recordFresh(following, runTarget);
}
