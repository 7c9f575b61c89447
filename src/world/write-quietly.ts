import { renameSync, rmSync, writeFileSync } from "node:fs";
import { temporaryName } from "./temporary-file.ts";

/** Writes a file of a cache as a whole; one that cannot be written costs time, never a result. */
export function writeQuietly(file: string, text: string): void {
  const temporary = temporaryName(file);
  try {
    writeFileSync(temporary, text);
    renameSync(temporary, file);
  } catch {
    removeQuietly(temporary);
  }
}

// --- inside ---

function removeQuietly(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // Where the file could not be written, it may not be removable either.
  }
}
