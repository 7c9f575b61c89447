import type { Disk, PathEntry } from "./disk.ts";
import { addName, changeMode, makeDirectory, makeLink, moveName, removeName } from "./entries.ts";
import { encodingOf, modeOf, optionOf, pathOf, timeMsOf } from "./fs-arguments.ts";
import { type CallSite, fsError } from "./fs-error.ts";
import { fsSeams, through } from "./fs-seams.ts";
import type { Inode } from "./inode.ts";
import type { Operation, Operations } from "./operation.ts";
import { pathTo } from "./path-to.ts";
import { statsOf } from "./stats.ts";
import { workingPlace } from "./working-place.ts";

/** What is done with names and with what they lead to. */
export const entryOperations: Operations = {
  stat: statting("stat"),
  lstat: statting("lstat"),

  access: onPath("access", (disk, path, [, mode]) => {
    const at = { syscall: "access", path };
    disk.demand(disk.find(path, at), Number(mode ?? 0), at);
  }),

  exists: onPath("exists", (disk, path) => {
    try {
      disk.find(path, { syscall: "access", path });
      return true;
    } catch {
      return false;
    }
  }),

  mkdir: onPath("mkdir", (disk, path, [, options]) => {
    const isObject = typeof options === "object";
    const mode = modeOf(isObject ? optionOf(options, "mode") : options, 0o777);
    if (optionOf(options, "recursive") === true) return makeAll(disk, path, mode);
    return makeDirectory(disk, path, mode, { syscall: "mkdir", path });
  }),

  mkdtemp: onPath("mkdtemp", (disk, prefix, [, options]) => {
    const at = { syscall: "mkdtemp", path: `${prefix}XXXXXX` };
    let path = "";
    do {
      disk.temporaries += 1;
      path = prefix + disk.temporaries.toString(36).padStart(6, "0");
    } while (disk.resolve(path, at, false).node !== undefined);
    makeDirectory(disk, path, 0o700, at);
    return named(path, options);
  }),

  rmdir: onPath("rmdir", (disk, path) => removeName(disk, path, { syscall: "rmdir", path })),
  unlink: onPath("unlink", (disk, path) => removeName(disk, path, { syscall: "unlink", path })),

  rename: onTwoPaths("rename", (disk, path, dest) => {
    const at = { syscall: "rename", path, dest };
    moveName(disk, disk.resolve(path, at, false), disk.resolve(dest, at, false), at);
  }),

  link: onTwoPaths("link", (disk, path, dest) => {
    const at = { syscall: "link", path, dest };
    addName(disk, disk.find(path, at, false), dest, at);
  }),

  symlink: onTwoPaths("symlink", (disk, path, dest) => {
    makeLink(disk, path, dest, { syscall: "symlink", path, dest });
  }),

  readlink: onPath("readlink", (disk, path, [, options]) => {
    const at = { syscall: "readlink", path };
    const node = disk.find(path, at, false);
    if (node.kind !== "link") throw fsError("EINVAL", at);
    return named(node.target, options);
  }),

  realpath: onPath("realpath", (disk, path, [, options]) => {
    const at = { syscall: "lstat", path };
    const place = existingPlace(disk, path, at);
    // Node follows a path itself, name by name, and names the one that is missing.
    if (place?.node === undefined) throw fsError("ENOENT", missingOn(disk, path));
    return named(pathTo(disk, place), options);
  }),

  chmod: onPath("chmod", (disk, path, [, mode]) => {
    changeMode(disk, disk.find(path, { syscall: "chmod", path }), modeOf(mode, 0));
  }),

  // Only root gives files away, and nobody is root here; to oneself it changes nothing.
  chown: onPath("chown", (disk, path) => void disk.find(path, { syscall: "chown", path })),
  lchown: onPath(
    "lchown",
    (disk, path) => void disk.find(path, { syscall: "lchown", path }, false),
  ),

  utimes: onPath("utimes", (disk, path, times) => {
    setTimes(disk, disk.find(path, { syscall: "utime", path }), times);
  }),
  lutimes: onPath("lutimes", (disk, path, times) => {
    setTimes(disk, disk.find(path, { syscall: "lutime", path }, false), times);
  }),
};

