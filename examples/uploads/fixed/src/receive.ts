import { createHash } from "node:crypto";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

export interface Received {
  readonly sha256: string;
  readonly bytes: number;
}

export interface Places {
  /** Where the bytes go while they come. */
  readonly part: string;
  /** Where a whole file goes, known by its checksum. */
  readonly blob: (sha256: string) => string;
}

/** Writes a stream to a file. It has its final name only when it is whole and on the disk. */
export async function receive(body: AsyncIterable<Buffer>, places: Places): Promise<Received> {
  const { part, blob } = places;
  try {
    const received = await save(body, part);
    await rename(part, blob(received.sha256));
    await syncFolder(dirname(blob(received.sha256)));
    return received;
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

async function save(body: AsyncIterable<Buffer>, path: string): Promise<Received> {
  const file = await open(path, "w");
  try {
    const received = await copy(body, file);
    await file.sync();
    return received;
  } finally {
    await file.close();
  }
}

async function copy(body: AsyncIterable<Buffer>, file: FileHandle): Promise<Received> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of body) {
    await file.appendFile(chunk);
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { sha256: hash.digest("hex"), bytes };
}

/** A new name is safe when its folder is on the disk. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
