import { readdir, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";

/** How much of a cache is kept. */
export interface CacheLimits {
  readonly bytesMax: number;
  readonly filesMax: number;
  readonly ageMsMax: number;
  /** A cache that was looked at so short a time ago is left alone. */
  readonly everyMs: number;
}

/** What is left out here was not read for a month, or makes room for what was written since. */
export const cacheLimits: CacheLimits = {
  bytesMax: 256 * 1024 * 1024,
  filesMax: 50_000,
  ageMsMax: 30 * 24 * 60 * 60 * 1_000,
  everyMs: 60 * 60 * 1_000,
};

/**
 * Removes from a cache what is old, and the oldest of what is too much. Others may read, write and
 * prune it at the same time: an entry that is gone is made again, and costs time only.
 */
export async function pruneCache(
  folder: string,
  limits: CacheLimits = cacheLimits,
  nowMs: number = Date.now(),
): Promise<void> {
  const mark = path.join(folder, markName);
  const marked = await stat(mark).catch(() => undefined);
  // A mark of the future is one of a clock that was wrong.
  if (marked !== undefined && Math.abs(nowMs - marked.mtimeMs) < limits.everyMs) return;
  const files = await filesIn(folder);
  if (files.length === 0) return;
  await writeFile(mark, "").catch(() => {});
  let bytes = 0;
  for (const [at, file] of files.toSorted((a, b) => b.writtenMs - a.writtenMs).entries()) {
    bytes += file.bytes;
    const isOld = nowMs - file.writtenMs > limits.ageMsMax;
    if (!isOld && bytes <= limits.bytesMax && at < limits.filesMax) continue;
    await rm(file.path, { force: true }).catch(() => {});
  }
}

// --- inside ---

/** When this was last done: its time of change. */
const markName = ".pruned";

interface CacheFile {
  readonly path: string;
  readonly bytes: number;
  readonly writtenMs: number;
}

async function filesIn(folder: string): Promise<readonly CacheFile[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  const files: CacheFile[] = [];
  for (const entry of entries) {
    if (!entry.isFile() || entry.name === markName || entry.name.endsWith(".tmp")) continue;
    const file = path.join(entry.parentPath, entry.name);
    const found = await stat(file).catch(() => undefined);
    if (found === undefined) continue;
    files.push({ path: file, bytes: found.size, writtenMs: found.mtimeMs });
  }
  return files;
}
