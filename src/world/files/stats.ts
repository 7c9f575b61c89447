import type { BigIntStats, Dirent, Stats } from "node:fs";
import type { Inode } from "./inode.ts";
import { realFs } from "../real-fs.ts";

/** What `stat` says about an inode, of the class that Node gives. */
export function statsOf(node: Inode, isBigint: boolean): Stats | BigIntStats {
  const numbers = numbersOf(node);
  if (!isBigint) return withDates(Object.assign(Object.create(plain), numbers), numbers);
  const stats = Object.create(big) as Record<string, unknown>;
  for (const [name, value] of Object.entries(numbers)) stats[name] = BigInt(Math.floor(value));
  for (const name of times) {
    const ns = BigInt(Math.round(numbers[`${name}Ms`] * 1_000)) * 1_000n;
    stats[`${name}Ns`] = ns;
  }
  return withDates(stats, numbers);
}

/** An entry of a directory as `readdir` gives it with types. */
export function direntOf(name: string, node: Inode, parentPath: string): Dirent {
  const MakeDirent = realFs.Dirent as unknown as new (...args: unknown[]) => Dirent;
  return new MakeDirent(name, direntTypes[node.kind], parentPath);
}

// --- inside ---

const times = ["atime", "mtime", "ctime", "birthtime"] as const;

const formats = { file: 0o100000, directory: 0o040000, link: 0o120000 };

/** The numbers that Node has for kinds of entries, `UV_DIRENT_FILE` and so on. */
const direntTypes = { file: 1, directory: 2, link: 3, device: 6 };

// The constructors are deprecated and warn; the prototypes are all that matters.
const plain = realFs.Stats.prototype as object;
const big = Object.getPrototypeOf(realFs.statSync("/", { bigint: true })) as object;
/** Since Node 22 the dates are made when they are asked for. */
const hasLazyDates = "atime" in plain;

function numbersOf(node: Inode): Record<`${(typeof times)[number]}Ms`, number> {
  const { attributes } = node;
  const size = sizeOf(node);
  const format = node.kind === "device" ? node.format : formats[node.kind];
  return {
    dev: 1,
    mode: format | attributes.mode,
    nlink: attributes.nlink,
    uid: attributes.uid,
    gid: attributes.gid,
    rdev: 0,
    blksize: 4_096,
    ino: attributes.ino,
    size,
    blocks: node.kind === "link" ? 0 : Math.ceil(size / 4_096) * 8,
    atimeMs: attributes.atimeMs,
    mtimeMs: attributes.mtimeMs,
    ctimeMs: attributes.ctimeMs,
    birthtimeMs: attributes.birthtimeMs,
  } as Record<`${(typeof times)[number]}Ms`, number>;
}

function sizeOf(node: Inode): number {
  if (node.kind === "file") return node.size;
  if (node.kind === "directory") return 4_096;
  return node.kind === "link" ? Buffer.byteLength(node.target) : 0;
}

function withDates(
  stats: Record<string, unknown>,
  numbers: Record<`${(typeof times)[number]}Ms`, number>,
): Stats {
  if (!hasLazyDates) {
    for (const name of times) stats[name] = new Date(Math.round(numbers[`${name}Ms`]));
  }
  return stats as unknown as Stats;
}
