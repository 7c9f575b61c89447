import { randomUUID } from "node:crypto";
import { type FileHandle, link, open, readFile, rename, rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { isGone, temporaryName } from "../world/temporary-file.ts";
import { setTimeout as sleep } from "node:timers/promises";
import { GauntletError } from "../kernel/errors/gauntlet-error.ts";

/**
 * Runs `body` while `<path>.lock` is held by this call alone, among all processes. The lock is for
 * work of milliseconds; one that a dead process left behind is taken away.
 */
export async function withFileLock<R>(path: string, body: () => Promise<R>): Promise<R> {
  const lock = `${path}.lock`;
  const owner = `${hostname()} ${process.pid} ${randomUUID()}`;
  await acquire(lock, owner);
  try {
    return await body();
  } finally {
    await release(lock, owner);
  }
}

/** Removes a lock behind which nobody can be any more. */
export async function removeStaleLock(lock: string): Promise<void> {
  const stale = await staleOwner(lock);
  if (stale !== undefined) await takeAway(lock, stale);
}

// --- inside ---

const pollMs = 5;
/** Far longer than a lock is held, so an older one has no living owner. */
const staleAfterMs = 10_000;
/** Longer than it takes for any lock to become stale. */
const waitMsMax = 30_000;

async function acquire(lock: string, owner: string): Promise<void> {
  for (let waitedMs = 0; waitedMs < waitMsMax; waitedMs += pollMs) {
    if (await create(lock, owner)) return;
    const stale = await staleOwner(lock);
    if (stale === undefined) await sleep(pollMs);
    else await takeAway(lock, stale);
  }
  throw new GauntletError({
    code: "T018",
    what: `the lock of the trace is still held after ${waitMsMax / 1_000} s`,
    where: lock,
    note: `its owner is ${(await quietRead(lock)) ?? "unknown"} (host, process, id)`,
    help: "end that process, or remove the lock file",
  });
}

async function create(lock: string, owner: string): Promise<boolean> {
  let handle: FileHandle;
  try {
    handle = await open(lock, "wx");
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
  try {
    await handle.writeFile(owner);
    return true;
  } catch (error) {
    // A full disk: a lock without an owner would make everybody wait until it is old.
    await removeQuietly(lock);
    throw error;
  } finally {
    await handle.close().catch(() => {});
  }
}

/** What the lock says, if nobody can be behind it any more. */
async function staleOwner(lock: string): Promise<string | undefined> {
  const owner = await quietRead(lock);
  if (owner === undefined) return undefined;
  const [host, pid] = owner.split(" ");
  if (host === hostname() && pid !== undefined && isGone(Number(pid))) return owner;
  return (await ageMs(lock)) > staleAfterMs ? owner : undefined;
}

/**
 * Two processes may find the same lock stale. The slower one must not remove the new lock of the
 * faster one: so the file is renamed first, looked at, and put back where it is not the stale one.
 */
async function takeAway(lock: string, stale: string): Promise<void> {
  const aside = temporaryName(lock);
  try {
    await rename(lock, aside);
    if ((await quietRead(aside)) !== stale) await link(aside, lock);
  } catch (error) {
    // Gone already, or taken anew: the next attempt looks again.
    if (codeOf(error) !== "ENOENT" && codeOf(error) !== "EEXIST") throw error;
  } finally {
    await removeQuietly(aside);
  }
}

async function release(lock: string, owner: string): Promise<void> {
  if ((await quietRead(lock)) === owner) await removeQuietly(lock);
}

/** A lock that cannot be removed becomes stale; the work under it was done all the same. */
async function removeQuietly(path: string): Promise<void> {
  await rm(path, { force: true }).catch(() => {});
}

async function quietRead(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch {
    return undefined;
  }
}

async function ageMs(path: string): Promise<number> {
  try {
    return Date.now() - (await stat(path)).mtimeMs;
  } catch {
    return 0;
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
