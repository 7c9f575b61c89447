import { openThrough, readThrough, writeThrough } from "./descriptor-operations.ts";
import type { Disk } from "./disk.ts";
import { closeFile, openFile, readFrom, resizeFile, writeTo } from "./file-data.ts";
import { bytesOf, encodingOf, flagsOf, modeOf, optionOf, pathOf } from "./fs-arguments.ts";
import { type CallSite, fsError } from "./fs-error.ts";
import { andThen, fsSeams, isPromise, through } from "./fs-seams.ts";
import type { OpenFile } from "./inode.ts";
import { fdOf, type Operation, type Operations, type Task } from "./operation.ts";
import { realFs } from "../real-fs.ts";

/** What is done with whole files. */
export const wholeOperations: Operations = {
  readFile: (disk, [given, options]) => {
    const encoding = encodingOf(options);
    const signal = signalOf(options);
    const toResult = (bytes: Uint8Array): unknown => {
      if (encoding === undefined) return Buffer.from(bytes);
      if (bytes instanceof Buffer) return bytes.toString(encoding);
      const { buffer, byteOffset, length } = bytes;
      return Buffer.from(buffer, byteOffset, length).toString(encoding);
    };
    const fd = fdOf(given);
    if (fd !== undefined) {
      const perform = (): unknown => andThen(readAll(disk, fd), toResult);
      return { about: disk.open.find(fd), perform, signal };
    }
    const path = pathOf(given);
    if (path === undefined) return undefined;
    const how = { flags: flagsOf(optionOf(options, "flag"), "r"), mode: 0o666 };
    const perform = (): unknown =>
      andThen(openThrough(disk, path, how), (file) =>
        closing(disk, file, () => andThen(readAll(disk, file.fd), toResult)),
      );
    return { about: path, perform, signal };
  },

  writeFile: writing("w"),
  appendFile: writing("a"),

  truncate: (disk, [given, length]) => {
    const path = pathOf(given);
    if (path === undefined) return undefined;
    const at = { syscall: "ftruncate" };
    const how = { flags: realFs.constants.O_RDWR, mode: 0o666 };
    const perform = (): unknown =>
      andThen(openThrough(disk, path, how), (file) =>
        closing(disk, file, () =>
          through(fsSeams.write, { path, operation: "truncate" }, () =>
            resizeFile(disk, file.node, Number(length ?? 0), at),
          ),
        ),
      );
    return { about: path, perform };
  },

  copyFile: (disk, [from, to, mode]) => {
    const [path, dest] = [pathOf(from), pathOf(to)];
    if (path === undefined || dest === undefined) return undefined;
    const perform = (): unknown =>
      through(fsSeams.meta, { path, operation: "copyFile" }, () =>
        copyContent(disk, path, dest, Number(mode ?? 0)),
      );
    return { about: dest, perform };
  },
};

/** Copies the bytes and the permission bits of a file. */
export function copyContent(disk: Disk, path: string, dest: string, mode = 0): void {
  const at: CallSite = { syscall: "copyfile", path, dest };
  const o = realFs.constants;
  const source = openFile(disk, path, { flags: o.O_RDONLY, mode: 0 }, at);
  closing(disk, source, () => {
    if (source.node.kind === "directory") throw fsError("EISDIR", at);
    const exclusive = (mode & o.COPYFILE_EXCL) === 0 ? 0 : o.O_EXCL;
    const flags = o.O_WRONLY | o.O_CREAT | exclusive;
    const target = openFile(disk, dest, { flags, mode: source.node.attributes.mode }, at);
    closing(disk, target, () => {
      if (target.node === source.node) return;
      resizeFile(disk, target.node, 0, at);
      const data = readFrom(source, { length: Number.MAX_SAFE_INTEGER, position: 0 }, at);
      if (data.length > 0) writeTo(disk, target, { data, position: 0 }, at);
    });
  });
}

// --- inside ---

