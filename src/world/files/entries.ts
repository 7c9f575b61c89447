import type { Disk, PathEntry } from "./disk.ts";
import { type CallSite, fsError } from "./fs-error.ts";
import { DirectoryNode, FileNode, type Inode, LinkNode } from "./inode.ts";
import { workingPlace } from "./working-place.ts";

/** Makes a file where there is none. */
export function makeFile(disk: Disk, place: PathEntry, mode: number, at: CallSite): FileNode {
  demandRoom(disk, place.parent, at);
  const node = new FileNode(disk.newAttributes(mode & ~umaskOf(disk)));
  attach(disk, "create", { ...place, node });
  return node;
}

/** Makes an empty directory. */
export function makeDirectory(disk: Disk, path: string, mode: number, at: CallSite): void {
  const place = vacantPlace(disk, path, at);
  const node = new DirectoryNode(disk.newAttributes(mode & ~umaskOf(disk)), place.parent);
  node.attributes.nlink = 2;
  attach(disk, "mkdir", { ...place, node });
}

/** Makes a symbolic link, which may lead nowhere. */
export function makeLink(disk: Disk, target: string, path: string, at: CallSite): void {
  const place = vacantPlace(disk, path, at);
  attach(disk, "symlink", { ...place, node: new LinkNode(disk.newAttributes(0o777), target) });
}

/** Gives a file a second name. */
export function addName(disk: Disk, node: Inode, path: string, at: CallSite): void {
  const place = vacantPlace(disk, path, at);
  if (node.kind === "directory") throw fsError("EPERM", at);
  node.attributes.nlink += 1;
  node.attributes.ctimeMs = disk.nowMs();
  const undo = put(place, node);
  const { parent } = place;
  touch(disk, parent);
  disk.log.add({
    label: `link ${place.name}`,
    about: [node, parent],
    undo: () => {
      node.attributes.nlink -= 1;
      undo();
    },
  });
}

/** Takes a name away: of a file, or of a directory with nothing in it. */
export function removeName(disk: Disk, path: string, at: CallSite): void {
  const place = disk.resolve(path, at, false);
  const { parent, name, node } = place;
  if (node === undefined) throw fsError("ENOENT", at);
  const isDirectory = node.kind === "directory";
  if (at.syscall === "unlink" && isDirectory) throw fsError("EISDIR", at);
  if (at.syscall === "rmdir" && !isDirectory) throw fsError("ENOTDIR", at);
  if (name === "") throw fsError("EBUSY", at);
  disk.demand(parent, 3, at);
  if (isDirectory && disk.names(node).length > 0) throw fsError("ENOTEMPTY", at);
  const undoPut = put(place, undefined);
  const undoDrop = drop(disk, parent, node);
  touch(disk, parent);
  disk.log.add({
    label: `${at.syscall} ${name}`,
    about: [node, parent],
    undo: () => {
      undoDrop();
      undoPut();
    },
  });
}

/** Moves a name, in one step, over whatever has the other name. */
export function moveName(disk: Disk, from: PathEntry, to: PathEntry, at: CallSite): void {
  const { node } = from;
  if (node === undefined) throw fsError("ENOENT", at);
  if (from.name === "" || to.name === "") throw fsError("EBUSY", at);
  disk.demand(from.parent, 3, at);
  demandRoom(disk, to.parent, at);
  if (node === to.node) return;
  demandReplaceable(disk, node, to, at);
  const undos = [put(from, undefined), put(to, node)];
  if (to.node !== undefined) undos.push(drop(disk, to.parent, to.node));
  if (node.kind === "directory") undos.push(adopt(node, to.parent));
  node.attributes.ctimeMs = disk.nowMs();
  touch(disk, from.parent);
  touch(disk, to.parent);
  disk.log.add({
    label: `rename ${to.name}`,
    about: [node, from.parent, to.parent],
    undo: () => {
      for (const undo of undos.toReversed()) undo();
    },
  });
}

/** Changes the permission bits. */
export function changeMode(disk: Disk, node: Inode, mode: number): void {
  const { attributes } = node;
  const before = attributes.mode;
  attributes.mode = mode & 0o7777;
  attributes.ctimeMs = disk.nowMs();
  disk.log.add({
    label: "chmod",
    about: [node],
    undo: () => {
      attributes.mode = before;
    },
  });
}

// --- inside ---

function umaskOf({ world }: Disk): number {
  return workingPlace(world).umask;
}

function vacantPlace(disk: Disk, path: string, at: CallSite): PathEntry {
  const place = disk.resolve(path, at, false);
  if (place.node !== undefined) throw fsError("EEXIST", at);
  demandRoom(disk, place.parent, at);
  return place;
}

function demandRoom(disk: Disk, parent: DirectoryNode, at: CallSite): void {
  // A directory that was removed while somebody stood in it takes nothing new.
  if (parent.isGone) throw fsError("ENOENT", at);
  disk.demand(parent, 3, at);
}

function demandReplaceable(disk: Disk, node: Inode, to: PathEntry, at: CallSite): void {
  if (node.kind === "directory") {
    for (let above = to.parent; above !== above.parent; above = above.parent) {
      if (above === node) throw fsError("EINVAL", at);
    }
  }
  const over = to.node;
  if (over === undefined) return;
  if (over.kind === "directory" && node.kind !== "directory") throw fsError("EISDIR", at);
  if (over.kind !== "directory" && node.kind === "directory") throw fsError("ENOTDIR", at);
  if (over.kind === "directory" && disk.names(over).length > 0) throw fsError("ENOTEMPTY", at);
}

function attach(disk: Disk, verb: string, place: PathEntry & { readonly node: Inode }): void {
  const { parent, node } = place;
  const undo = put(place, node);
  if (node.kind === "directory") parent.attributes.nlink += 1;
  touch(disk, parent);
  disk.log.add({
    label: `${verb} ${place.name}`,
    about: [node, parent],
    undo: () => {
      if (node.kind === "directory") parent.attributes.nlink -= 1;
      undo();
    },
  });
}

/** Puts something, or nothing, behind a name; what comes back puts it as it was. */
function put({ parent, name }: PathEntry, node: Inode | undefined): () => void {
  const { entries } = parent;
  const had = entries.has(name);
  const before = entries.get(name);
  // Only over the real disk must a hole be remembered.
  if (node === undefined && parent.basePath === undefined) entries.delete(name);
  else entries.set(name, node);
  return () => {
    if (had) entries.set(name, before);
    else entries.delete(name);
  };
}

/** Counts a name less for an inode that lost one. */
function drop(disk: Disk, parent: DirectoryNode, node: Inode): () => void {
  const { attributes } = node;
  attributes.ctimeMs = disk.nowMs();
  if (node.kind !== "directory") {
    attributes.nlink -= 1;
    disk.release(node);
    return () => {
      attributes.nlink += 1;
    };
  }
  node.isGone = true;
  parent.attributes.nlink -= 1;
  return () => {
    node.isGone = false;
    parent.attributes.nlink += 1;
  };
}

function adopt(node: DirectoryNode, parent: DirectoryNode): () => void {
  const before = node.parent;
  const move = (to: DirectoryNode): void => {
    node.parent.attributes.nlink -= 1;
    node.parent = to;
    to.attributes.nlink += 1;
  };
  move(parent);
  return () => move(before);
}

function touch(disk: Disk, node: Inode): void {
  node.attributes.mtimeMs = disk.nowMs();
  node.attributes.ctimeMs = node.attributes.mtimeMs;
}
