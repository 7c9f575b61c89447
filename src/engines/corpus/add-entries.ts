import { existsSync } from "node:fs";
import path from "node:path";
import { keepInCorpus, refuseCorpusLinks, subjectFolder } from "../../store/corpus-store.ts";
import { readTrace } from "../../store/trace-file.ts";
import { corpusFileError } from "../../campaign/corpus/corpus-error.ts";
import { listsFolder, writeList } from "../../campaign/corpus/list-store.ts";
import { mergedSwarm, readSwarm, writeSwarm } from "../../campaign/corpus/swarm-memory.ts";
import type { FailureEntry, SubjectEntries } from "./corpus-entries.ts";

/** What came of entries that were taken in. */
export interface Added {
  readonly added: number;
  /** Those that were there already. */
  readonly known: number;
}

/** Takes checked entries into a corpus; what is there already stays as it is. */
export async function addEntries(
  folder: string,
  subjects: readonly SubjectEntries[],
): Promise<Added> {
  for (const { subject } of subjects) refuseCorpusLinks(folder, subject);
  let added = 0;
  let known = 0;
  const count = (isNew: boolean): void => void (isNew ? (added += 1) : (known += 1));
  try {
    for (const { subject, lists, failures, swarm } of subjects) {
      const own = listsFolder(folder, subject);
      for (const list of lists) {
        const isNew = !existsSync(path.join(own, `${list.id}.jsonl.gz`));
        if (isNew) await writeList(folder, list);
        count(isNew);
      }
      for (const failure of failures) count(await addFailure(folder, failure));
      if (swarm === undefined) continue;
      const before = await readSwarm(folder, subject);
      await writeSwarm(folder, mergedSwarm(before, swarm));
      count(before === undefined);
    }
  } catch (thrown) {
    throw corpusFileError(thrown, folder, "written");
  }
  return { added, known };
}

// --- inside ---

/** The same failure is kept once, as the shorter of two traces. */
async function addFailure(folder: string, { id, trace }: FailureEntry): Promise<boolean> {
  const file = path.join(subjectFolder(folder, trace.header.subject), `${id}.jsonl.gz`);
  const present = existsSync(file) ? await readTrace(file).catch(() => undefined) : undefined;
  const isKnown = present !== undefined && present.decisions.length <= trace.decisions.length;
  if (!isKnown) await keepInCorpus(folder, id, trace);
  return present === undefined;
}
