/** What is used of `@electric-sql/pglite`; an optional peer, so its own types may be missing. */
export interface PgliteModule {
  readonly PGlite: {
    readonly defaultStartParams: readonly string[];
    create(options: PgliteOptions): Promise<Pglite>;
  };
  readonly MemoryFS: new () => PgliteFiles;
}

/** What an instance is made with. */
export interface PgliteOptions {
  readonly fs?: PgliteFiles;
  readonly loadDataDir?: Blob;
  readonly startParams?: readonly string[];
  readonly initDbStartParams?: readonly string[];
}

/** Where an instance has its files; it may change how the program is started. */
export interface PgliteFiles {
  init(
    instance: unknown,
    options: EmscriptenOptions,
  ): Promise<{ readonly emscriptenOpts: EmscriptenOptions }>;
}

/** How the program is started. */
export interface EmscriptenOptions {
  readonly instantiateWasm: (
    imports: Readonly<Record<"env" | "wasi_snapshot_preview1", object>>,
    onDone: unknown,
  ) => unknown;
  readonly preRun: readonly ((module: EmscriptenModule) => void)[];
}

/** An instance of it: Postgres compiled to WebAssembly, with one session. */
export interface Pglite {
  readonly Module: EmscriptenModule;
  exec(sql: string): Promise<unknown>;
  close(): Promise<void>;
  dumpDataDir(compression: "none"): Promise<Blob>;
  execProtocolRawStream(
    message: Uint8Array,
    options: { readonly syncToFs: false; onRawData(bytes: Uint8Array): void },
  ): Promise<void>;
}

/** The compiled program: its memory and its files, which are all of its state. */
export interface EmscriptenModule {
  readonly wasmMemory: WasmMemory;
  readonly FS: MemoryFileSystem;
  readonly MEMFS: {
    readonly ops_table: Readonly<Record<"file" | "dir", NodeOperations>>;
    readonly stream_ops: FileOperations;
  };
  /** Reads and answers one message. */
  _PostgresMainLoopOnce(): void;
  /** Where the stack ends now. */
  stackSave(): number;
}

/** The memory of a program; its buffer is another one after it has grown. */
export interface WasmMemory {
  readonly buffer: ArrayBuffer;
}

/** The file system in memory that Emscripten gives a program; the names are its own. */
export interface MemoryFileSystem {
  readonly nameTable: (FileNode | undefined)[];
  readonly streams: (OpenStream | null | undefined)[];
  nextInode: number;
  makedev(major: number, minor: number): number;
  registerDevice(device: number, operations: object): void;
  mkdev(path: string, device: number): void;
  unlink(path: string): void;
}

/** A file or a folder of it. */
export interface FileNode {
  name: string;
  parent: FileNode;
  mode: number;
  /** The bytes of a file, or the entries of a folder by name. */
  contents: Uint8Array | Record<string, FileNode> | undefined;
  usedBytes: number | undefined;
  name_next: FileNode | undefined;
}

/** An open file. */
export interface OpenStream {
  readonly node: FileNode;
  fd: number | null;
  position: number;
  flags: number;
}

/** What can be done to a kind of node, and to one that is open. */
export type NodeOperations = Readonly<Record<"node" | "stream", FileOperations>>;

/** What can be done to files, by name. */
export type FileOperations = Record<string, (...args: never[]) => unknown>;
