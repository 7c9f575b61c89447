import fs from "node:fs";
import { crc32 } from "node:zlib";

/** The calls of `node:fs` that a log makes; a test may pass its own and stop between any two. */
export type Disk = Pick<
  typeof fs,
  "openSync" | "readFileSync" | "ftruncateSync" | "writeSync" | "fsyncSync" | "closeSync"
>;

/** An entry on the disk: its length, a checksum over length and text, and the text. */
const headBytes = 8;

/**
 * A write-ahead log. `append` returns when the entry is safe: whatever happens to the machine then,
 * the next `open` of the file finds it.
 */
export class Wal {
  readonly #disk: Disk;
  readonly #file: number;
  readonly #entries: string[];
  #end: number;

  /** Opens a log and recovers it: what is whole is kept, what is torn is cut off. */
  constructor(path: string, disk: Disk = fs) {
    this.#disk = disk;
    this.#file = disk.openSync(path, fs.constants.O_RDWR | fs.constants.O_CREAT);
    const { entries, end, isTorn } = recovered(disk.readFileSync(this.#file));
    if (isTorn) disk.ftruncateSync(this.#file, end);
    this.#entries = entries;
    this.#end = end;
  }

  get entries(): readonly string[] {
    return this.#entries;
  }

  append(entry: string): void {
    const record = recordOf(entry);
    this.#write(record);
    this.#end += record.length;
    this.#entries.push(entry);
  }

  close(): void {
    this.#disk.closeSync(this.#file);
  }

  /** A write may take less than it was given. */
  #write(record: Buffer): void {
    for (let done = 0; done < record.length;) {
      const left = record.length - done;
      done += this.#disk.writeSync(this.#file, record, done, left, this.#end + done);
    }
  }
}

// --- inside ---

function recordOf(entry: string): Buffer {
  const text = Buffer.from(entry);
  const head = Buffer.alloc(headBytes);
  head.writeUInt32LE(text.length, 0);
  head.writeUInt32LE(checksum(head, text), 4);
  return Buffer.concat([head, text]);
}

/** Over the length as well: eight zeros, which a crash may leave, are not an empty entry. */
function checksum(head: Buffer, text: Buffer): number {
  return crc32(text, crc32(head.subarray(0, 4)));
}

function recovered(bytes: Buffer): { entries: string[]; end: number; isTorn: boolean } {
  const entries: string[] = [];
  let end = 0;
  while (end + headBytes <= bytes.length) {
    const head = bytes.subarray(end, end + headBytes);
    const from = end + headBytes;
    const text = bytes.subarray(from, from + head.readUInt32LE(0));
    if (text.length < head.readUInt32LE(0) || checksum(head, text) !== head.readUInt32LE(4)) break;
    entries.push(text.toString());
    end = from + text.length;
  }
  return { entries, end, isTorn: end < bytes.length };
}
