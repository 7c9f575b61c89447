import { open, rename, rm } from "node:fs/promises";
import path from "node:path";
import { temporaryName } from "../world/temporary-file.ts";
import { cleanFolder } from "./clean-folder.ts";
import { isSystemError, makeFolder, unwritten } from "./unwritten.ts";

/** Writes a file as a whole: a reader sees the old content or the new one, never a part. */
export async function writeWhole(file: string, text: string | Uint8Array): Promise<void> {
  try {
    await writeOnce(file, text).catch((thrown: unknown) => {
      // Somebody may remove the folder at the very moment, which is allowed: once more.
      if (!isSystemError(thrown) || thrown.code !== "ENOENT") throw thrown;
      return writeOnce(file, text);
    });
  } catch (thrown) {
    throw unwritten(thrown, file);
  }
}

// --- inside ---

async function writeOnce(file: string, text: string | Uint8Array): Promise<void> {
  await makeFolder(path.dirname(file));
  await cleanFolder(path.dirname(file));
  const temporary = temporaryName(file);
  try {
    const handle = await open(temporary, "wx");
    try {
      await handle.writeFile(text);
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch (thrown) {
    // What cannot be removed must not hide why it could not be written.
    await rm(temporary, { force: true }).catch(() => {});
    throw thrown;
  }
}
