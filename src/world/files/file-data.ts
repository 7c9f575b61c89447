import type { Disk } from "./disk.ts";
import { makeFile } from "./entries.ts";
import { type CallSite, fsError } from "./fs-error.ts";
import type { FileNode, Inode, OpenFile } from "./inode.ts";
import { realFs } from "../real-fs.ts";

/** How a file is opened: the numeric flags of `open`, and the mode of a file that it makes. */
export interface OpenHow {
  readonly flags: number;
  readonly mode: number;
}

/** Opens a file as `open(2)` does. */
export function openFile(disk: Disk, path: string, how: OpenHow, at: CallSite): OpenFile {
  const { flags } = how;
  const has = (flag: number): boolean => (flags & flag) !== 0;
  const canWrite = (flags & 3) !== o.O_RDONLY;
  const canRead = (flags & 3) !== o.O_WRONLY;
  const isExclusive = has(o.O_CREAT) && has(o.O_EXCL);
  const place = disk.resolve(path, at, !isExclusive && !has(o.O_NOFOLLOW));
  let { node } = place;
  if (node === undefined) {
    if (!has(o.O_CREAT)) throw fsError("ENOENT", at);
    if (path.endsWith("/")) throw fsError("EISDIR", at);
    demandDescriptor(disk, at);
    node = makeFile(disk, place, how.mode, at);
  } else {
    if (isExclusive) throw fsError("EEXIST", at);
    if (node.kind === "link") throw fsError("ELOOP", at);
    if (node.kind === "directory" && (canWrite || has(o.O_CREAT))) throw fsError("EISDIR", at);
    if (node.kind !== "directory" && has(o.O_DIRECTORY)) throw fsError("ENOTDIR", at);
    disk.demand(node, (canRead ? 4 : 0) | (canWrite ? 2 : 0), at);
    demandDescriptor(disk, at);
    if (has(o.O_TRUNC) && canWrite && node.kind === "file") resizeFile(disk, node, 0, at);
  }
  return disk.open.add({ node, path, canRead, canWrite, appends: has(o.O_APPEND) });
}

/** What stands in an open file at a place, or where the last read ended; not copied. */
export function readFrom(
  file: OpenFile,
  span: { readonly length: number; readonly position: number | undefined },
  at: CallSite,
): Uint8Array {
  if (!file.canRead) throw fsError("EBADF", at);
  if (file.node.kind === "directory") throw fsError("EISDIR", at);
  if (file.node.kind !== "file") return nothing;
  const start = span.position ?? file.position;
  const bytes = start < file.node.size ? file.node.content.view(start, span.length) : nothing;
  if (span.position === undefined) file.position += bytes.length;
  return bytes;
}

/** Writes to an open file; says how much of it there was room for. */
export function writeTo(
  disk: Disk,
  file: OpenFile,
  what: { readonly data: Uint8Array; readonly position: number | undefined; isOurs?: boolean },
  at: CallSite,
): number {
  if (!file.canWrite) throw fsError("EBADF", at);
  const { node } = file;
  if (node.kind !== "file") return what.data.length;
  const start = file.appends ? node.size : (what.position ?? file.position);
  const fitting = Math.min(what.data.length, Math.max(0, node.size + disk.room - start));
  if (fitting === 0 && what.data.length > 0) throw fsError("ENOSPC", at);
  const part = fitting === what.data.length ? what.data : what.data.subarray(0, fitting);
  // A copy: the caller may use his buffer again before the disk has seen it.
  const data = what.isOurs === true ? part : Buffer.from(part);
  if (fitting > 0) {
    disk.reserve(Math.max(0, start + fitting - node.size), at);
    node.apply({ kind: "write", start, data });
    touch(disk, node);
  }
  if (file.appends || what.position === undefined) file.position = start + fitting;
  return fitting;
}

/** Cuts a file off, or fills it up with zeros. */
export function resizeFile(disk: Disk, node: Inode, size: number, at: CallSite): void {
  if (node.kind === "directory") throw fsError("EISDIR", at);
  if (node.kind !== "file") throw fsError("EINVAL", at);
  disk.reserve(size - node.size, at);
  if (size !== node.size) node.apply({ kind: "resize", size });
  touch(disk, node);
}

/** Brings a file or a directory to the disk: its bytes, and the names that lead to it. */
export function syncNode(disk: Disk, node: Inode): void {
  if (node.kind === "file") node.sync();
  disk.log.sync(node);
}

/** Closes a descriptor. */
export function closeFile(disk: Disk, fd: number, at: CallSite): void {
  disk.release(disk.open.close(fd, at));
}

// --- inside ---

const o = realFs.constants;
const nothing = new Uint8Array(0);

function demandDescriptor(disk: Disk, at: CallSite): void {
  if (disk.open.count >= disk.limits.openMax) throw fsError("EMFILE", at);
}

function touch(disk: Disk, node: FileNode): void {
  node.attributes.mtimeMs = disk.nowMs();
  node.attributes.ctimeMs = node.attributes.mtimeMs;
}
