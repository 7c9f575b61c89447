import { existsSync, mkdirSync, statSync } from "node:fs";
import path from "node:path";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { isInside, kindAt, realPathOf } from "./project-paths.ts";

/** The folder of a project in which everything is kept that may be deleted. */
export const storeName = ".gauntlet";

/** Where a project keeps what it would otherwise work out again. */
export function cacheFolder(projectRoot: string): string {
  return path.join(projectRoot, storeName, "cache");
}

/** A file of this name says that a folder is meant to be the store of a project elsewhere. */
export const storeMark = "gauntlet-store";

/**
 * Refuses a place in a store that a link leads out of: a checkout may bring links of its own, and
 * what is written, replaced or removed must stay in the store. The store itself may be a link if
 * the folder it leads to is marked for that, which no checkout can do.
 */
export function refuseStoreLinks(target: string): void {
  const parts = path.resolve(target).split(path.sep);
  const at = parts.lastIndexOf(storeName);
  if (at < 0) return;
  const store = parts.slice(0, at + 1).join(path.sep);
  const found = kindAt(store);
  if (found === undefined) return;
  if (found === "link") demandMark(store);
  refuseLinksBelow(store, target);
}

/** Refuses a place below a folder where a link on the way leads out of that folder. */
export function refuseLinksBelow(folder: string, target: string): void {
  const home = realPathOf(folder);
  const way = path.relative(folder, path.resolve(target)).split(path.sep);
  for (let count = 1; count <= way.length; count += 1) {
    const place = path.join(folder, ...way.slice(0, count));
    const found = kindAt(place);
    if (found === undefined) return;
    if (found !== "link" || isInside(realPathOf(place), home)) continue;
    throw new GauntletError({
      code: "R017",
      what: "a link leads out of the folder that is written to",
      where: place,
      note: `it leads to ${realPathOf(place)}; nothing was written or removed there`,
      help: "remove the link",
    });
  }
}

/**
 * Makes a folder of a cache and gives what tells it from every other one: its number on this disk
 * and when it was made. Whoever writes a checkout cannot foresee it, so an entry that names it was
 * written here. Nothing where there is no such folder, or no such time.
 */
export function openedStamp(folder: string): string | undefined {
  try {
    refuseStoreLinks(folder);
    mkdirSync(folder, { recursive: true });
    const { ino, birthtimeNs } = statSync(folder, { bigint: true });
    return birthtimeNs === 0n ? undefined : `${ino}-${birthtimeNs}`;
  } catch {
    return undefined;
  }
}

// --- inside ---

function demandMark(store: string): void {
  if (existsSync(path.join(store, storeMark))) return;
  throw new GauntletError({
    code: "R018",
    what: `\`${storeName}\` is a link to a folder that is not marked as a store`,
    where: store,
    note: `it leads to ${realPathOf(store)}; a checkout can bring such a link`,
    help: `if you made it, put an empty file \`${storeMark}\` there; else remove the link`,
  });
}
