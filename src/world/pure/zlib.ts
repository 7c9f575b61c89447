import zlib from "node:zlib";
import { activeWorld } from "../active-world.ts";
import { type AsyncContext, callIn, keepContext } from "../async-context.ts";
import { replaceFunction } from "../stand-in.ts";

/**
 * Puts decided completions behind zlib, one level below its streams: every stream, every function
 * with a callback and `CompressionStream` hand their chunks to a handle whose `write` goes to a
 * thread and whose `writeSync` is its twin. Options, flushes and errors are Node's own that way.
 */
export function installZlib(): void {
  for (const name of streamNames) {
    const Stream: unknown = Reflect.get(zlib, name);
    if (typeof Stream !== "function") continue;
    const stream: HandleOwner = Reflect.construct(Stream, []);
    const { _handle: handle } = stream;
    patchHandle(Object.getPrototypeOf(handle) as ZlibHandle);
    stream.close();
  }
}

// --- inside ---

/** One of each kind of handle. */
const streamNames = [
  "Gzip",
  "BrotliCompress",
  "BrotliDecompress",
  "ZstdCompress",
  "ZstdDecompress",
];

interface ZlibHandle {
  onerror: (message: string, errno: number, code: string) => void;
  init(...args: unknown[]): unknown;
  write(...args: unknown[]): unknown;
  writeSync(...args: unknown[]): unknown;
}

interface HandleOwner {
  readonly _handle: ZlibHandle;
  close(): void;
}

/** What a handle calls when a write is done, and in which context: that of whoever made it. */
interface Written {
  readonly callback: (...args: unknown[]) => unknown;
  readonly context: AsyncContext;
}

const writtenOf = new WeakMap<ZlibHandle, Written>();
/** The handle whose completion is being told; what it writes now goes on with the same chunk. */
let continuing: ZlibHandle | undefined;

function patchHandle(prototype: ZlibHandle): void {
  const { init, write } = prototype;
  replaceFunction(prototype, "init", function standIn(this: ZlibHandle, ...args: unknown[]) {
    const callback = args.find((arg) => typeof arg === "function");
    const world = activeWorld;
    if (callback !== undefined && world !== undefined) {
      const context = keepContext(world, "ZLIB");
      writtenOf.set(this, { callback: callback as Written["callback"], context });
    }
    return Reflect.apply(init, this, args);
  });
  replaceFunction(prototype, "write", function standIn(this: ZlibHandle, ...args: unknown[]) {
    const world = activeWorld;
    const written = writtenOf.get(this);
    // A stream from outside of the run has a handle that was not noted; it stays real.
    if (world === undefined || written === undefined) return Reflect.apply(write, this, args);
    const failure = writeNow(this, args);
    const fire = (): void => tell(this, written, failure);
    // The rest of one chunk needs no latency of its own: a large body would be hundreds of draws.
    if (continuing === this) world.after(0, "zlib", fire);
    else world.complete("zlib", fire);
    return undefined;
  });
}

/** Writes at once, as a fast thread would, and keeps an error for the time of the completion. */
function writeNow(handle: ZlibHandle, args: unknown[]): unknown[] | undefined {
  const { onerror } = handle;
  let failure: unknown[] | undefined;
  const keep = (...error: unknown[]): void => {
    failure = error;
  };
  Reflect.set(handle, "onerror", keep);
  try {
    handle.writeSync(...args);
  } finally {
    Reflect.set(handle, "onerror", onerror);
  }
  return failure;
}

function tell(handle: ZlibHandle, written: Written, failure: unknown[] | undefined): void {
  const { callback, context } = written;
  const before = continuing;
  continuing = handle;
  try {
    if (failure === undefined) callIn(context, callback, { self: handle });
    else callIn(context, handle.onerror as Written["callback"], { self: handle, args: failure });
  } finally {
    continuing = before;
  }
}
