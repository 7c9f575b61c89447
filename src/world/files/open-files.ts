import { activeWorld } from "../active-world.ts";
import { type CallSite, fsError } from "./fs-error.ts";
import { type Inode, OpenFile, type Opening } from "./inode.ts";

/** The first simulated descriptor; below are real ones, such as the pipes of a worker. */
export const firstFd = 1_000;

/** The pipes on which a worker speaks with its parent; for user code they are not there. */
const channelFds: ReadonlySet<unknown> = new Set([3, 4]);
const standardFds: ReadonlySet<unknown> = new Set([0, 1, 2]);

/** The file descriptors of a run; as in POSIX the lowest free number is given out. */
export class OpenFiles {
  #files: (OpenFile | undefined)[] = [];
  /** Descriptors from before a crash are below and stay dead. */
  #first = firstFd;
  #count = 0;
  /** Standard descriptors that the run has closed; for the process they stay open. */
  #closedStandard: Set<unknown> | undefined;

  get count(): number {
    return this.#count;
  }

  add(opening: Opening): OpenFile {
    let slot = 0;
    while (this.#files[slot] !== undefined) slot++;
    const fd = this.#first + slot;
    const opened = new OpenFile(fd, opening);
    this.#files[slot] = opened;
    activeWorld?.handles?.opened(opened, `file ${opening.path}`);
    this.#count += 1;
    if (opening.node.kind === "file") opening.node.opens += 1;
    return opened;
  }

  get(fd: number, at: CallSite): OpenFile {
    const file = this.find(fd);
    if (file === undefined) throw fsError("EBADF", at);
    return file;
  }

  find(fd: number): OpenFile | undefined {
    return this.#files[fd - this.#first];
  }

  close(fd: number, at: CallSite): Inode {
    const opened = this.get(fd, at);
    activeWorld?.handles?.closed(opened);
    const { node } = opened;
    this.#files[fd - this.#first] = undefined;
    this.#count -= 1;
    if (node.kind === "file") node.opens -= 1;
    return node;
  }

  /** Whether a real descriptor is not there for the run: it has closed it, or it is ours. */
  isGone(fd: unknown): boolean {
    return channelFds.has(fd) || this.#closedStandard?.has(fd) === true;
  }

  /** Closes a standard descriptor for this run; false where it is none of them. */
  closeStandard(fd: unknown): boolean {
    if (!standardFds.has(fd)) return false;
    this.#closedStandard ??= new Set();
    this.#closedStandard.add(fd);
    return true;
  }

  /** Every descriptor is dead from now on. */
  crash(): void {
    this.#first += this.#files.length;
    for (const file of this.#files) {
      if (file?.node.kind === "file") file.node.opens = 0;
    }
    this.#files = [];
    this.#count = 0;
  }
}
