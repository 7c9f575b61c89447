import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { type InputKind, parseInputName } from "../../kernel/fuzz/input-name.ts";
import { carefulRead } from "./careful-read.ts";
import { sha1Of } from "./write-input.ts";

/** An input of a folder. */
export interface StoredInput {
  /** Relative to the folder, with `/` between parts. */
  readonly name: string;
  readonly kind: InputKind;
  readonly sha1: string;
  readonly bytes: Uint8Array;
}

/** What was left out, and why. */
export interface CorpusNote {
  readonly name: string;
  readonly reason: string;
}

/** What is read of one folder; more is left out with a note. */
export interface InputLimits {
  readonly filesMax: number;
  readonly depthMax: number;
  /** Of one input. */
  readonly bytesMax: number;
  /** Of all inputs together. */
  readonly totalMax: number;
}

export const inputLimits: InputLimits = {
  filesMax: 100_000,
  depthMax: 8,
  bytesMax: 1 << 20,
  totalMax: 1 << 28,
};

/**
 * Reads the inputs of a folder and those below it: each content once, the shortest first and among
 * equals by SHA-1, so that neither names nor the order on the disk matter. Of a folder that AFL++
 * wrote, only `queue`, `crashes` and `hangs` hold inputs. A folder that is missing has none.
 */
export async function readInputs(
  folder: string,
  given: Partial<InputLimits> = {},
): Promise<{ readonly inputs: readonly StoredInput[]; readonly notes: readonly CorpusNote[] }> {
  const limits = { ...inputLimits, ...given };
  const { names, notes } = await listNames(folder, limits);
  const inputs = new Map<string, StoredInput>();
  let total = 0;
  for (const name of names) {
    const bytes = await carefulRead(path.join(folder, name), limits.bytesMax);
    if ("reason" in bytes) notes.push({ name, reason: bytes.reason });
    else if (total + bytes.length > limits.totalMax) {
      notes.push({ name, reason: `the inputs together have more than ${limits.totalMax} bytes` });
      break;
    } else {
      const input = { name, kind: parseInputName(name).kind, sha1: sha1Of(bytes), bytes };
      const known = inputs.get(input.sha1);
      if (known === undefined) total += bytes.length;
      // The same bytes may be a seed and a crash; that it failed is what must not be lost.
      if (known === undefined || known.kind === "input") inputs.set(input.sha1, input);
    }
  }
  return { inputs: [...inputs.values()].toSorted(byLength), notes };
}

// --- inside ---

interface Listing {
  readonly names: string[];
  readonly notes: CorpusNote[];
}

interface Pending {
  readonly at: string;
  readonly depth: number;
}

async function listNames(folder: string, limits: InputLimits): Promise<Listing> {
  const found: Listing = { names: [], notes: [] };
  const pending: Pending[] = [{ at: "", depth: 0 }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { at, depth } = next;
    const entries = await entriesOf(path.join(folder, at), at, found.notes);
    const isOfAfl = entries.some(({ name }) => name === "fuzzer_stats");
    for (const entry of entries) {
      const name = at === "" ? entry.name : `${at}/${entry.name}`;
      if (isAside(entry, isOfAfl)) continue;
      if (entry.isSymbolicLink()) {
        found.notes.push({ name, reason: "a link, and links are not followed" });
      } else if (entry.isDirectory()) {
        if (depth < limits.depthMax) pending.push({ at: name, depth: depth + 1 });
        else found.notes.push({ name, reason: `more than ${limits.depthMax} folders deep` });
      } else if (found.names.length >= limits.filesMax) {
        found.notes.push({ name, reason: `the folder has more than ${limits.filesMax} files` });
        return found;
      } else found.names.push(name);
    }
  }
  return found;
}

/** Sorted, so that what a limit cuts off does not depend on the disk. */
async function entriesOf(folder: string, at: string, notes: CorpusNote[]): Promise<Dirent[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  } catch (thrown) {
    const { code = "unreadable" } = thrown as NodeJS.ErrnoException;
    if (at !== "" || code !== "ENOENT") {
      notes.push({ name: at === "" ? "." : at, reason: `the folder cannot be read (${code})` });
    }
    return [];
  }
}

/** What fuzzers keep beside their inputs; hidden files are nobody's inputs. */
function isAside(entry: Dirent, isOfAfl: boolean): boolean {
  const { name } = entry;
  if (name.startsWith(".")) return true;
  if (name === "README.txt" && !entry.isDirectory()) return true;
  return isOfAfl && !(entry.isDirectory() && ["queue", "crashes", "hangs"].includes(name));
}

function byLength(a: StoredInput, b: StoredInput): number {
  return a.bytes.length - b.bytes.length || (a.sha1 < b.sha1 ? -1 : 1);
}