/** A name in the encoding that was asked for. */
export function named(name: string, options: unknown): string | Buffer {
  const encoding = typeof options === "string" ? options : optionOf(options, "encoding");
  if (encoding === "buffer") return Buffer.from(name);
  const known = encodingOf(options) ?? "utf8";
  return known === "utf8" || known === "utf-8" ? name : Buffer.from(name).toString(known);
}

/** An operation on one path, through the seam for names. */
export function onPath(
  operation: string,
  act: (disk: Disk, path: string, args: readonly unknown[]) => unknown,
): Operation {
  return (disk, args) => {
    const path = pathOf(args[0]);
    if (path === undefined) return undefined;
    const info = { path, operation };
    return { about: path, perform: () => through(fsSeams.meta, info, () => act(disk, path, args)) };
  };
}

// --- inside ---

function onTwoPaths(
  operation: string,
  act: (disk: Disk, path: string, dest: string) => unknown,
): Operation {
  return (disk, args) => {
    const [path, dest] = [pathOf(args[0]), pathOf(args[1])];
    if (path === undefined || dest === undefined) return undefined;
    const info = { path, operation };
    return { about: dest, perform: () => through(fsSeams.meta, info, () => act(disk, path, dest)) };
  };
}

function statting(syscall: "stat" | "lstat"): Operation {
  return onPath(syscall, (disk, path, [, options]) => {
    const at = { syscall, path };
    const follows = syscall === "stat";
    const isBigint = optionOf(options, "bigint") === true;
    if (optionOf(options, "throwIfNoEntry") !== false) {
      return statsOf(disk.find(path, at, follows), isBigint);
    }
    try {
      return statsOf(disk.find(path, at, follows), isBigint);
    } catch (thrown) {
      const { code } = thrown as NodeJS.ErrnoException;
      if (code === "ENOENT" || code === "ENOTDIR") return undefined;
      throw thrown;
    }
  });
}

/** Makes a directory and what is missing above it; says which was the first. */
function makeAll(disk: Disk, path: string, mode: number): string | undefined {
  const at = { syscall: "mkdir", path };
  const missing: string[] = [];
  let above = path.replace(/(?<=.)\/+$/u, "");
  for (;;) {
    const node = existing(disk, above, at);
    if (node?.kind === "directory") break;
    if (node !== undefined) throw fsError(above === path ? "EEXIST" : "ENOTDIR", at);
    missing.push(above);
    const cut = above.lastIndexOf("/");
    if (cut < 0) break;
    above = cut === 0 ? "/" : above.slice(0, cut);
  }
  for (const next of missing.toReversed()) {
    if (existing(disk, next, at) === undefined) makeDirectory(disk, next, mode, at);
  }
  return missing.at(-1);
}

function existing(disk: Disk, path: string, at: CallSite): Inode | undefined {
  return existingPlace(disk, path, at)?.node;
}

function existingPlace(disk: Disk, path: string, at: CallSite): PathEntry | undefined {
  try {
    return disk.resolve(path, at);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw thrown;
  }
}

function missingOn(disk: Disk, path: string): CallSite {
  const absolute = path.startsWith("/") ? path : `${workingPlace(disk.world).directory}/${path}`;
  let reached = "";
  for (const name of absolute.split("/").filter((part) => part !== "")) {
    reached += `/${name}`;
    if (existing(disk, reached, { syscall: "lstat", path: reached }) === undefined) break;
  }
  return { syscall: "lstat", path: reached };
}

function setTimes(disk: Disk, { attributes }: Inode, [, atime, mtime]: readonly unknown[]): void {
  attributes.atimeMs = timeMsOf(atime);
  attributes.mtimeMs = timeMsOf(mtime);
  attributes.ctimeMs = disk.nowMs();
}
