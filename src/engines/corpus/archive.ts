import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { Fields } from "../../kernel/values/fields.ts";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { TraceReader } from "../../kernel/trace/trace-read.ts";
import { traceLines } from "../../kernel/trace/trace-write.ts";
import { writeWhole } from "../../store/finding-store.ts";
import { gunzipFile, GzipEndError } from "../../store/gunzip.ts";
import { badEntry, corpusFileError, parsedAt } from "../../campaign/corpus/corpus-error.ts";
import { listFromText, listText } from "../../campaign/corpus/list-entry.ts";
import { swarmFromText, swarmText } from "../../campaign/corpus/swarm-memory.ts";
import {
  type AnyEntry,
  bySubject,
  entriesCount,
  failureEntry,
  type SubjectEntries,
} from "./corpus-entries.ts";

/** The most that an archive may hold; it comes from elsewhere and is read with suspicion. */
export interface ArchiveLimits {
  readonly fileBytesMax: number;
  readonly textBytesMax: number;
  /** An entry is one line, which is held whole. */
  readonly lineBytesMax: number;
  readonly entriesMax: number;
}

/** Far above what a campaign leaves, below what fills a memory. */
export const archiveLimits: ArchiveLimits = {
  fileBytesMax: 64 * 1024 * 1024,
  textBytesMax: 256 * 1024 * 1024,
  lineBytesMax: 64 * 1024 * 1024,
  entriesMax: 100_000,
};

/** Writes entries into one file: JSON Lines, gzipped, with a digest of all lines at the end. */
export async function writeArchive(
  file: string,
  subjects: readonly SubjectEntries[],
): Promise<{ readonly entries: number; readonly bytes: number }> {
  const lines = [JSON.stringify({ format: archiveFormat, version: 1 })];
  const say = (kind: string, text: string): void => void lines.push(JSON.stringify({ kind, text }));
  for (const { lists, failures, swarm } of subjects) {
    for (const list of lists) say("list", listText(list));
    for (const { trace } of failures) say("failure", `${[...traceLines(trace)].join("\n")}\n`);
    if (swarm !== undefined) say("swarm", swarmText(swarm));
  }
  const text = lines.map((line) => `${line}\n`).join("");
  const entries = entriesCount(subjects);
  const digest = createHash("sha256").update(text).digest("hex");
  const bytes = gzipSync(`${text}${JSON.stringify({ kind: "end", entries, digest })}\n`);
  try {
    await writeWhole(file, bytes);
  } catch (thrown) {
    throw corpusFileError(thrown, file, "written");
  }
  return { entries, bytes: bytes.length };
}

/**
 * Reads an archive. Everything in it is checked before anything is given back: the digest of the
 * whole and of each list, each decision, each trace, each path. It holds no names of files, so
 * nothing in it can say where it is written.
 */
export async function readArchive(
  file: string,
  limits: ArchiveLimits = archiveLimits,
): Promise<readonly SubjectEntries[]> {
  const reader = new ArchiveReader(file, limits);
  try {
    const found = await stat(file);
    if (!found.isFile()) throw noArchive(file, "the path is not a file");
    if (found.size > limits.fileBytesMax) {
      throw tooMuch(file, `the file has ${found.size} bytes`, limits.fileBytesMax);
    }
    await gunzipFile(file, (bytes) => reader.push(bytes));
    return bySubject(reader.finish());
  } catch (thrown) {
    if (thrown instanceof GzipEndError) throw noArchive(file, thrown.message);
    const isZip =
      thrown instanceof Error && "code" in thrown && String(thrown.code).startsWith("Z_");
    if (isZip) throw noArchive(file, "it is not gzipped, damaged or cut short");
    throw corpusFileError(thrown, file, "read");
  }
}

// --- inside ---

const archiveFormat = "gauntlet-corpus";
const lineEnd = 0x0a;

class ArchiveReader {
  readonly #file: string;
  readonly #limits: ArchiveLimits;
  readonly #entries: AnyEntry[] = [];
  readonly #hash = createHash("sha256");
  #pending: Buffer[] = [];
  #bytes = 0;
  #lines = 0;
  #hasEnded = false;

