import { EventEmitter } from "node:events";
import fs from "node:fs";
import { createInterface, type Interface } from "node:readline";
import { Readable } from "node:stream";
import { descriptorOperations } from "./descriptor-operations.ts";
import type { Disk } from "./disk.ts";
import { promised } from "./forms.ts";
import { optionOf } from "./fs-arguments.ts";
import { andThen } from "./fs-seams.ts";
import type { Operation, Operations } from "./operation.ts";
import { realStreams } from "../real-fs.ts";
import { wholeOperations } from "./whole-operations.ts";

/** What `promises.open` gives, over a simulated descriptor. */
export class FileHandle extends EventEmitter {
  readonly #disk: Disk;
  #fd: number;

  constructor(disk: Disk, fd: number) {
    super();
    this.#disk = disk;
    this.#fd = fd;
  }

  get fd(): number {
    return this.#fd;
  }

  async close(): Promise<void> {
    if (this.#fd < 0) return;
    const fd = this.#fd;
    this.#fd = -1;
    const close = { name: "close", operation: known(descriptorOperations, "close") };
    await promised(this.#disk, close, [fd]);
    this.emit("close");
  }

  read(...args: unknown[]): Promise<unknown> {
    return this.#do("read", resultIn(descriptorOperations, "read", "bytesRead"), args);
  }

  readv(...args: unknown[]): Promise<unknown> {
    return this.#do("readv", resultIn(descriptorOperations, "readv", "bytesRead"), args);
  }

  write(...args: unknown[]): Promise<unknown> {
    return this.#do("write", resultIn(descriptorOperations, "write", "bytesWritten"), args);
  }

  writev(...args: unknown[]): Promise<unknown> {
    return this.#do("writev", resultIn(descriptorOperations, "writev", "bytesWritten"), args);
  }

  readFile(...args: unknown[]): Promise<unknown> {
    return this.#do("readFile", known(wholeOperations, "readFile"), args);
  }

  async writeFile(data: unknown, options?: unknown): Promise<void> {
    for await (const part of partsOf(data)) {
      await this.#do("writeFile", known(wholeOperations, "writeFile"), [part, options]);
    }
  }

  appendFile(data: unknown, options?: unknown): Promise<void> {
    return this.writeFile(data, options);
  }

  stat(...args: unknown[]): Promise<unknown> {
    return this.#do("fstat", known(descriptorOperations, "fstat"), args);
  }

  async truncate(length?: number): Promise<void> {
    await this.#do("ftruncate", known(descriptorOperations, "ftruncate"), [length]);
  }

  async sync(): Promise<void> {
    await this.#do("fsync", known(descriptorOperations, "fsync"), []);
  }

  async datasync(): Promise<void> {
    await this.#do("fdatasync", known(descriptorOperations, "fdatasync"), []);
  }

  async chmod(mode: unknown): Promise<void> {
    await this.#do("fchmod", known(descriptorOperations, "fchmod"), [mode]);
  }

  async chown(uid: number, gid: number): Promise<void> {
    await this.#do("fchown", known(descriptorOperations, "fchown"), [uid, gid]);
  }

  async utimes(atime: unknown, mtime: unknown): Promise<void> {
    await this.#do("futimes", known(descriptorOperations, "futimes"), [atime, mtime]);
  }

  createReadStream(options?: object): fs.ReadStream {
    return this.#stream(realStreams.ReadStream, options) as fs.ReadStream;
  }

  createWriteStream(options?: object): fs.WriteStream {
    return this.#stream(realStreams.WriteStream, options) as fs.WriteStream;
  }

  readLines(options?: object): Interface {
    const input = this.createReadStream(options);
    return createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  }

  readableWebStream(): unknown {
    return Readable.toWeb(this.createReadStream({ autoClose: false }));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #do(name: string, operation: Operation, args: readonly unknown[]): Promise<unknown> {
    if (this.#fd < 0) return Promise.reject(closedError(name));
    const invalid = (): never => {
      throw new TypeError(`The arguments of \`FileHandle.${name}\` are not valid`);
    };
    return promised(this.#disk, { name, operation }, [this.#fd, ...args], invalid);
  }

  #stream(Stream: unknown, options?: object): unknown {
    const close = async (_fd: number, done: (error: unknown) => void): Promise<void> => {
      const [one] = await Promise.allSettled([this.close()]);
      done(one.status === "rejected" ? one.reason : null);
    };
    const { open, read, write, writev, fsync } = fs;
    const system = { open, read, write, writev, fsync, close };
    const Make = Stream as new (path: string, options: object) => unknown;
    return new Make("", { ...options, fd: this.#fd, fs: system });
  }
}

/** What is written piece by piece: bytes and texts as one, everything else as it comes. */
export async function* partsOf(data: unknown): AsyncGenerator {
  if (isStreamed(data)) yield* data;
  else yield data;
}

/** Whether data comes piece by piece. */
export function isStreamed(data: unknown): data is AsyncIterable<unknown> | Iterable<unknown> {
  if (typeof data !== "object" || data === null || ArrayBuffer.isView(data)) return false;
  return Symbol.asyncIterator in data || Symbol.iterator in data;
}

/** A handle that stands in an options argument where a descriptor could be. */
export function handleIn(options: unknown): FileHandle | undefined {
  const fd = optionOf(options, "fd");
  return fd instanceof FileHandle ? fd : undefined;
}

// --- inside ---

function known(operations: Operations, name: string): Operation {
  return operations[name] ?? (() => undefined);
}

/** Gives the count together with the buffer, as the promises of handles do. */
function resultIn(operations: Operations, name: string, count: string): Operation {
  const operation = known(operations, name);
  const holder = name.endsWith("v") ? "buffers" : "buffer";
  return (disk, args) => {
    const task = operation(disk, args);
    if (task === undefined) return undefined;
    const perform = (): unknown =>
      andThen(task.perform(), (moved) => ({ [count]: moved, [holder]: task.also?.[0] }));
    return { ...task, perform };
  };
}

function closedError(syscall: string): Error {
  return Object.assign(new Error("file closed"), { code: "EBADF", syscall });
}
