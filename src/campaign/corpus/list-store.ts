import { lstat, readdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { refuseCorpusLinks, subjectFolder } from "../../store/corpus-store.ts";
import { writeWhole } from "../../store/finding-store.ts";
import { badEntry, corpusFileError, type CorpusSubject, isGone } from "./corpus-error.ts";
import { listBytes, listBytesMax, type ListEntry, listFromBytes } from "./list-entry.ts";

/** The lists of a subject as they lie in a corpus. */
export interface StoredLists {
  /** In the order in which they are worth running. */
  readonly lists: readonly ListEntry[];
  /** Names of files that cannot be used, with why. */
  readonly unreadable: readonly { readonly name: string; readonly because: string }[];
}

/** The most files of one subject that are looked at, whatever somebody put there. */
const filesMax = 100_000;

/** The folder of a subject's lists. */
export function listsFolder(folder: string, subject: CorpusSubject): string {
  return path.join(subjectFolder(folder, subject), "lists");
}

/** Reads every list of a subject; what cannot be used is named, and left as it is. */
export async function readLists(folder: string, subject: CorpusSubject): Promise<StoredLists> {
  refuseCorpusLinks(folder, subject);
  const { lists, unreadable } = await readListFiles(listsFolder(folder, subject));
  // Anyone may have put it there.
  const isOwn = ({ subject: its }: ListEntry): boolean =>
    its.file === subject.file && its.exportName === subject.exportName;
  return { lists: lists.filter(isOwn), unreadable };
}

/** Reads every list in a folder, whose ever it is. */
export async function readListFiles(own: string): Promise<StoredLists> {
  const names = await readdir(own).catch(() => []);
  const lists: ListEntry[] = [];
  const unreadable: { name: string; because: string }[] = [];
  for (const name of names.toSorted(byName).slice(0, filesMax)) {
    if (!name.endsWith(listEnding)) continue;
    try {
      lists.push(await readList(path.join(own, name), name));
    } catch (thrown) {
      // Another campaign may have taken it out since the folder was read.
      if (isGone(thrown)) continue;
      const told = corpusFileError(thrown, name, "read");
      if (!(told instanceof GauntletError)) throw told;
      unreadable.push({ name, because: told.what });
    }
  }
  return { lists: lists.toSorted(byUse), unreadable };
}

/** Writes a list, as a whole or not at all; the same list has the same name. */
export async function writeList(folder: string, entry: ListEntry): Promise<string> {
  refuseCorpusLinks(folder, entry.subject);
  const file = path.join(listsFolder(folder, entry.subject), `${entry.id}${listEnding}`);
  await writeWhole(file, listBytes(entry));
  return file;
}

/** Takes lists out of a corpus. */
export async function removeLists(
  folder: string,
  subject: CorpusSubject,
  ids: Iterable<string>,
): Promise<void> {
  refuseCorpusLinks(folder, subject);
  const own = listsFolder(folder, subject);
  for (const id of ids) await rm(path.join(own, `${id}${listEnding}`), { force: true });
}

/**
 * First those that others can go on from, because whoever reaches a place first is kept for it;
 * of them the shorter ones, because what they reach need not be reached the long way.
 */
export function byUse(a: ListEntry, b: ListEntry): number {
  if (a.ending !== b.ending) return a.ending === "open" ? -1 : 1;
  return a.decisions.length - b.decisions.length || (a.id < b.id ? -1 : 1);
}

// --- inside ---

const listEnding = ".jsonl.gz";

function byName(a: string, b: string): number {
  return a < b ? -1 : 1;
}

async function readList(file: string, name: string): Promise<ListEntry> {
  const found = await lstat(file);
  if (!found.isFile()) throw badEntry(name, "it is not a file");
  if (found.size > listBytesMax) throw badEntry(name, `it has more than ${listBytesMax} bytes`);
  const entry = listFromBytes(await readFile(file), name);
  if (name === `${entry.id}${listEnding}`) return entry;
  throw badEntry(name, "its name is not its digest");
}
