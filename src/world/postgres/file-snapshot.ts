import type { EmscriptenModule, FileNode, FileOperations } from "./pglite.ts";
import type { MemoryFileSystem, OpenStream } from "./pglite.ts";

/** The files of an instance at one moment, to which they can be put back. */
export interface FileSnapshot {
  restore(): void;
}

/**
 * Keeps files of an instance as they are, and puts them back. Nothing is copied: bytes that belong
 * to a snapshot are never written to, the first write to such a file gives it bytes of its own,
 * which are used again in later runs.
 */
export class FileKeeper {
  readonly #files: MemoryFileSystem;
  readonly #kept = new WeakSet<object>();
  /** For bytes that belong to a snapshot, others of their size to write to. */
  readonly #spare = new WeakMap<Uint8Array, Uint8Array>();
  /** What was changed since the last snapshot was made or put back. */
  readonly #changed = new Set<FileNode>();
  #areNamesChanged = false;
  #last: FileSnapshot | undefined;

  constructor({ FS, MEMFS }: EmscriptenModule) {
    this.#files = FS;
    const { file, dir } = MEMFS.ops_table;
    for (const operations of new Set([file.stream, MEMFS.stream_ops])) this.#watch(operations);
    before(file.node, "setattr", (node) => void this.#changed.add(node as FileNode));
    for (const name of ["mknod", "rename", "unlink", "rmdir", "symlink", "setattr"]) {
      before(dir.node, name, () => (this.#areNamesChanged = true));
    }
  }

  /** Keeps all files as they are now. */
  keep(): FileSnapshot {
    const FS = this.#files;
    const nodes = new Map(allNodes(FS).map((node) => [node, this.#keepNode(node)]));
    const names = [...FS.nameTable];
    const streams = FS.streams.map(keepStream);
    const { nextInode } = FS;
    const snapshot: FileSnapshot = {
      restore: () => {
        const isAll = this.#areNamesChanged || this.#last !== snapshot;
        for (const node of isAll ? nodes.keys() : this.#changed) nodes.get(node)?.();
        if (isAll) putBack(FS.nameTable, names);
        const open = streams.map((restore) => restore?.());
        putBack(FS.streams, open);
        FS.nextInode = nextInode;
        this.#begin(snapshot);
      },
    };
    this.#begin(snapshot);
    return snapshot;
  }

  #begin(snapshot: FileSnapshot): void {
    this.#last = snapshot;
    this.#changed.clear();
    this.#areNamesChanged = false;
  }

  #watch(operations: FileOperations): void {
    before(operations, "write", (stream) => {
      const { node } = stream as OpenStream;
      this.#changed.add(node);
      if (isBytes(node.contents) && this.#kept.has(node.contents)) {
        node.contents = this.#ownBytes(node.contents);
      }
    });
  }

  #ownBytes(kept: Uint8Array): Uint8Array {
    const spare = this.#spare.get(kept);
    // A snapshot that was made in the meantime may have kept it.
    if (spare === undefined || this.#kept.has(spare)) {
      const own = kept.slice();
      this.#spare.set(kept, own);
      return own;
    }
    spare.set(kept);
    return spare;
  }

  #keepNode(node: FileNode): () => void {
    const { name, parent, mode, usedBytes, name_next: next, contents } = node;
    const isFile = isBytes(contents);
    if (isFile) this.#kept.add(contents);
    const entries = isFile || contents === undefined ? undefined : { ...contents };
    return () => {
      node.name = name;
      node.parent = parent;
      node.mode = mode;
      node.name_next = next;
      if (isFile) {
        node.contents = contents;
        node.usedBytes = usedBytes;
      } else if (entries !== undefined) node.contents = { ...entries };
    };
  }
}

// --- inside ---

/** Does something before each call of an operation. */
function before(operations: FileOperations, name: string, act: (first: unknown) => void): void {
  const original = operations[name];
  if (original === undefined) return;
  operations[name] = (...args: never[]) => {
    act(args[0]);
    return original(...args);
  };
}

/** Emscripten keeps some files in an Int8Array, others in a Uint8Array. */
function isBytes(contents: FileNode["contents"]): contents is Uint8Array {
  return ArrayBuffer.isView(contents);
}

/** Every node is in the table of names, in a chain for each hash. */
function allNodes({ nameTable }: MemoryFileSystem): FileNode[] {
  const nodes: FileNode[] = [];
  for (const first of nameTable) {
    for (let node = first; node; node = node.name_next) nodes.push(node);
  }
  return nodes;
}

function keepStream(stream: OpenStream | null | undefined): (() => OpenStream) | undefined {
  if (!stream) return undefined;
  const { position, flags, fd } = stream;
  return () => {
    // One that was closed in the meantime has no number any more.
    stream.fd = fd;
    stream.position = position;
    stream.flags = flags;
    return stream;
  };
}

function putBack<T>(list: T[], kept: readonly T[]): void {
  list.length = kept.length;
  for (const [index, item] of kept.entries()) list[index] = item;
}
