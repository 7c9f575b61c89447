import type { Disk } from "./disk.ts";
import type { OpenFile } from "./inode.ts";
import { firstFd } from "./open-files.ts";

/** One call of a function of `node:fs`, with its arguments read and not yet performed. */
export interface Task {
  /** The path that it is about, or the open file: what is asked of a file keeps its order. */
  readonly about: string | OpenFile | undefined;
  /** A first step after which others may act, such as opening what is then written. */
  begin?(): unknown;
  perform(): unknown;
  /** Leaves nothing of the first step behind when there will be no second one. */
  abandon?(): void;
  /** What a callback gets after the result, as `read` gives the buffer. */
  readonly also?: readonly unknown[];
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads the arguments of a call. Undefined says that the call is not ours, because its descriptor
 * is a real one or because Node would refuse the arguments: then the real function is called.
 */
export type Operation = (disk: Disk, args: readonly unknown[]) => Task | undefined;

/** Operations by the name that they have in `node:fs`. */
export type Operations = Readonly<Record<string, Operation>>;

/** A simulated descriptor, or undefined for a real one and for what is none. */
export function fdOf(value: unknown): number | undefined {
  return typeof value === "number" && value >= firstFd ? value : undefined;
}
