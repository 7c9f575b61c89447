import { lstatSync, mkdirSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { GauntletError } from "../kernel/errors/gauntlet-error.ts";
import { refuseStoreLinks } from "../config/files/store-links.ts";
import { withoutTemporary } from "../world/temporary-file.ts";

/** What an error about a file is called; of a file of no special kind where left out. */
interface ErrorNames {
  readonly code?: string;
  readonly what?: string;
}

/** A file that could not be written, and why in words; whoever writes decides what it costs. */
export class UnwrittenError extends GauntletError {
  override readonly name: string = "UnwrittenError";
  readonly file: string;
  readonly reason: string;

  constructor(file: string, reason: string, parts: ErrorNames = {}) {
    const { code = "F001", what = "the file cannot be written" } = parts;
    const help = "check the path, its permissions and the free space";
    super({ code, what, where: file, note: reason, help });
    this.file = file;
    this.reason = reason;
  }
}

/** What the system said of a file as an UnwrittenError; our own bugs pass unchanged. */
export function unwritten(thrown: unknown, file: string, parts: ErrorNames = {}): unknown {
  if (thrown instanceof GauntletError || !isSystemError(thrown)) return thrown;
  return new UnwrittenError(file, refusalText(thrown, file), parts);
}

/** Whether it is the machine that refused: no space, no permission, not there, too many open. */
export function isSystemError(thrown: unknown): thrown is NodeJS.ErrnoException {
  return (
    thrown instanceof Error &&
    "code" in thrown &&
    typeof thrown.code === "string" &&
    /^E[A-Z0-9]{2,}$/.test(thrown.code) &&
    "syscall" in thrown
  );
}

/** Why the system refused a file, in words, with its code. */
export function refusalText(error: NodeJS.ErrnoException, file: string): string {
  const { code = "", message } = error;
  if (code === "ENOTDIR" || code === "EEXIST") {
    const inTheWay = notAFolder(path.dirname(file));
    if (inTheWay !== undefined) return `${inTheWay} is a file, not a folder (${code})`;
  }
  const words = reasons.get(code);
  return words === undefined ? withoutTemporary(message) : `${words} (${code})`;
}

/**
 * Makes a folder and those above it. Node says ENOENT of a file system that is read-only: the true
 * reason is what the system says of the first folder that is missing. Links in a store that lead
 * out of it are refused here, because whatever is written goes through here.
 */
export async function makeFolder(folder: string): Promise<void> {
  refuseStoreLinks(folder);
  for (let attempt = 1; ; attempt++) {
    try {
      await mkdir(folder, { recursive: true });
      return;
    } catch (thrown) {
      if (!isSystemError(thrown) || thrown.code !== "ENOENT" || attempt === attemptsMax) {
        throw thrown;
      }
      makeFirstMissing(folder);
    }
  }
}

// --- inside ---

/** Another process may remove folders while they are made; not for ever. */
const attemptsMax = 3;

const reasons: ReadonlyMap<string, string> = new Map([
  ["ENOSPC", "no space left on the disk"],
  ["EDQUOT", "the disk quota is used up"],
  ["EROFS", "the file system is read-only"],
  ["EACCES", "no permission"],
  ["EPERM", "not permitted"],
  ["ENOTDIR", "a file is where a folder is expected"],
  ["EISDIR", "there is a folder of that name"],
  ["ENOENT", "its folder is gone"],
  ["ENAMETOOLONG", "the path is too long"],
  ["EMFILE", "this process has too many files open"],
  ["ENFILE", "the machine has too many files open"],
  ["EIO", "the disk reports an error"],
  ["EFBIG", "the file is larger than the file system allows"],
  ["ELOOP", "its links lead in a circle"],
  ["EBUSY", "it is in use"],
  ["ESTALE", "the network file system lost it"],
]);

/** The first part of a path that is there and is not a folder. */
function notAFolder(folder: string): string | undefined {
  for (let at = folder; ; at = path.dirname(at)) {
    try {
      return lstatSync(at).isDirectory() ? undefined : at;
    } catch {
      if (path.dirname(at) === at) return undefined;
    }
  }
}

function makeFirstMissing(folder: string): void {
  let missing = folder;
  for (let above = path.dirname(missing); above !== missing; above = path.dirname(above)) {
    try {
      lstatSync(above);
      break;
    } catch {
      missing = above;
    }
  }
  try {
    mkdirSync(missing);
  } catch (thrown) {
    if (!isSystemError(thrown) || thrown.code !== "EEXIST") throw thrown;
  }
}
