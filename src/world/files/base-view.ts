import type { Stats } from "node:fs";
import { type Attributes, DeviceNode, DirectoryNode, FileNode, LinkNode } from "./inode.ts";
import type { Inode } from "./inode.ts";
import { realFs } from "./real-fs.ts";

/**
 * The real disk, read-only. What differs between two machines with the same project is made the
 * same: times are the start of the run, an inode number comes from the path.
 */
export class BaseView {
  readonly #startMs: number;

  constructor(startMs: number) {
    this.#startMs = startMs;
  }

  root(): DirectoryNode {
    return new DirectoryNode(this.#attributes("/", realFs.statSync("/")), undefined, "/");
  }

  /** What the real disk has under a name; it is kept in the directory from then on. */
  lookup(directory: DirectoryNode, name: string): Inode | undefined {
    const path = `${directory.basePath === "/" ? "" : directory.basePath}/${name}`;
    let stats: Stats | undefined;
    try {
      stats = realFs.lstatSync(path, { throwIfNoEntry: false });
    } catch {
      // A directory that the real process may not enter has nothing in it that can be seen.
      return undefined;
    }
    if (stats === undefined) return undefined;
    const node = this.#nodeOf(path, stats, directory);
    directory.entries.set(name, node);
    return node;
  }

  /** The names that the real disk has in a directory. */
  names(directory: DirectoryNode): readonly string[] {
    if (directory.basePath === undefined) return [];
    try {
      return realFs.readdirSync(directory.basePath);
    } catch {
      return [];
    }
  }

  #nodeOf(path: string, stats: Stats, parent: DirectoryNode): Inode {
    const attributes = this.#attributes(path, stats);
    if (stats.isDirectory()) return new DirectoryNode(attributes, parent, path);
    if (stats.isSymbolicLink()) return new LinkNode(attributes, realFs.readlinkSync(path));
    if (stats.isFile()) return new FileNode(attributes, { path, size: stats.size });
    return new DeviceNode(attributes, stats.mode & 0o170000);
  }

  #attributes(path: string, stats: Stats): Attributes {
    const { uid, gid, nlink } = stats;
    const [atimeMs, mtimeMs] = [this.#startMs, this.#startMs];
    const [ctimeMs, birthtimeMs] = [this.#startMs, this.#startMs];
    const mode = stats.mode & 0o7777;
    const ino = inoOf(path);
    return { ino, mode, uid, gid, nlink, atimeMs, mtimeMs, ctimeMs, birthtimeMs };
  }
}

// --- inside ---

/** Two rounds of FNV-1a make 48 bits. */
function inoOf(path: string): number {
  let low = 0x811c9dc5;
  let high = 0x01000193;
  for (let at = 0; at < path.length; at++) {
    low = Math.imul(low ^ path.charCodeAt(at), 0x01000193);
    high = Math.imul(high ^ path.charCodeAt(at), 0x85ebca6b);
  }
  return (high >>> 16) * 2 ** 32 + (low >>> 0);
}
