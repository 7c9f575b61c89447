import path from "node:path";
import type { Disk } from "./disk.ts";
import { makeDirectory, removeName } from "./entries.ts";
import { closeFile, openFile, readFrom, resizeFile, writeTo } from "./file-data.ts";
import { realFs } from "../real-fs.ts";

// What is done here is done by whoever sets a run up, and not by its code: no fault strikes it, and
// it takes no time.

/** The bytes of a file of the run's disk; undefined where there is none. */
export function readWholeFile(disk: Disk, file: string): Uint8Array | undefined {
  const at = { syscall: "open", path: file };
  if (!isThere(disk, file)) return undefined;
  const opened = openFile(disk, file, { flags: realFs.constants.O_RDONLY, mode: 0 }, at);
  try {
    const span = { length: Number.MAX_SAFE_INTEGER, position: 0 };
    // A copy: a view is only good until the next write.
    return new Uint8Array(readFrom(opened, span, { syscall: "read" }));
  } finally {
    closeFile(disk, opened.fd, { syscall: "close" });
  }
}

/** Writes a file of the run's disk whole; gives the folders that were missing, outermost first. */
export function writeWholeFile(disk: Disk, file: string, data: Uint8Array): readonly string[] {
  const { O_WRONLY, O_CREAT } = realFs.constants;
  const made = makeFolders(disk, path.dirname(file));
  const opened = openFile(
    disk,
    file,
    { flags: O_WRONLY | O_CREAT, mode: 0o666 },
    { syscall: "open", path: file },
  );
  try {
    resizeFile(disk, opened.node, 0, { syscall: "ftruncate" });
    if (data.length > 0) writeTo(disk, opened, { data, position: 0 }, { syscall: "write" });
  } finally {
    closeFile(disk, opened.fd, { syscall: "close" });
  }
  return made;
}

/** Takes a file of the run's disk away, if it is there, and folders that are empty then. */
export function removeWholeFile(disk: Disk, file: string, folders: readonly string[] = []): void {
  if (isThere(disk, file)) removeName(disk, file, { syscall: "unlink", path: file });
  for (const folder of folders.toReversed()) {
    if (!isThere(disk, folder)) continue;
    const node = disk.find(folder, { syscall: "rmdir", path: folder });
    if (node.kind !== "directory" || disk.names(node).length > 0) return;
    removeName(disk, folder, { syscall: "rmdir", path: folder });
  }
}

// --- inside ---

function makeFolders(disk: Disk, folder: string): readonly string[] {
  if (isThere(disk, folder)) return [];
  const above = makeFolders(disk, path.dirname(folder));
  makeDirectory(disk, folder, 0o777, { syscall: "mkdir", path: folder });
  return [...above, folder];
}

/** Whether a path leads anywhere; one that goes on after a missing folder does not. */
function isThere(disk: Disk, file: string): boolean {
  try {
    return disk.resolve(file, { syscall: "stat", path: file }).node !== undefined;
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw thrown;
  }
}
