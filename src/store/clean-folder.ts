import { readdir } from "node:fs/promises";
import path from "node:path";
import { removeIfLeft } from "../world/temporary-file.ts";
import { removeStaleLock } from "./file-lock.ts";

/**
 * Removes from a folder what processes that are gone had begun to write there, and their locks;
 * once for each folder, before something is written to it. What cannot be removed does no harm.
 */
export async function cleanFolder(folder: string): Promise<void> {
  const known = path.resolve(folder);
  if (cleaned.has(known)) return;
  cleaned.add(known);
  const names = await readdir(known).catch(() => []);
  for (const name of names) await cleanFile(path.join(known, name));
}

/** Removes a file if it is a temporary one or a lock, and nobody is behind it any more. */
export async function cleanFile(file: string): Promise<void> {
  if (file.endsWith(".lock")) await removeStaleLock(file).catch(() => {});
  else await removeIfLeft(file);
}

// --- inside ---

const cleaned = new Set<string>();
