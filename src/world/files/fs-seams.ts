import { isCalledFrom } from "../caller-stack.ts";
import type { SeamDispatch } from "../../kernel/faults/fault.ts";
import { type Seam, seamOf } from "../seam.ts";

/** What a fault on a file seam sees, and may change before it lets the call go on. */
export interface FsInfo {
  /** The path as it was given to `open` or to the call itself. */
  readonly path: string;
  /** The name of the function in `node:fs`, without `Sync`. */
  readonly operation: string;
  /** What is written; a fault that passes less on makes the write a short one. */
  readonly data?: Uint8Array;
  /** How much is asked for; a read gives bytes, which a fault may shorten or change. */
  readonly length?: number;
  /** Says that the caller waits in a `Sync` form, so that no fault may make it wait longer. */
  readonly sync?: true;
}

/** The seams of the simulated files. */
export const fsSeams: Readonly<Record<"open" | "read" | "write" | "sync" | "meta", Seam>> = {
  open: seamOf("world:fs.open"),
  read: seamOf("world:fs.read"),
  write: seamOf("world:fs.write"),
  sync: seamOf("world:fs.sync"),
  meta: seamOf("world:fs.meta"),
};

/** Makes a call through a seam. A fault that waits turns the result into a promise. */
export function through<T>(seam: Seam, info: FsInfo, proceed: (info: FsInfo) => T): T {
  if (!seam.isOn || isLoading(info)) return proceed(info);
  const dispatch: SeamDispatch = seam;
  const told: FsInfo = isSync ? { ...info, sync: true } : info;
  return dispatch.call(nobody, [told], (given) => proceed(given as FsInfo)) as T;
}

/** Performs a call whose caller cannot wait. */
export function withoutWaiting<T>(perform: () => T): T {
  const before = isSync;
  isSync = true;
  try {
    return perform();
  } finally {
    isSync = before;
  }
}

/** Goes on with a value, now or when it is there. */
export function andThen<T, R>(value: T, next: (value: T) => R): R {
  return (isPromise(value) ? later(value, next as Next) : next(value)) as R;
}

/** Whether a fault made a call wait. */
export function isPromise(value: unknown): value is Promise<unknown> {
  return value instanceof Promise;
}

/**
 * Whether the call comes straight from Node's module loader, which no fault and no latency may
 * touch. The body of a module runs under the loader too: the first frame that is not ours counts.
 */
export function isLoaderCall(): boolean {
  return isCalledFrom(isLoaderCall, "node:internal/modules/", "world/files/");
}

// --- inside ---

/** Whether a `Sync` form is being performed; such a call ends before any other begins. */
let isSync = false;

/** These functions are called on nothing. */
const nobody = undefined;

type Next = (value: unknown) => unknown;

async function later(value: Promise<unknown>, next: Next): Promise<unknown> {
  return next(await value);
}

const moduleFile = /\.(?:[cm]?[jt]sx?|json|node|wasm)$/u;

function isLoading(info: FsInfo): boolean {
  return moduleFile.test(info.path) && isLoaderCall();
}
