import { join } from "node:path";
import type { Disk } from "./disk.ts";
import { changeMode, makeDirectory, makeLink, removeName } from "./entries.ts";
import { named, onPath } from "./entry-operations.ts";
import { optionOf, pathOf } from "./fs-arguments.ts";
import { fsError } from "./fs-error.ts";
import { fsSeams, through } from "./fs-seams.ts";
import type { DirectoryNode, Inode } from "./inode.ts";
import type { Operations } from "./operation.ts";
import { direntOf } from "./stats.ts";
import { copyContent } from "./whole-operations.ts";

/** What is done with directories and everything in them. */
export const treeOperations: Operations = {
  readdir: onPath("readdir", (disk, path, [, options]) => {
    const withTypes = optionOf(options, "withFileTypes") === true;
    const isRecursive = optionOf(options, "recursive") === true;
    if (!withTypes && !isRecursive) {
      return disk.names(directoryAt(disk, path, "scandir")).map((name) => named(name, options));
    }
    const found: unknown[] = [];
    const queue = [{ path, below: "" }];
    for (const here of queue) {
      const directory = directoryAt(disk, here.path, "scandir");
      for (const name of disk.names(directory)) {
        const node = disk.lookup(directory, name);
        if (node === undefined) continue;
        const inner = { path: join(here.path, name), below: join(here.below, name) };
        found.push(withTypes ? direntOf(name, node, here.path) : named(inner.below, options));
        // Links are followed where no types are asked for, as Node 20 does.
        const isInner = withTypes ? node.kind === "directory" : leadsToDirectory(disk, inner.path);
        if (isRecursive && isInner) queue.push(inner);
      }
    }
    return found;
  }),

  rm: onPath("rm", (disk, path, [, options]) => {
    const at = { syscall: "lstat", path };
    const isForced = optionOf(options, "force") === true;
    const { node } = isForced ? tolerant(disk, path) : disk.resolve(path, at, false);
    if (node === undefined) {
      if (isForced) return;
      throw fsError("ENOENT", at);
    }
    if (node.kind === "directory" && optionOf(options, "recursive") !== true) {
      throw systemError("Path is a directory", { path, syscall: "rm", text: "is a directory" });
    }
    removeTree(disk, path, node);
  }),

  cp: (disk, [from, to, options]) => {
    const [path, dest] = [pathOf(from), pathOf(to)];
    if (path === undefined || dest === undefined) return undefined;
    const perform = (): unknown =>
      through(fsSeams.meta, { path, operation: "cp" }, () => copyTree(disk, path, dest, options));
    return { about: dest, perform };
  },
};

/** The directory at a path, which the user may read. */
export function directoryAt(disk: Disk, path: string, syscall: string): DirectoryNode {
  const at = { syscall, path };
  const node = disk.find(path, at);
  if (node.kind !== "directory") throw fsError("ENOTDIR", at);
  disk.demand(node, 4, at);
  return node;
}

// --- inside ---

function leadsToDirectory(disk: Disk, path: string): boolean {
  // With a slash at the end a link is followed.
  return tolerant(disk, `${path}/`).node?.kind === "directory";
}

function tolerant(disk: Disk, path: string): { readonly node: Inode | undefined } {
  try {
    return disk.resolve(path, { syscall: "lstat", path }, false);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === "EACCES") throw thrown;
    return { node: undefined };
  }
}

function removeTree(disk: Disk, path: string, node: Inode): void {
  if (node.kind !== "directory") {
    removeName(disk, path, { syscall: "unlink", path });
    return;
  }
  const directory = directoryAt(disk, path, "scandir");
  for (const name of disk.names(directory)) {
    const child = disk.lookup(directory, name);
    if (child !== undefined) removeTree(disk, join(path, name), child);
  }
  removeName(disk, path, { syscall: "rmdir", path });
}

function copyTree(disk: Disk, path: string, dest: string, options: unknown): void {
  const filter = optionOf(options, "filter");
  if (typeof filter === "function" && filter(path, dest) === false) return;
  const node = disk.find(path, { syscall: "lstat", path }, false);
  const there = tolerant(disk, dest).node;
  if (node.kind === "directory") {
    if (optionOf(options, "recursive") !== true) {
      const text = `${path} is a directory (not copied)`;
      throw systemError("Path is a directory", { path, syscall: "cp", text, errno: 22 });
    }
    if (there === undefined) makeDirectory(disk, dest, 0o777, { syscall: "mkdir", path: dest });
    for (const name of disk.names(directoryAt(disk, path, "opendir"))) {
      copyTree(disk, join(path, name), join(dest, name), options);
    }
    changeMode(disk, disk.find(dest, { syscall: "chmod", path: dest }), node.attributes.mode);
    return;
  }
  if (there !== undefined && optionOf(options, "force") === false) {
    if (optionOf(options, "errorOnExist") !== true) return;
    throw fsError("EEXIST", { syscall: "cp", path: dest });
  }
  if (node.kind === "link") makeLink(disk, node.target, dest, { syscall: "symlink", path: dest });
  else copyContent(disk, path, dest);
}

/** The errors that Node makes in its own words, not the system's. */
function systemError(
  what: string,
  about: {
    readonly path: string;
    readonly syscall: string;
    readonly text: string;
    readonly errno?: number;
  },
): Error {
  const { path, syscall, text, errno = 21 } = about;
  const error = new Error(`${what}: ${syscall} returned EISDIR (${text}) ${path}`);
  const info = { code: "EISDIR", message: text, path, syscall, errno };
  Object.defineProperty(error, "name", { value: "SystemError", writable: true });
  return Object.assign(error, { code: "ERR_FS_EISDIR", info, errno, syscall, path });
}
