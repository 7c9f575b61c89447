import path from "node:path";
import { realFs } from "../files/real-fs.ts";

/** Where a path of a project really leads, or why it is not followed. */
export type ConfinedPath =
  | { readonly kind: "place"; readonly place: string }
  | { readonly kind: "absent" }
  | { readonly kind: "refused"; readonly because: string };

/** Why a path cannot name a file of a project, whatever is on the disk; undefined if it can. */
export function pathRefusal(given: string): string | undefined {
  if (given === "") return "it is empty";
  if (given.includes("\0")) return "it has a NUL character";
  if (path.posix.isAbsolute(given) || path.win32.isAbsolute(given)) return "it is absolute";
  // A letter and a colon is a drive, with a place of its own on it.
  if (/^[a-z]:/i.test(given)) return "it names a drive";
  const parts = given.split(/[\\/]/);
  if (parts.includes("..")) return "it has `..` in it";
  if (partsOf(given).length === 0) return "it names the folder itself";
  return undefined;
}

/**
 * Follows a path from the project root, link by link, and never out of it. Folders that are not
 * there are made where `makesFolders` says so; what is made is never behind a link that leads out.
 */
export function confine(
  root: string,
  given: string,
  { makesFolders, followsLast }: { readonly makesFolders: boolean; readonly followsLast: boolean },
): ConfinedPath {
  const home = realFs.realpathSync(root);
  const parts = partsOf(given);
  const last = parts.pop() ?? "";
  let folder = home;
  for (const part of parts) {
    const next = path.join(folder, part);
    const found = realFs.lstatSync(next, { throwIfNoEntry: false });
    if (found === undefined) {
      if (!makesFolders) return { kind: "absent" };
      realFs.mkdirSync(next);
    }
    folder = realFs.realpathSync(next);
    if (!isInside(home, folder)) return leadsOut(part);
  }
  const place = path.join(folder, last);
  const found = realFs.lstatSync(place, { throwIfNoEntry: false });
  if (found?.isSymbolicLink() !== true || !followsLast) return { kind: "place", place };
  const target = realFs.realpathSync(place);
  return isInside(home, target) ? { kind: "place", place: target } : leadsOut(last);
}

/** Whether an open file is the one at a place in the project: a folder may have been swapped. */
export function isOpenInside(root: string, descriptor: number, place: string): boolean {
  const home = realFs.realpathSync(root);
  const there = realFs.realpathSync(place);
  const opened = realFs.fstatSync(descriptor);
  const named = realFs.lstatSync(there);
  if (named.ino !== opened.ino || named.dev !== opened.dev || !isInside(home, there)) return false;
  try {
    // Linux says where the open file itself is, whatever has become of the names since.
    return isInside(home, realFs.readlinkSync(`/proc/self/fd/${descriptor}`));
  } catch {
    return true;
  }
}

// --- inside ---

function partsOf(given: string): string[] {
  return given.split("/").filter((part) => part !== "" && part !== ".");
}

function isInside(home: string, place: string): boolean {
  const way = path.relative(home, place);
  return way !== "" && way !== ".." && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way);
}

function leadsOut(part: string): ConfinedPath {
  return { kind: "refused", because: `\`${part}\` is a link that leads out of the project` };
}
