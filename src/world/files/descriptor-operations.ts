import type { Disk } from "./disk.ts";
import { changeMode } from "./entries.ts";
import { closeFile, openFile, readFrom, resizeFile, syncNode, writeTo } from "./file-data.ts";
import { type CallSite, fsError } from "./fs-error.ts";
import {
  bytesOf,
  flagsOf,
  modeOf,
  optionOf,
  pathOf,
  positionOf,
  timeMsOf,
} from "./fs-arguments.ts";
import { andThen, fsSeams, through } from "./fs-seams.ts";
import type { OpenFile } from "./inode.ts";
import { firstFd } from "./open-files.ts";
import { fdOf, type Operation, type Operations, type Task } from "./operation.ts";
import { realFs } from "../real-fs.ts";
import { statsOf } from "./stats.ts";

/** What is done with file descriptors. */
export const descriptorOperations: Operations = {
  open: (disk, [given, flag, mode]) => {
    const path = pathOf(given);
    if (path === undefined) return undefined;
    const how = { flags: flagsOf(flag, "r"), mode: modeOf(mode, 0o666) };
    return { about: path, perform: () => openThrough(disk, path, how).fd };
  },

  close: (disk, [given]) => {
    const at = { syscall: "close" };
    if (disk.open.isGone(given)) return gone(at);
    // The next run shares the process, and its stdout.
    if (disk.open.closeStandard(given)) return { about: undefined, perform: () => undefined };
    return onFile(disk, given, (fd) => closeFile(disk, fd, at));
  },

  read: (disk, [given, target, ...rest]) => {
    if (disk.open.isGone(given)) return gone(readSite);
    const span = spanOf(target, rest);
    if (span === undefined) return undefined;
    const { buffer, offset, length, position } = span;
    const task = onFile(disk, given, (fd) => {
      const into = buffer.subarray(offset, offset + length);
      return readInto(disk, fd, { into, position });
    });
    return task === undefined ? undefined : { ...task, also: [span.target] };
  },

  readv: (disk, [given, buffers, position]) =>
    vectored(disk, [given, buffers], (fd, views) => {
      const length = views.reduce((sum, view) => sum + view.length, 0);
      const part = { length, position: positionOf(position) };
      return andThen(readThrough(disk, fd, part), (bytes) => scatter(bytes, views));
    }),

  write: (disk, [given, data, ...rest]) => {
    if (disk.open.isGone(given)) return gone(writeSite);
    if (fdOf(given) === undefined) return undefined;
    const part = partOf(data, rest);
    const task = onFile(disk, given, (fd) => writeThrough(disk, fd, part));
    return task === undefined ? undefined : { ...task, also: [data] };
  },

  writev: (disk, [given, buffers, position]) =>
    vectored(disk, [given, buffers], (fd, views) => {
      const data = Buffer.concat(views);
      return writeThrough(disk, fd, { data, position: positionOf(position) });
    }),

  fsync: syncing("fsync"),
  fdatasync: syncing("fdatasync"),

  ftruncate: (disk, [given, length]) =>
    onFile(disk, given, (fd) => {
      const at = { syscall: "ftruncate" };
      const file = disk.open.get(fd, at);
      return through(fsSeams.write, { path: file.path, operation: "ftruncate" }, () => {
        // A descriptor that was opened for reading is refused with the same error as a directory.
        if (!file.canWrite) throw invalid(at);
        resizeFile(disk, file.node, Number(length ?? 0), at);
      });
    }),

  fstat: (disk, [given, options]) =>
    onFile(disk, given, (fd) => {
      const { node, path } = disk.open.get(fd, { syscall: "fstat" });
      const isBigint = optionOf(options, "bigint") === true;
      return through(fsSeams.meta, { path, operation: "fstat" }, () => statsOf(node, isBigint));
    }),

  fchmod: (disk, [given, mode]) =>
    onFile(disk, given, (fd) => {
      changeMode(disk, disk.open.get(fd, { syscall: "fchmod" }).node, modeOf(mode, 0));
    }),

  fchown: (disk, [given]) =>
    onFile(disk, given, (fd) => void disk.open.get(fd, { syscall: "fchown" })),

  futimes: (disk, [given, atime, mtime]) =>
    onFile(disk, given, (fd) => {
      const { attributes } = disk.open.get(fd, { syscall: "futime" }).node;
      attributes.atimeMs = timeMsOf(atime);
      attributes.mtimeMs = timeMsOf(mtime);
      attributes.ctimeMs = disk.nowMs();
    }),
};

/** Opens a file through its seam. */
export function openThrough(
  disk: Disk,
  path: string,
  how: { readonly flags: number; readonly mode: number },
): OpenFile {
  const at = { syscall: "open", path };
  if (!fsSeams.open.isOn) return openFile(disk, path, how, at);
  return through(fsSeams.open, { path, operation: "open" }, () => openFile(disk, path, how, at));
}

/** Writes through the seam; says how much was written. */
export function writeThrough(disk: Disk, fd: number, part: WrittenPart): number {
  const at = writeSite;
  const file = disk.open.get(fd, at);
  if (!fsSeams.write.isOn) return writeTo(disk, file, part, at);
  const info = { path: file.path, operation: "write", data: part.data };
  return through(fsSeams.write, info, ({ data }) => {
    return writeTo(disk, file, { data: data ?? part.data, position: part.position }, at);
  });
}

