import type { CorpusSubject } from "../../campaign/corpus/corpus-error.ts";
import type { ListEntry } from "../../campaign/corpus/list-entry.ts";
import { byUse, readLists, removeLists } from "../../campaign/corpus/list-store.ts";
import type { CoverResult } from "../../runner/protocol/protocol.ts";
import { loadRunner, type RunTarget } from "../../campaign/proof/record-fresh.ts";
import type { SubjectRunner } from "../../runner/subject-runner.ts";
import { WorkerEnded } from "../../runner/worker-ended.ts";

/** What came of making a subject's lists fewer. */
export interface Minimized {
  readonly subject: CorpusSubject;
  readonly before: number;
  readonly after: number;
  /** How many places the lists reach, all of them before and those that stayed after. */
  readonly edgesBefore: number;
  readonly edgesAfter: number;
  /** Ids of lists that could not be judged; they stay. */
  readonly unknown: readonly string[];
  /** Whether it was stopped; then everything stays. */
  readonly isInterrupted: boolean;
}

/** Runs every list of a subject and keeps the fewest that reach the same places together. */
export async function minimize(
  runTarget: RunTarget,
  folder: string,
  signal?: AbortSignal,
): Promise<Minimized> {
  const { file, exportName } = runTarget.target;
  const { lists } = await readLists(folder, runTarget.target);
  const { reached, unknown, isInterrupted } = await coverAll(runTarget, lists, signal);
  const open = reached.filter(({ ending }) => ending === "open");
  // Nothing goes on from what broke, so that only stands in for what no other list reaches.
  const kept = isInterrupted ? reached : cover(reached, cover(open, []));
  const stays = new Set([...kept, ...unknown].map(({ id }) => id));
  const gone = lists.filter(({ id }) => !stays.has(id)).map(({ id }) => id);
  if (!isInterrupted) await removeLists(folder, runTarget.target, gone);
  return {
    subject: { file, exportName },
    before: lists.length,
    after: isInterrupted ? lists.length : stays.size,
    edgesBefore: union(reached).size,
    edgesAfter: union(kept).size,
    unknown: unknown.map(({ id }) => id),
    isInterrupted,
  };
}

// --- inside ---

/** A list and the places that it reaches. */
interface Reached extends ListEntry {
  readonly slots: readonly number[];
}

/** After so many lists that killed their process, the rest is not tried: the code is at fault. */
const deathsMax = 25;

async function coverAll(
  runTarget: RunTarget,
  lists: readonly ListEntry[],
  signal: AbortSignal | undefined,
): Promise<{ reached: Reached[]; unknown: ListEntry[]; isInterrupted: boolean }> {
  const reached: Reached[] = [];
  const unknown: ListEntry[] = [];
  let deaths = 0;
  let worker: SubjectRunner | undefined;
  try {
    for (const entry of lists) {
      if (signal?.aborted === true) return { reached, unknown, isInterrupted: true };
      if (deaths < deathsMax) worker ??= await startWorker(runTarget);
      const covered = worker === undefined ? undefined : await tryCover(worker, entry);
      if (covered === undefined || covered.verdict === "unknown") unknown.push(entry);
      else reached.push({ ...entry, slots: covered.slots });
      if (covered !== undefined) continue;
      deaths += 1;
      await worker?.stop();
      worker = undefined;
    }
    return { reached, unknown, isInterrupted: false };
  } finally {
    await worker?.stop();
  }
}

async function tryCover(worker: SubjectRunner, entry: ListEntry): Promise<CoverResult | undefined> {
  try {
    return await worker.cover({ type: "cover", decisions: entry.decisions });
  } catch (thrown) {
    if (thrown instanceof WorkerEnded) return undefined;
    throw thrown;
  }
}

function startWorker({ target, settings }: RunTarget): Promise<SubjectRunner> {
  const coverage = settings.guidance ?? { targetModules: [], ngram: 2 };
  return loadRunner({ target, settings }, { coverage });
}

/**
 * Takes the list that reaches most of what is missing, again and again. That is not always the
 * fewest, which is hard to find, but never more than a logarithm away from it.
 */
function cover(lists: readonly Reached[], already: readonly Reached[]): readonly Reached[] {
  const missing = union(lists);
  for (const slot of union(already)) missing.delete(slot);
  const kept = [...already];
  const left = new Set(lists.toSorted(byUse));
  while (missing.size > 0) {
    let best: Reached | undefined;
    let most = 0;
    for (const entry of left) {
      const count = entry.slots.reduce((sum, slot) => sum + (missing.has(slot) ? 1 : 0), 0);
      if (count > most) [best, most] = [entry, count];
    }
    if (best === undefined) break;
    kept.push(best);
    left.delete(best);
    for (const slot of best.slots) missing.delete(slot);
  }
  return kept;
}

function union(lists: readonly Reached[]): Set<number> {
  return new Set(lists.flatMap(({ slots }) => slots));
}
