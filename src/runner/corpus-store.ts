import { readdir } from "node:fs/promises";
import path from "node:path";
import { GauntletError } from "../kernel/gauntlet-error.ts";
import type { SubjectReference, Trace } from "../kernel/trace.ts";
import { readTrace, writeTrace } from "./trace-file.ts";

/** So many entries of one subject are tried again; newer ones replace none, they only wait. */
const entriesMax = 50;

/** A trace that was kept, and the name it has there. */
export interface CorpusEntry {
  readonly name: string;
  readonly trace: Trace;
}

/** Keeps a trace under the subject's folder; the same id replaces itself. */
export function keepInCorpus(folder: string, id: string, trace: Trace): Promise<string> {
  const file = path.join(subjectFolder(folder, trace.header.subject), `${id}.jsonl.gz`);
  return writeTrace({ path: file, trace, collision: "overwrite" });
}

/** What was kept of a subject, and the names of entries that cannot be read any more. */
export async function readCorpus(
  folder: string,
  subject: Pick<SubjectReference, "file" | "exportName">,
): Promise<{ readonly entries: readonly CorpusEntry[]; readonly unreadable: readonly string[] }> {
  const own = subjectFolder(folder, subject);
  const names = await readdir(own).catch(() => []);
  const entries: CorpusEntry[] = [];
  const unreadable: string[] = [];
  for (const name of names.filter((known) => known.endsWith(".jsonl.gz")).toSorted()) {
    if (entries.length >= entriesMax) break;
    try {
      entries.push({ name, trace: await readTrace(path.join(own, name)) });
    } catch (thrown) {
      // A damaged entry costs a note, never the campaign.
      if (!(thrown instanceof GauntletError)) throw thrown;
      unreadable.push(name);
    }
  }
  return { entries, unreadable };
}

/** Where a corpus keeps what belongs to a subject. */
export function subjectFolder(
  folder: string,
  { file, exportName }: Pick<SubjectReference, "file" | "exportName">,
): string {
  const plain = `${file}#${exportName}`.replace(/[^\w.#-]+/g, "-");
  return path.join(folder, plain.replace(/^\.+/, "_"));
}
