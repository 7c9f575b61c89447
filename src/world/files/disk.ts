import { epochMs, type SimWorld, type WorldPart } from "../sim-world.ts";
import { BaseView } from "./base-view.ts";
import { type CallSite, fsError } from "./fs-error.ts";
import { type Attributes, type DirectoryNode, FileNode, type Inode } from "./inode.ts";
import { runUser } from "../machine/machine-facts.ts";
import { MetadataLog } from "./metadata-log.ts";
import { OpenFiles } from "./open-files.ts";
import { workingPlace } from "./working-place.ts";

/** What a simulated disk can run out of. */
export interface DiskLimits {
  /** How many files may be open at once; more give EMFILE. */
  openMax: number;
  /** How many bytes may be written on top of what is there; more give ENOSPC. */
  bytesMax: number;
}

/** Where a path leads: the directory, the name in it, and what is there, if anything. */
export interface PathEntry {
  readonly parent: DirectoryNode;
  /** Empty where the path ends in the directory itself: `/`, `a/..`. */
  readonly name: string;
  readonly node: Inode | undefined;
}

/**
 * The files of one run: what it wrote, over a read-only view of the real disk. Nothing is ever
 * written to the real one. The user is never root here: permission bits count, as they do in
 * production, and every file of the real disk is the user's own.
 */
export class Disk {
  readonly world: SimWorld;
  readonly limits: DiskLimits = { openMax: 1_024, bytesMax: Number.POSITIVE_INFINITY };
  readonly root: DirectoryNode;
  readonly log: MetadataLog = new MetadataLog();
  readonly open: OpenFiles;
  readonly #base: BaseView;
  /** How much was written on top of what is there. */
  bytesUsed = 0;
  #inodes = 0;
  /** How often the machine went down; what was under way then fails. */
  crashes = 0;
  /** How many temporary directories were made. */
  temporaries = 0;

  constructor(world: SimWorld) {
    this.world = world;
    this.open = new OpenFiles();
    this.#base = new BaseView(epochMs);
    this.root = this.#base.root();
  }

  nowMs(): number {
    return epochMs + this.world.nowUs / 1_000;
  }

  /** Attributes of something that is made now. */
  newAttributes(mode: number): Attributes {
    this.#inodes += 1;
    const now = this.nowMs();
    return {
      ino: firstIno + this.#inodes,
      mode: mode & 0o7777,
      uid: runUser.uid,
      gid: runUser.gid,
      nlink: 1,
      atimeMs: now,
      mtimeMs: now,
      ctimeMs: now,
      birthtimeMs: now,
    };
  }

  /** What a name in a directory stands for. */
  lookup(directory: DirectoryNode, name: string): Inode | undefined {
    const known = directory.entries.get(name);
    if (known !== undefined || directory.basePath === undefined) return known;
    if (directory.entries.has(name)) return undefined;
    return this.#base.lookup(directory, name);
  }

  /** The names in a directory, sorted by their bytes as `readdir` gives them. */
  names(directory: DirectoryNode): string[] {
    const names = new Set(this.#base.names(directory));
    for (const [name, node] of directory.entries) {
      if (node === undefined) names.delete(name);
      else names.add(name);
    }
    return [...names].toSorted(byBytes);
  }

  /** Follows a path; the last name need not exist, everything before it must. */
  resolve(path: string, at: CallSite, followsLast = true): PathEntry {
    if (path === "") throw fsError("ENOENT", at);
    const follows = followsLast || path.endsWith("/");
    const walk = { rest: partsOf(path), links: 0 };
    let place = this.#start(path);
    while (walk.rest.length > 0) place = this.#step(place, walk, { at, follows });
    if (place.node !== undefined && place.node.kind !== "directory" && path.endsWith("/")) {
      throw fsError("ENOTDIR", at);
    }
    return place;
  }

  /** Follows a path to something that exists. */
  find(path: string, at: CallSite, follows = true): Inode {
    const { node } = this.resolve(path, at, follows);
    if (node === undefined) throw fsError("ENOENT", at);
    return node;
  }

  /** Refuses what the permission bits do not allow: 4 is read, 2 write, 1 search. */
  demand(node: Inode, want: number, at: CallSite): void {
    if (!allows(node.attributes, want)) throw fsError("EACCES", at);
  }

  /** Whether the permission bits allow something. */
  allows(node: Inode, want: number): boolean {
    return allows(node.attributes, want);
  }

  /** How many bytes can still be written. */
  get room(): number {
    return this.limits.bytesMax - this.bytesUsed;
  }

  /** Takes room for a file that grows, gives it back for one that shrinks. */
  reserve(bytes: number, at: CallSite): void {
    if (bytes > 0 && this.bytesUsed + bytes > this.limits.bytesMax) throw fsError("ENOSPC", at);
    this.bytesUsed += bytes;
  }

  /** Gives the room of a file back when no name and no descriptor holds it. */
  release(node: Inode): void {
    if (node instanceof FileNode && node.attributes.nlink === 0 && node.opens === 0) {
      this.bytesUsed -= node.size;
    }
  }

  #start(path: string): PathEntry {
    const root: PathEntry = { parent: this.root, name: "", node: this.root };
    if (path.startsWith("/")) return root;
    // The working directory is a plain path without links, so that this walk ends at once.
    const at = { syscall: "uv_cwd" };
    const walk = { rest: partsOf(workingPlace(this.world).directory), links: 0 };
    let place = root;
    while (walk.rest.length > 0) place = this.#step(place, walk, { at, follows: true });
    return place;
  }

  #step(place: PathEntry, walk: Walk, how: { at: CallSite; follows: boolean }): PathEntry {
    const { at } = how;
    const here = place.node;
    if (here === undefined) throw fsError("ENOENT", at);
    if (here.kind !== "directory") throw fsError("ENOTDIR", at);
    const name = walk.rest.pop() as string;
    this.demand(here, 1, at);
    if (name === "..") return { parent: here.parent.parent, name: "", node: here.parent };
    if (name.length > nameBytesMax) throw fsError("ENAMETOOLONG", at);
    const node = this.lookup(here, name);
    if (node?.kind !== "link" || (walk.rest.length === 0 && !how.follows)) {
      return { parent: here, name, node };
    }
    walk.links += 1;
    if (walk.links > linksMax) throw fsError("ELOOP", at);
    walk.rest.push(...partsOf(node.target));
    if (node.target.startsWith("/")) return { parent: this.root, name: "", node: this.root };
    return { parent: here.parent, name: "", node: here };
  }
}

/** The disk of a run. */
export const diskKind: WorldPart<Disk> = { name: "files", make: (world) => new Disk(world) };

/** The files of a run: its limits, and what tests want to know. */
export function files(world: SimWorld): Disk {
  return world.part(diskKind);
}

// --- inside ---

interface Walk {
  /** The names still to follow, the next one last. */
  readonly rest: string[];
  links: number;
}

/** As in Linux: more links than these on the way are taken for a loop. */
const linksMax = 40;
const nameBytesMax = 255;
/** Above every inode of a view of the real disk. */
const firstIno = 2 ** 50;

/** Whoever runs owns every file that there is: only the bits of the owner count. */
function allows(attributes: Attributes, want: number): boolean {
  return ((attributes.mode >> 6) & want) === want;
}

/** The names of a path, the first one last. */
function partsOf(path: string): string[] {
  const parts: string[] = [];
  for (let end = path.length; end > 0;) {
    const slash = path.lastIndexOf("/", end - 1);
    const part = path.slice(slash + 1, end);
    if (part !== "" && part !== ".") parts.push(part);
    end = slash;
  }
  return parts;
}

function byBytes(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
