import { readdir } from "node:fs/promises";
import path from "node:path";
import { cleanFile } from "./clean-folder.ts";
import { storeFolder } from "./finding-store.ts";
import { pruneCache } from "./prune-cache.ts";

/**
 * Removes what killed commands left half done in a project's own folder, and of the cache what is
 * old or too much. Every command does it at its start, several at once if need be, and none waits
 * for it or fails by it: all of it is of no more use to anybody.
 */
export async function tidyStore(projectRoot: string): Promise<void> {
  const store = path.join(projectRoot, storeFolder);
  await tidyFolder(store, 0);
  await pruneCache(path.join(store, "cache"));
}

// --- inside ---

/** Our folders are not deeper; what is may be a loop of somebody else. */
const depthMax = 8;

async function tidyFolder(folder: string, depth: number): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory() && depth < depthMax) await tidyFolder(place, depth + 1);
    if (entry.isFile()) await cleanFile(place);
  }
}