/** A write that makes no progress so often is given up. */
const emptyWritesMax = 64;
/** As Node reads: so much at a time, which a fault can cut short. */
const chunkBytes = 512 * 1_024;

function signalOf(options: unknown): AbortSignal | undefined {
  const signal = optionOf(options, "signal");
  return signal instanceof AbortSignal ? signal : undefined;
}

function readAll(disk: Disk, fd: number): Uint8Array {
  const chunks: Uint8Array[] = [];
  const more = (): Uint8Array =>
    andThen(readThrough(disk, fd, { length: chunkBytes, position: undefined }), (bytes) => {
      chunks.push(bytes);
      const file = disk.open.find(fd);
      const size = file?.node.kind === "file" ? file.node.size : 0;
      if (bytes.length > 0 && (file?.position ?? 0) < size) return more();
      return chunks.length === 1 ? bytes : Buffer.concat(chunks);
    });
  return more();
}

function writing(otherwise: string): Operation {
  return (disk, [given, data, options]) => {
    const encoding = typeof options === "string" ? options : optionOf(options, "encoding");
    const bytes = bytesOf(data, encoding);
    const isOurs = typeof data === "string";
    const signal = signalOf(options);
    const shouldSync = optionOf(options, "flush") === true;
    const fd = fdOf(given);
    if (fd !== undefined) {
      return {
        about: disk.open.find(fd),
        perform: () => writeAll(disk, fd, { bytes, isOurs }),
        signal,
      };
    }
    const path = pathOf(given);
    if (path === undefined) return undefined;
    const flags = flagsOf(optionOf(options, "flag"), otherwise);
    const how = { flags, mode: modeOf(optionOf(options, "mode"), 0o666) };
    return openThenWrite(disk, path, { bytes, isOurs, how, signal, shouldSync });
  };
}

/** In two steps: between them everybody else can see the file that was made or emptied. */
function openThenWrite(
  disk: Disk,
  path: string,
  what: {
    readonly bytes: Uint8Array;
    readonly isOurs: boolean;
    readonly how: { readonly flags: number; readonly mode: number };
    readonly signal: AbortSignal | undefined;
    readonly shouldSync: boolean;
  },
): Task {
  let file: OpenFile | undefined;
  return {
    about: path,
    signal: what.signal,
    begin: () =>
      andThen(openThrough(disk, path, what.how), (opened) => {
        file = opened;
      }),
    abandon: () => {
      if (file !== undefined) closing(disk, file, () => {});
    },
    perform: () => {
      const opened = file;
      if (opened === undefined) throw fsError("EBADF", { syscall: "write" });
      return closing(disk, opened, () =>
        andThen(writeAll(disk, opened.fd, what), () => {
          if (!what.shouldSync || opened.node.kind !== "file") return;
          opened.node.sync();
          disk.log.sync(opened.node);
        }),
      );
    },
  };
}

function writeAll(
  disk: Disk,
  fd: number,
  { bytes, isOurs }: { readonly bytes: Uint8Array; readonly isOurs: boolean },
): unknown {
  let written = 0;
  let empties = 0;
  const more = (): unknown =>
    andThen(
      writeThrough(disk, fd, {
        data: written === 0 ? bytes : bytes.subarray(written),
        position: undefined,
        isOurs,
      }),
      (count) => {
        written += count;
        empties = count === 0 ? empties + 1 : 0;
        if (written >= bytes.length) return undefined;
        if (empties > emptyWritesMax) throw fsError("EIO", { syscall: "write" });
        return more();
      },
    );
  return bytes.length === 0 ? undefined : more();
}

/** Closes a file when something is done with it, however it ends. */
function closing<R>(disk: Disk, file: OpenFile, act: () => R): R {
  const close = (): void => {
    if (disk.open.find(file.fd) === file) closeFile(disk, file.fd, { syscall: "close" });
  };
  let result: R;
  try {
    result = act();
  } catch (thrown) {
    close();
    throw thrown;
  }
  if (isPromise(result)) return result.finally(close) as R;
  close();
  return result;
}
