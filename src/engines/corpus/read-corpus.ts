import { lstat, readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { readTrace } from "../../store/trace-file.ts";
import { badEntry, corpusFileError, isGone } from "../../campaign/corpus/corpus-error.ts";
import { readListFiles } from "../../campaign/corpus/list-store.ts";
import { swarmFromText } from "../../campaign/corpus/swarm-memory.ts";
import { type AnyEntry, bySubject, failureEntry, type SubjectEntries } from "./corpus-entries.ts";

/** A corpus as it lies in a folder. */
export interface CorpusContent {
  readonly subjects: readonly SubjectEntries[];
  /** Files that cannot be used, with why, relative to the corpus. */
  readonly unreadable: readonly Unreadable[];
}

/** A file that cannot be used. */
export interface Unreadable {
  readonly name: string;
  readonly because: string;
}

/** Reads a whole corpus. A folder that is not there is an empty one, unless it must exist. */
export async function readCorpusFolder(
  folder: string,
  { mustExist = false }: { readonly mustExist?: boolean } = {},
): Promise<CorpusContent> {
  const entries: AnyEntry[] = [];
  const unreadable: Unreadable[] = [];
  for (const name of await foldersIn(folder, mustExist)) {
    const found = await readSubjectFolder(path.join(folder, name));
    entries.push(...found.entries);
    unreadable.push(...found.unreadable.map((file) => ({ ...file, name: `${name}/${file.name}` })));
  }
  return { subjects: bySubject(entries), unreadable };
}

// --- inside ---

const swarmBytesMax = 4 * 1024 * 1024;

async function foldersIn(folder: string, mustExist: boolean): Promise<readonly string[]> {
  try {
    const found = await readdir(folder, { withFileTypes: true });
    // A link is not followed: a corpus that came from elsewhere must not lead elsewhere.
    return found.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  } catch (thrown) {
    if (isGone(thrown) && !mustExist) return [];
    throw corpusFileError(thrown, folder, "read");
  }
}

async function readSubjectFolder(
  own: string,
): Promise<{ readonly entries: readonly AnyEntry[]; readonly unreadable: readonly Unreadable[] }> {
  const { lists, unreadable } = await readListFiles(path.join(own, "lists"));
  const entries: AnyEntry[] = lists.map((list) => ({ kind: "list", list }));
  const left = unreadable.map(({ name, because }) => ({ name: `lists/${name}`, because }));
  for (const name of await readdir(own)) {
    try {
      const entry = await readOther(path.join(own, name), name);
      if (entry !== undefined) entries.push(entry);
    } catch (thrown) {
      if (isGone(thrown)) continue;
      const told = corpusFileError(thrown, name, "read");
      if (!(told instanceof GauntletError)) throw told;
      left.push({ name, because: told.what });
    }
  }
  return { entries, unreadable: left };
}

async function readOther(file: string, name: string): Promise<AnyEntry | undefined> {
  const isSwarm = name === "swarm.json";
  if (!isSwarm && !name.endsWith(".jsonl.gz")) return undefined;
  const found = await lstat(file);
  if (!found.isFile()) throw badEntry(name, "it is not a file");
  if (!isSwarm) return { kind: "failure", failure: failureEntry(await readTrace(file), name) };
  if (found.size > swarmBytesMax) throw badEntry(name, `it has more than ${swarmBytesMax} bytes`);
  return { kind: "swarm", swarm: swarmFromText(await readFile(file, "utf8"), name) };
}