/** Reads through the seam, whatever stands there now. */
export function readThrough(disk: Disk, fd: number, part: ReadPart): Uint8Array {
  const at = readSite;
  const file = disk.open.get(fd, at);
  if (!fsSeams.read.isOn) return readFrom(file, part, at);
  const info = { path: file.path, operation: "read", length: part.length };
  const { position } = part;
  let found = 0;
  const answered = through(fsSeams.read, info, ({ length }) => {
    const bytes = readFrom(
      file,
      { length: Math.min(length ?? part.length, part.length), position },
      at,
    );
    found = bytes.length;
    return bytes;
  });
  return andThen(answered, (bytes) => {
    // What a fault has kept back was not read: the next read finds it.
    if (position === undefined) file.position -= Math.max(0, found - bytes.length);
    return bytes;
  });
}

/** What is written and where; undefined is where the last write ended. */
export interface WrittenPart {
  readonly data: Uint8Array;
  readonly position: number | undefined;
  /** Whether nobody else holds the data, so that it need not be copied. */
  readonly isOurs?: boolean;
}

/** How much is read and where. */
export interface ReadPart {
  readonly length: number;
  readonly position: number | undefined;
}

// --- inside ---

const readSite: CallSite = { syscall: "read" };
const writeSite: CallSite = { syscall: "write" };

function invalid(at: CallSite): Error {
  return fsError("EINVAL", at);
}

function gone(at: CallSite): Task {
  return {
    about: undefined,
    perform: () => {
      throw fsError("EBADF", at);
    },
  };
}

function onFile(disk: Disk, given: unknown, act: (fd: number) => unknown): Task | undefined {
  const fd = fdOf(given);
  if (fd === undefined) return undefined;
  return { about: disk.open.find(fd), perform: () => act(fd) };
}

function syncing(syscall: string): Operation {
  return (disk, [given]) =>
    onFile(disk, given, (fd) => {
      const { node, path } = disk.open.get(fd, { syscall });
      return through(fsSeams.sync, { path, operation: syscall }, () => syncNode(disk, node));
    });
}

function readInto(
  disk: Disk,
  fd: number,
  part: { readonly into: Uint8Array; readonly position: number | undefined },
): number {
  const { into, position } = part;
  return andThen(readThrough(disk, fd, { length: into.length, position }), (bytes) => {
    const fitting = bytes.length > into.length ? bytes.subarray(0, into.length) : bytes;
    into.set(fitting);
    return fitting.length;
  });
}

/** `read(fd, buffer, offset, length, position)`, `(fd, buffer, options)` or `(fd, options)`. */
function spanOf(target: unknown, rest: readonly unknown[]): Span | undefined {
  let given: unknown = target;
  let options: unknown = rest[0];
  if (!ArrayBuffer.isView(target)) {
    options = target;
    given = optionOf(target, "buffer") ?? Buffer.alloc(16_384);
  }
  if (!ArrayBuffer.isView(given)) return undefined;
  const isPlain = typeof options !== "object" || options === null;
  const [offset, length, position] = isPlain
    ? rest
    : ["offset", "length", "position"].map((name) => optionOf(options, name));
  const buffer = bytesOf(given);
  const start = Number(offset ?? 0);
  const wanted = Number(length ?? buffer.length - start);
  if (!(start >= 0 && wanted >= 0 && start + wanted <= buffer.length)) return undefined;
  return { target: given, buffer, offset: start, length: wanted, position: positionOf(position) };
}

interface Span {
  readonly target: unknown;
  readonly buffer: Uint8Array;
  readonly offset: number;
  readonly length: number;
  readonly position: number | undefined;
}

/** `write(fd, buffer, offset, length, position)`, or `(fd, text, position, encoding)`. */
function partOf(data: unknown, rest: readonly unknown[]): WrittenPart {
  if (typeof data === "string") {
    return { data: bytesOf(data, rest[1]), position: positionOf(rest[0]) };
  }
  const bytes = bytesOf(data);
  const isPlain = typeof rest[0] !== "object" || rest[0] === null;
  const [offset, length, position] = isPlain
    ? rest
    : ["offset", "length", "position"].map((name) => optionOf(rest[0], name));
  const start = Number(offset ?? 0);
  const end = start + Number(length ?? bytes.length - start);
  if (!(start >= 0 && end >= start && end <= bytes.length)) {
    // Node's own words for an offset or a length outside of the buffer.
    realFs.writeSync(firstFd, bytes, start, end - start);
  }
  return { data: bytes.subarray(start, end), position: positionOf(position) };
}

/** One call with all buffers, as the system call is one: a fault strikes the whole of it. */
function vectored(
  disk: Disk,
  [given, buffers]: readonly unknown[],
  act: (fd: number, views: readonly Uint8Array[]) => unknown,
): Task | undefined {
  if (!Array.isArray(buffers)) return undefined;
  const task = onFile(disk, given, (fd) =>
    act(
      fd,
      buffers.map((buffer) => bytesOf(buffer)),
    ),
  );
  return task === undefined ? undefined : { ...task, also: [buffers] };
}

function scatter(bytes: Uint8Array, views: readonly Uint8Array[]): number {
  let done = 0;
  for (const view of views) {
    const part = bytes.subarray(done, done + view.length);
    view.set(part);
    done += part.length;
  }
  return done;
}
