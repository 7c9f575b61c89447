import type { SimWorld } from "../sim-world.ts";
import { files } from "./disk.ts";
import type { DirectoryNode, DirtyWrite, FileNode } from "./inode.ts";
import { startDirectory } from "./working-place.ts";

// What a crash leaves, and only what a journalling file system (ext4 with ordered data, without its
// rescue of renames) can leave:
// - Bytes reach the disk with fsync or fdatasync of their file. Before that each write is kept,
//   lost or torn by itself, in any combination: a later one may survive an earlier one, and zeros
//   stand where bytes were never written. A torn write keeps whole sectors from its start.
// - A change of size orders what follows: a write into a file whose truncation was lost is lost
//   too, because it went to blocks that the disk does not know about.
// - Names and permission bits reach the disk in their order (see `metadata-log.ts`), with a sync
//   of the file or of the directory they are about. So a synced file can be found after a crash,
//   but a rename can be on the disk while the bytes of the renamed file are not.
// - Descriptors are dead, and what was under way fails.
// Every decision is about losing, so that the simplest answer is that everything survived.

/** The machine goes down and comes up again: what was not synced is kept, lost or torn. */
export function crash(world: SimWorld): void {
  const disk = files(world);
  const { decisions } = world;
  decisions.span("crash", () => {
    const { pending } = disk.log;
    if (pending.length > 0) {
      const lost = decisions.integer("crash loses last names", { min: 0, max: pending.length });
      disk.log.undo(lost);
    }
    disk.open.crash();
    disk.crashes += 1;
    for (const { path, node } of dirtyFiles(disk.root, "")) {
      node.crash(survivors(world, shownPath(path), node.dirty));
    }
  });
}

/** Brings everything to the disk, as `sync` does. */
export function syncAll(world: SimWorld): void {
  const disk = files(world);
  disk.log.syncAll();
  for (const { node } of dirtyFiles(disk.root, "")) node.sync();
}

/** A path as the story and the decisions name it: relative to the project where it is inside. */
export function shownPath(path: string): string {
  const home = startDirectory();
  return path.startsWith(home) && path[home.length] === "/" ? path.slice(home.length + 1) : path;
}

// --- inside ---

const sectorBytes = 512;

/** How likely it is that an unsynced write does not survive whole. */
const lossProbability = 0.5;

function survivors(world: SimWorld, path: string, dirty: readonly DirtyWrite[]): DirtyWrite[] {
  const kept: DirtyWrite[] = [];
  for (const write of dirty) {
    if (!world.decisions.chance(`crash loses write ${path}`, lossProbability)) {
      kept.push(write);
    } else if (write.kind === "resize") {
      break;
    } else {
      const torn = tear(world, path, write);
      if (torn !== undefined) kept.push(torn);
    }
  }
  return kept;
}

type Write = Extract<DirtyWrite, { readonly kind: "write" }>;

function tear(world: SimWorld, path: string, write: Write): DirtyWrite | undefined {
  const { start, data } = write;
  const first = Math.floor(start / sectorBytes);
  const last = Math.floor((start + data.length - 1) / sectorBytes);
  // Less than two sectors cannot be torn: a disk writes a sector whole or not at all.
  if (last <= first) return undefined;
  const range = { min: 0, max: last - first };
  const sectors = world.decisions.integer(`crash keeps sectors of write ${path}`, range);
  if (sectors === 0) return undefined;
  const end = (first + sectors) * sectorBytes;
  return { kind: "write", start, data: data.subarray(0, end - start) };
}

/** The files with unsynced writes that a name leads to, by path. */
function* dirtyFiles(directory: DirectoryNode, path: string): Generator<Dirty> {
  const seen = new Set<FileNode>();
  const queue: { readonly directory: DirectoryNode; readonly path: string }[] = [
    { directory, path },
  ];
  for (const next of queue) {
    for (const name of [...next.directory.entries.keys()].toSorted()) {
      const node = next.directory.entries.get(name);
      const inside = `${next.path}/${name}`;
      if (node?.kind === "directory") queue.push({ directory: node, path: inside });
      if (node?.kind === "file" && node.dirty.length > 0 && !seen.has(node)) {
        seen.add(node);
        yield { path: inside, node };
      }
    }
  }
}

interface Dirty {
  readonly path: string;
  readonly node: FileNode;
}
