import path from "node:path";
import { realFs } from "../real-fs.ts";

/** What is done with a path of a project that can be followed. */
export interface ConfinedUse<T> {
  /** Whether folders that are not there are made. */
  readonly makesFolders: boolean;
  /** Whether a link at the end stands for what it leads to. */
  readonly followsLast: boolean;
  /** Is given a path that still leads to the same folder when somebody swaps the names. */
  readonly act: (place: string) => T;
  /** There is no such folder. */
  readonly absent: () => T;
  readonly refused: (because: string) => T;
}

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
 * Follows a path from the project root, link by link, and never out of it. Each folder is held open
 * while the next one is looked for, so that nothing is made or opened in one that was swapped.
 */
export function confine<T>(root: string, given: string, use: ConfinedUse<T>): T {
  const home = realFs.realpathSync(root);
  const parts = partsOf(given);
  const last = parts.pop() ?? "";
  let folder = new HeldFolder(home);
  try {
    for (const part of parts) {
      const next = folder.place(part);
      if (realFs.lstatSync(next, { throwIfNoEntry: false }) === undefined) {
        if (!use.makesFolders) return use.absent();
        realFs.mkdirSync(next);
      }
      const real = realFs.realpathSync(next);
      if (!isInside(home, real)) return use.refused(leadsOut(part));
      const held = new HeldFolder(real);
      folder.close();
      folder = held;
      if (!folder.isInside(home)) return use.refused(leadsOut(part));
    }
    const place = folder.place(last);
    const found = realFs.lstatSync(place, { throwIfNoEntry: false });
    if (found?.isSymbolicLink() !== true || !use.followsLast) return use.act(place);
    const target = realFs.realpathSync(place);
    if (!isInside(home, target)) return use.refused(leadsOut(last));
    return confine(home, path.relative(home, target), { ...use, followsLast: false });
  } finally {
    folder.close();
  }
}

/** Whether an open file is the one at a place in the project: a folder may have been swapped. */
export function isOpenInside(root: string, descriptor: number, place: string): boolean {
  const home = realFs.realpathSync(root);
  const there = realFs.realpathSync(place);
  const opened = realFs.fstatSync(descriptor);
  const named = realFs.lstatSync(there);
  if (named.ino !== opened.ino || named.dev !== opened.dev || !isInside(home, there)) return false;
  if (!realFs.existsSync(descriptorLinks)) return true;
  // Linux says where the open file itself is, whatever has become of the names since.
  return isInside(home, realFs.readlinkSync(`${descriptorLinks}/${descriptor}`));
}

// --- inside ---

function partsOf(given: string): string[] {
  return given.split("/").filter((part) => part !== "" && part !== ".");
}

function isInside(home: string, place: string): boolean {
  const way = path.relative(home, place);
  return way !== "" && way !== ".." && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way);
}

function leadsOut(part: string): string {
  return `\`${part}\` is a link that leads out of the project`;
}

const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = realFs.constants;

/** A folder that stays the same one, whatever becomes of its name; as far as Linux helps. */
class HeldFolder {
  readonly #real: string;
  readonly #descriptor: number;
  readonly #hasLinks = realFs.existsSync(descriptorLinks);

  constructor(real: string) {
    this.#real = real;
    this.#descriptor = realFs.openSync(real, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  }

  place(name: string): string {
    const folder = this.#hasLinks ? `${descriptorLinks}/${this.#descriptor}` : this.#real;
    return `${folder}/${name}`;
  }

  /** Whether what was opened is where its name said. */
  isInside(home: string): boolean {
    if (!this.#hasLinks) return true;
    return isInside(home, realFs.readlinkSync(`${descriptorLinks}/${this.#descriptor}`));
  }

  close(): void {
    realFs.closeSync(this.#descriptor);
  }
}

const descriptorLinks = "/proc/self/fd";