  constructor(file: string, limits: ArchiveLimits) {
    this.#file = file;
    this.#limits = limits;
  }

  push(bytes: Uint8Array): void {
    const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#bytes += chunk.length;
    if (this.#bytes > this.#limits.textBytesMax) {
      throw tooMuch(this.#file, "it unpacks to more bytes", this.#limits.textBytesMax);
    }
    let from = 0;
    for (let at = chunk.indexOf(lineEnd); at >= 0; at = chunk.indexOf(lineEnd, from)) {
      this.#pending.push(chunk.subarray(from, at));
      this.#take(Buffer.concat(this.#pending));
      this.#pending = [];
      from = at + 1;
    }
    this.#pending.push(chunk.subarray(from));
    const lineBytes = this.#pending.reduce((sum, { length }) => sum + length, 0);
    if (lineBytes <= this.#limits.lineBytesMax) return;
    throw tooMuch(this.#file, "one entry has more bytes", this.#limits.lineBytesMax);
  }

  finish(): readonly AnyEntry[] {
    if (this.#pending.some(({ length }) => length > 0) || !this.#hasEnded) {
      throw noArchive(this.#file, this.#lines === 0 ? "it is empty" : "it is cut short");
    }
    return this.#entries;
  }

  #take(bytes: Buffer): void {
    this.#lines += 1;
    const where = `${this.#file}:${this.#lines}`;
    if (this.#hasEnded) throw noArchive(this.#file, "there is more behind its end");
    const line = bytes.toString("utf8");
    parsedAt(where, () => this.#read(line, where));
    this.#hash.update(bytes).update("\n");
  }

  #read(line: string, where: string): void {
    if (this.#lines === 1) return checkHeader(line, this.#file);
    const fields = new Fields(JSON.parse(line), "the line");
    const kind = fields.word("kind", ["list", "failure", "swarm", "end"]);
    if (kind === "end") return this.#end(fields);
    if (this.#entries.length >= this.#limits.entriesMax) {
      throw tooMuch(this.#file, "it holds more entries", this.#limits.entriesMax);
    }
    const text = fields.text("text");
    fields.done();
    this.#entries.push(entryOf(kind, text, where));
  }

  #end(fields: Fields): void {
    const entries = fields.whole("entries", 0);
    const digest = fields.text("digest");
    fields.done();
    const isWhole = entries === this.#entries.length && digest === this.#hash.copy().digest("hex");
    if (!isWhole) throw noArchive(this.#file, "its content does not have the digest at its end");
    this.#hasEnded = true;
  }
}

function checkHeader(line: string, file: string): void {
  let header: unknown;
  try {
    header = JSON.parse(line);
  } catch {
    throw noArchive(file, "it does not begin as one");
  }
  const { format, version } = Object(header) as { format?: unknown; version?: unknown };
  if (format !== archiveFormat) throw noArchive(file, "it does not begin as one");
  if (version === 1) return;
  throw noArchive(file, "a newer gauntlet has written it");
}

function entryOf(kind: AnyEntry["kind"], text: string, where: string): AnyEntry {
  switch (kind) {
    case "list":
      return { kind, list: listFromText(text, where) };
    case "swarm":
      return { kind, swarm: swarmFromText(text, where) };
    case "failure": {
      const reader = new TraceReader({ name: where });
      const lines = text.split("\n");
      if (lines.pop() !== "") throw badEntry(where, "it is cut short");
      for (const line of lines) reader.push(line);
      return { kind, failure: failureEntry(reader.finish(), where) };
    }
  }
}

function noArchive(file: string, note: string): GauntletError {
  return new GauntletError({
    code: "K002",
    what: "the file is not a corpus that `gauntlet corpus export` wrote",
    where: file,
    note,
    help: "export it again; nothing was written",
  });
}

function tooMuch(file: string, what: string, max: number): GauntletError {
  return new GauntletError({
    code: "K003",
    what: `${what}, at most ${max} are read`,
    where: file,
    note: "the limit keeps a damaged or hostile file from filling the memory",
    help: "`gauntlet corpus minimize` makes a corpus smaller before it is exported",
  });
}
