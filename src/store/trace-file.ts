import { createReadStream, existsSync } from "node:fs";
import { link, open, realpath, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { GauntletError } from "../kernel/errors/gauntlet-error.ts";
import type { Trace } from "../kernel/trace/trace.ts";
import { TraceReader } from "../kernel/trace/trace-read.ts";
import { traceLines } from "../kernel/trace/trace-write.ts";
import { temporaryName } from "../world/temporary-file.ts";
import { cleanFolder } from "./clean-folder.ts";
import { gunzipFile } from "./gunzip.ts";
import { withFileLock } from "./file-lock.ts";
import { LineFeed } from "./line-feed.ts";
import { isSystemError, makeFolder, unwritten } from "./unwritten.ts";

/** Where a trace goes and what happens when something is there already. */
export interface TraceTarget {
  /** A name that ends in `.gz` is gzipped. */
  readonly path: string;
  readonly trace: Trace;
  /** `append` writes beside what is there: `name-2.jsonl.gz`. */
  readonly collision: "error" | "overwrite" | "append";
  /** Whether the trace says where it lies, as traces do that a user asked for. */
  readonly namesItself?: boolean;
}

/**
 * Writes a trace as a whole or not at all, and gives the path that it really has. The text is
 * written beside its place first; the name is chosen under a lock, and then it is moved there.
 */
export async function writeTrace(target: TraceTarget): Promise<string> {
  try {
    return await writeOnce(target).catch((thrown: unknown) => {
      // Somebody may remove the folder at the very moment, which is allowed: once more.
      if (!isSystemError(thrown) || thrown.code !== "ENOENT") throw thrown;
      return writeOnce(target);
    });
  } catch (thrown) {
    if (isSystemError(thrown) && thrown.code === "EISDIR") throw notAFile(target.path, "a folder");
    throw unwritten(thrown, target.path, { code: "T019", what: "the trace cannot be written" });
  }
}

/** Refuses a name that is taken where nothing may be replaced, before any work is done for it. */
export function refuseTaken(path: string, collision: TraceTarget["collision"]): void {
  if (collision === "error" && existsSync(path)) throw alreadyThere(path);
}

/** Reads a trace, plain or gzipped, without ever holding more of it than it keeps. */
export async function readTrace(path: string): Promise<Trace> {
  try {
    const isGzip = await inspect(path);
    const reader = new TraceReader({ name: path });
    const feed = new LineFeed(reader, path);
    const take = (bytes: Uint8Array): void => feed.push(bytes);
    if (isGzip) await gunzipFile(path, take);
    else for await (const bytes of createReadStream(path)) take(bytes as Uint8Array);
    feed.finish();
    return reader.finish();
  } catch (error) {
    throw explain(error, path);
  }
}

// --- inside ---

const gzipLengthMax = 64 * 1024 * 1024;
const plainLengthMax = 512 * 1024 * 1024;
const chunkLength = 65_536;
const siblingsMax = 10_000;

async function writeOnce(target: TraceTarget): Promise<string> {
  const { path, collision, namesItself = false } = target;
  const folder = dirname(path);
  const temporary = temporaryName(path);
  try {
    await makeFolder(folder);
    await cleanFolder(folder);
    // Told before the work; the place that decides is `moveNew`.
    refuseTaken(path, collision);
    // One that names itself is written under the lock, once its name is known.
    if (!namesItself) await writeText(temporary, target.trace, path);
    return await withFileLock(path, () => place(temporary, target));
  } finally {
    await removeQuietly(temporary);
  }
}

async function writeText(temporary: string, trace: Trace, path: string): Promise<void> {
  const isGzip = path.endsWith(".gz");
  const handle = await open(temporary, "wx");
  // Flushed to the disk before it gets its name: a power cut must not leave a name without text.
  const target = handle.createWriteStream({ flush: true });
  const source = Readable.from(chunksOf(traceLines(trace)));
  await (isGzip ? pipeline(source, createGzip(), target) : pipeline(source, target));
}

function* chunksOf(lines: Iterable<string>): Generator<string, void, undefined> {
  let chunk = "";
  for (const line of lines) {
    chunk += `${line}\n`;
    if (chunk.length < chunkLength) continue;
    yield chunk;
    chunk = "";
  }
  yield chunk;
}

async function place(temporary: string, target: TraceTarget): Promise<string> {
  const { path, collision, namesItself = false } = target;
  const write = async (name: string): Promise<void> => {
    if (!namesItself) return;
    await rm(temporary, { force: true });
    await writeText(temporary, await named(target.trace, name), name);
  };
  if (collision === "overwrite") {
    await write(path);
    await rename(temporary, path);
    return path;
  }
  const candidatesMax = collision === "error" ? 1 : siblingsMax;
  for (let number = 1; number <= candidatesMax; number++) {
    const candidate = number === 1 ? path : sibling(path, number);
    if (existsSync(candidate)) continue;
    await write(candidate);
    if (await moveNew(temporary, candidate)) return candidate;
  }
  throw alreadyThere(path);
}

/** The trace with the path that it is going to have, as a reader would find it. */
async function named(trace: Trace, path: string): Promise<Trace> {
  const real = join(await realpath(dirname(path)), basename(path));
  return { ...trace, header: { ...trace.header, path: real } };
}

/** `runs/a.jsonl.gz` and 2 give `runs/a-2.jsonl.gz`. */
function sibling(path: string, number: number): string {
  const zipped = path.endsWith(".gz") ? ".gz" : "";
  const bare = path.slice(0, path.length - zipped.length);
  const extension = extname(bare);
  return `${bare.slice(0, bare.length - extension.length)}-${number}${extension}${zipped}`;
}

/** Gives the file a name that nothing has yet; says false where something has it. */
async function moveNew(temporary: string, path: string): Promise<boolean> {
  try {
    // A hard link never replaces anything, so even without the lock nothing could be lost.
    await link(temporary, path);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    if (!withoutLinks.has(codeOf(error))) throw error;
  }
  if (existsSync(path)) return false;
  await rename(temporary, path);
  return true;
}

/** How file systems say that they have no hard links. */
const withoutLinks = new Set<string | undefined>([
  "EPERM",
  "ENOTSUP",
  "EOPNOTSUPP",
  "ENOSYS",
  "EMLINK",
  "EINVAL",
]);

/** What cannot be removed must not hide the error that stopped the writing. */
async function removeQuietly(path: string): Promise<void> {
  await rm(path, { force: true }).catch(() => {});
}

/** Refuses what is no file or too large before anything is read; says whether it is gzipped. */
async function inspect(path: string): Promise<boolean> {
  const found = await stat(path);
  if (!found.isFile()) throw notAFile(path, found.isDirectory() ? "a folder" : "a device or pipe");
  if (found.size === 0) {
    const help = "record the run again: writing was stopped before it began";
    throw new GauntletError({ code: "T013", what: "the trace is empty", where: path, help });
  }
  const isGzip = await beginsWithGzip(path);
  const lengthMax = isGzip ? gzipLengthMax : plainLengthMax;
  if (found.size <= lengthMax) return isGzip;
  throw new GauntletError({
    code: "T016",
    what: `the file has ${found.size} bytes, at most ${lengthMax} are read`,
    where: path,
    note: "the limit keeps a damaged or hostile file from filling the memory",
    help: "check that the file is a trace that gauntlet wrote",
  });
}

async function beginsWithGzip(path: string): Promise<boolean> {
  const handle = await open(path);
  try {
    const first = new Uint8Array(2);
    await handle.read(first, 0, 2, 0);
    return first[0] === 0x1f && first[1] === 0x8b;
  } finally {
    await handle.close();
  }
}

function alreadyThere(path: string): GauntletError {
  return new GauntletError({
    code: "T017",
    what: "a file of that name exists already",
    where: path,
    help: "choose another name, or `--record-collision overwrite` or `append` (a new name)",
  });
}

function notAFile(path: string, found: string): GauntletError {
  return new GauntletError({
    code: "T012",
    what: `the path is ${found}, not a trace file`,
    where: path,
    help: "give the path of a `trace.jsonl` or `trace.jsonl.gz`",
  });
}

/** Turns what Node says about a file into what the user can do; our own bugs pass unchanged. */
function explain(error: unknown, path: string): unknown {
  const code = codeOf(error);
  if (error instanceof GauntletError || !(error instanceof Error) || code === undefined) {
    return error;
  }
  if (code === "EISDIR") return notAFile(path, "a folder");
  const { message: note } = error;
  if (code === "ENOENT") {
    const help = "check the path; findings lie under `.gauntlet/findings/`";
    return new GauntletError({ code: "T011", what: "there is no such file", where: path, help });
  }
  if (code.startsWith("Z_")) {
    return new GauntletError({
      code: "T015",
      what: "the gzipped data is damaged or cut short",
      where: path,
      note,
      help: "take the file from version control or a backup, or record the run again",
    });
  }
  const help = "check the path and its permissions";
  const what = "the trace cannot be read";
  return new GauntletError({ code: "T019", what, where: path, note, help });
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}
