import { readdir } from "node:fs/promises";
import path from "node:path";
import { refuseStoreLinks } from "../config/files/store-links.ts";
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
  const cache = path.join(store, "cache");
  if (isOwn(store)) await tidyFolder(store, 0);
  if (isOwn(cache)) await pruneCache(cache);
}

// --- inside ---

/** Our folders are not deeper; what is may be a loop of somebody else. */
const depthMax = 8;

/** Whether a place is in the store: a link of a checkout may lead to the files of others. */
function isOwn(place: string): boolean {
  try {
    refuseStoreLinks(place);
    return true;
  } catch {
    return false; // whoever writes there is told why not
  }
}

async function tidyFolder(folder: string, depth: number): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory() && depth < depthMax) await tidyFolder(place, depth + 1);
    if (entry.isFile()) await cleanFile(place);
  }
}
