import type { Stats } from "node:fs";
import { runUser } from "../machine/machine-facts.ts";
import { type Attributes, DeviceNode, DirectoryNode, FileNode, LinkNode } from "./inode.ts";
import type { Inode } from "./inode.ts";
import { realFs } from "../real-fs.ts";
import { startDirectory } from "./working-place.ts";

/**
 * The real disk, read-only. What differs between two copies of one project is made the same: times
 * are the start of the run, an inode number comes from the path, files are the user's own, and of
 * their permission bits only what git keeps is read, whether a file may be executed.
 */
export class BaseView {
  readonly #startMs: number;
  readonly #home: string = startDirectory();

  constructor(startMs: number) {
    this.#startMs = startMs;
  }

  root(): DirectoryNode {
    return new DirectoryNode(this.#ofDirectory("/"), undefined, "/");
  }

  /** What the real disk has under a name; it is kept in the directory from then on. */
  lookup(directory: DirectoryNode, name: string): Inode | undefined {
    const path = pathIn(directory.basePath, name);
    if (this.#isHidden(path)) return undefined;
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
  names({ basePath }: DirectoryNode): readonly string[] {
    if (basePath === undefined) return [];
    try {
      const names = realFs.readdirSync(basePath);
      return names.filter((name) => !this.#isHidden(pathIn(basePath, name)));
    } catch {
      return [];
    }
  }

  /** What others have left among temporary files, where a project may be too, and what we left. */
  #isHidden(path: string): boolean {
    if (!hidesLeftovers) return false;
    if (path === `${this.#home}/.gauntlet`) return true;
    if (!path.startsWith(temporary)) return false;
    const end = path.indexOf("/", temporary.length);
    return !`${this.#home}/`.startsWith(`${end < 0 ? path : path.slice(0, end)}/`);
  }

  #nodeOf(path: string, stats: Stats, parent: DirectoryNode): Inode {
    if (stats.isDirectory()) return new DirectoryNode(this.#ofDirectory(path), parent, path);
    if (stats.isSymbolicLink()) {
      return new LinkNode(this.#attributes(path, 0o777), realFs.readlinkSync(path));
    }
    const isProgram = (stats.mode & 0o100) !== 0;
    const attributes = this.#attributes(path, isProgram ? 0o755 : 0o644);
    if (stats.isFile()) return new FileNode(attributes, { path, size: stats.size });
    return new DeviceNode({ ...attributes, mode: 0o666 }, stats.mode & 0o170000);
  }

  #ofDirectory(path: string): Attributes {
    return { ...this.#attributes(path, 0o755), nlink: 2 };
  }

  #attributes(path: string, mode: number): Attributes {
    const { uid, gid } = runUser;
    const [atimeMs, mtimeMs] = [this.#startMs, this.#startMs];
    const [ctimeMs, birthtimeMs] = [this.#startMs, this.#startMs];
    const ino = inoOf(this.#shown(path));
    return { ino, mode, uid, gid, nlink: 1, atimeMs, mtimeMs, ctimeMs, birthtimeMs };
  }

  /** The same for two copies of one project. */
  #shown(path: string): string {
    const home = this.#home;
    if (path === home) return ".";
    return path.startsWith(`${home}/`) ? `.${path.slice(home.length)}` : path;
  }
}

/** Shows runs nothing of what earlier ones and other programs left: `.gauntlet` and `/tmp`. */
export function hideLeftovers(): void {
  hidesLeftovers = true;
}

// --- inside ---

/** Where runs make temporary files: their environment names no other place. */
const temporary = "/tmp/";
let hidesLeftovers = false;

function pathIn(directory: string | undefined, name: string): string {
  return `${directory === "/" || directory === undefined ? "" : directory}/${name}`;
}

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
