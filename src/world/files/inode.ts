import type { Channel } from "../sim-world.ts";
import { Content } from "./content.ts";
import { outsideRun, realFs } from "../real-fs.ts";

/** Whatever a name in a directory can stand for. */
export type Inode = FileNode | DirectoryNode | LinkNode | DeviceNode;

/** What every inode has. */
export interface Attributes {
  ino: number;
  /** Permission bits only; the kind is the class. */
  mode: number;
  uid: number;
  gid: number;
  nlink: number;
  atimeMs: number;
  mtimeMs: number;
  ctimeMs: number;
  birthtimeMs: number;
}

/** A write or a change of size that no sync has covered yet. */
export type DirtyWrite =
  | { readonly kind: "write"; readonly start: number; readonly data: Uint8Array }
  | { readonly kind: "resize"; readonly size: number };

/** A regular file; what it holds comes from the real disk until it is written. */
export class FileNode {
  readonly kind = "file";
  readonly attributes: Attributes;
  readonly #basePath: string | undefined;
  #baseSize: number;
  #content: Content | undefined;
  #durable: Content | undefined;
  dirty: DirtyWrite[] = [];
  opens = 0;

  constructor(attributes: Attributes, base?: { readonly path: string; readonly size: number }) {
    this.attributes = attributes;
    this.#basePath = base?.path;
    this.#baseSize = base?.size ?? 0;
    if (base === undefined) {
      this.#content = new Content();
      this.#durable = new Content();
    }
  }

  get size(): number {
    return this.#content?.size ?? this.#baseSize;
  }

  get content(): Content {
    if (this.#content === undefined) this.#load();
    return this.#content as Content;
  }

  /** Writes now, and remembers that the disk has not seen it. */
  apply(write: DirtyWrite): void {
    applyTo(this.content, write);
    this.dirty.push(write);
    // As the kernel does after a while: the older half goes to the disk without being asked.
    if (this.dirty.length > dirtyWritesMax)
      this.#writeBack(this.dirty.splice(0, dirtyWritesMax / 2));
  }

  /** Brings everything to the disk. */
  sync(): void {
    if (this.dirty.length === 0) return;
    this.#writeBack(this.dirty);
    this.dirty = [];
  }

  /** Remembers what it holds now; calling the result goes back to it. */
  snapshot(): () => void {
    const [content, durable] = [this.#content?.share(), this.#durable?.share()];
    const dirty = [...this.dirty];
    return () => {
      this.#content = content?.share();
      this.#durable = durable?.share();
      this.dirty = [...dirty];
    };
  }

  /** Leaves what the disk holds, with those of the writes that survived. */
  crash(survivors: readonly DirtyWrite[]): void {
    this.dirty = [];
    this.opens = 0;
    if (this.#durable === undefined) return;
    this.#writeBack(survivors);
    this.#content = this.#durable.share();
  }

  #load(): void {
    const path = this.#basePath;
    if (path === undefined) this.#content = new Content();
    else this.#content = new Content(outsideRun(() => realFs.readFileSync(path)));
    this.#durable = this.#content.share();
  }

  #writeBack(writes: readonly DirtyWrite[]): void {
    if (this.#durable === undefined) return;
    for (const write of writes) applyTo(this.#durable, write);
  }
}

/** A directory: what the run made or removed, over what is on the real disk. */
export class DirectoryNode {
  readonly kind = "directory";
  readonly attributes: Attributes;
  parent: DirectoryNode;
  /** Undefined says that the name was removed and must not be looked for on the real disk. */
  readonly entries: Map<string, Inode | undefined> = new Map<string, Inode | undefined>();
  readonly basePath: string | undefined;
  /** Whether no name leads here any more. */
  isGone = false;

  constructor(attributes: Attributes, parent?: DirectoryNode, basePath?: string) {
    this.attributes = attributes;
    this.parent = parent ?? this;
    this.basePath = basePath;
  }
}

/** A symbolic link. */
export class LinkNode {
  readonly kind = "link";
  readonly attributes: Attributes;
  readonly target: string;

  constructor(attributes: Attributes, target: string) {
    this.attributes = attributes;
    this.target = target;
  }
}

/** A device, a pipe or a socket of the real machine: it swallows what is written and is empty. */
export class DeviceNode {
  readonly kind = "device";
  readonly attributes: Attributes;
  /** The bits of the mode that tell what it is. */
  readonly format: number;

  constructor(attributes: Attributes, format: number) {
    this.attributes = attributes;
    this.format = format;
  }
}

/** How a file was opened. */
export interface Opening {
  readonly node: Inode;
  /** As it was given to `open`. */
  readonly path: string;
  readonly canRead: boolean;
  readonly canWrite: boolean;
  readonly appends: boolean;
}

/** An open file, a directory among them: what a file descriptor stands for. */
export class OpenFile {
  readonly fd: number;
  readonly node: Inode;
  readonly path: string;
  readonly canRead: boolean;
  readonly canWrite: boolean;
  readonly appends: boolean;
  position = 0;
  #channel: Channel | undefined;

  constructor(fd: number, opening: Opening) {
    this.fd = fd;
    this.node = opening.node;
    this.path = opening.path;
    this.canRead = opening.canRead;
    this.canWrite = opening.canWrite;
    this.appends = opening.appends;
  }

  /** What is asked of one descriptor keeps its order. */
  get channel(): Channel {
    this.#channel ??= { name: `fd ${this.fd}`, lastUs: 0 };
    return this.#channel;
  }
}

// --- inside ---

/** So many writes of one file wait for a sync; then the older half is written back by itself. */
const dirtyWritesMax = 4_096;

function applyTo(content: Content, write: DirtyWrite): void {
  if (write.kind === "write") content.write(write.start, write.data);
  else content.resize(write.size);
}
