import { createHash } from "node:crypto";
import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { real } from "./real.ts";

/**
 * A name beside a file, for what is to become that file when it is whole. It says who writes it, so
 * that what a killed process left can be told from what a living one is at.
 */
export function temporaryName(file: string): string {
  const name = `.${path.basename(file)}.${machine}-${real.pid}-${began}-${count++}.tmp`;
  return path.join(path.dirname(file), name);
}

/** A message of the system without the temporary names in it: nobody knows them. */
export function withoutTemporary(message: string): string {
  return message.replaceAll(/\.([^/\\]+)\.[0-9a-f]{8}-\d+-[0-9a-z]+-\d+\.tmp/g, "$1");
}

/** Removes a file if it is a temporary one whose writer is gone. */
export async function removeIfLeft(file: string): Promise<void> {
  if (file.endsWith(".tmp") && (await isLeft(file)))
    await rm(file, { force: true }).catch(() => {});
}

/** Removes all such files from a folder; what cannot be removed does no harm. */
export async function removeLeft(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) await removeIfLeft(path.join(folder, name));
}

/** Whether there is no such process on this machine any more. */
export function isGone(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    kill(pid, 0);
    return false;
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === "ESRCH";
  }
}

// --- inside ---

/** Nothing is written for so long: by then the writer is gone, or is another with its number. */
const writingMsMax = 60 * 60 * 1_000;

const kill = process.kill.bind(process);

/** The same folder may be seen from several machines, each with a process of that number. */
const machine = createHash("sha256").update(real.hostname).digest("hex").slice(0, 8);

/** A number of a process comes again. */
const began = Math.trunc(real.dateNow() - real.performanceNow()).toString(36);
let count = 0;

async function isLeft(file: string): Promise<boolean> {
  const writer = /^\..+\.([0-9a-f]{8})-(\d+)-[0-9a-z]+-\d+\.tmp$/.exec(path.basename(file));
  // Whatever else ends so belongs to somebody else.
  if (writer === null) return false;
  if (writer[1] === machine && isGone(Number(writer[2]))) return true;
  const found = await stat(file).catch(() => undefined);
  return found !== undefined && real.dateNow() - found.mtimeMs > writingMsMax;
}
