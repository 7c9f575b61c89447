import { lstatSync, type Stats } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { GauntletError } from "../kernel/errors/gauntlet-error.ts";
import { sha256 } from "../kernel/values/sha256.ts";
import { refuseStoreLinks } from "../config/files/store-links.ts";
import type { SubjectReference, Trace } from "../kernel/trace/trace.ts";
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
  refuseCorpusLinks(folder, trace.header.subject);
  const file = path.join(subjectFolder(folder, trace.header.subject), `${id}.jsonl.gz`);
  return writeTrace({ path: file, trace, collision: "overwrite" });
}

/** What was kept of a subject, and the names of entries that cannot be read any more. */
export async function readCorpus(
  folder: string,
  subject: Pick<SubjectReference, "file" | "exportName">,
): Promise<{ readonly entries: readonly CorpusEntry[]; readonly unreadable: readonly string[] }> {
  refuseCorpusLinks(folder, subject);
  const own = subjectFolder(folder, subject);
  const names = await readdir(own).catch(() => []);
  const entries: CorpusEntry[] = [];
  const unreadable: string[] = [];
  for (const name of names.filter((known) => known.endsWith(".jsonl.gz")).toSorted()) {
    if (entries.length >= entriesMax) break;
    try {
      const trace = await readTrace(path.join(own, name));
      const { file, exportName } = trace.header.subject;
      // Anyone may have put it there.
      if (file !== subject.file || exportName !== subject.exportName) continue;
      entries.push({ name, trace });
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
  const whole = `${file}#${exportName}`;
  const plain = whole
    .replaceAll(/[^\w.#-]+/g, "-")
    .replace(/^\.+/, "_")
    .slice(-nameLengthMax);
  // `src/a.ts` and `src-a.ts` look alike then; a digest keeps what belongs to them apart.
  const name = plain === whole ? plain : `${plain}.${sha256(whole).slice(0, 8)}`;
  return path.join(folder, name);
}

/** Refuses links and files in the place of the folders of a subject: they would lead elsewhere. */
export function refuseCorpusLinks(
  folder: string,
  subject: Pick<SubjectReference, "file" | "exportName">,
): void {
  const own = subjectFolder(folder, subject);
  for (const place of [own, path.join(own, "lists")]) {
    const found = statsOf(place);
    if (found === undefined || found.isDirectory()) continue;
    throw new GauntletError({
      code: "K005",
      what: "there is something else in the place of a folder of the corpus",
      where: place,
      note: found.isSymbolicLink() ? "it is a link, and links are not followed" : undefined,
      help: "move it away; nothing was written",
    });
  }
  refuseStoreLinks(own);
}

// --- inside ---

/** Nothing where it cannot be looked at: whoever reads or writes there then notes why. */
function statsOf(place: string): Stats | undefined {
  try {
    return lstatSync(place, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Names of files end at 255 bytes, and some are added to this. */
const nameLengthMax = 180;
