import type { WorldAct } from "../../kernel/services/world-act.ts";
import { AbortError } from "../abort-error.ts";
import { activeWorld } from "../active-world.ts";
import { callIn, keepContext } from "../async-context.ts";
import { type Disk, files } from "./disk.ts";
import { shownPath } from "./durability.ts";
import { refuseEarlier } from "./earlier-files.ts";
import { fileActOf } from "./file-act.ts";
import { fsError } from "./fs-error.ts";
import { isLoaderCall, isPromise, withoutWaiting } from "./fs-seams.ts";
import type { Operation, Task } from "./operation.ts";

/** A function of `node:fs`, as far as we know it. */
export type FsFunction = (...args: unknown[]) => unknown;

/** An operation with the name that the story gives it. */
export interface NamedOperation {
  readonly name: string;
  readonly operation: Operation;
}

/** The form that returns its result: `readFileSync`. */
export function syncForm({ name, operation }: NamedOperation, real: FsFunction): FsFunction {
  return function (this: unknown, ...args) {
    const world = activeWorld;
    if (world === undefined) return real.apply(this, args);
    if (world.onAct !== undefined) tell(world.onAct, name, args);
    const task = operation(files(world), args);
    if (task === undefined) {
      refuseEarlier(name, args);
      return real.apply(this, args);
    }
    return withoutWaiting(() => {
      if (task.begin !== undefined) atOnce(name, task.begin());
      return atOnce(name, task.perform());
    });
  };
}

/** The form that calls back: `readFile`. */
export function callbackForm(known: NamedOperation, real: FsFunction): FsFunction {
  return function (this: unknown, ...args) {
    const world = activeWorld;
    // Only `close` may be left without a callback; then its error is uncaught.
    const callback = known.name === "close" ? (args[1] ?? rethrow) : args.at(-1);
    if (world === undefined || typeof callback !== "function") return real.apply(this, args);
    if (world.onAct !== undefined) tell(world.onAct, known.name, args);
    const disk = files(world);
    const task = known.operation(disk, callback === rethrow ? args : args.slice(0, -1));
    if (task === undefined) {
      refuseEarlier(known.name, args);
      return real.apply(this, args);
    }
    const context = keepContext(world, "FSREQCALLBACK");
    const call = callback as (...results: unknown[]) => unknown;
    start(disk, known.name, task, {
      resolve: (value) => {
        const results = value === undefined && task.also === undefined ? [] : [value];
        const given = known.name === "exists" ? [value] : [null, ...results, ...(task.also ?? [])];
        callIn(context, call, { args: given });
      },
      reject: (thrown) => callIn(context, call, { args: [thrown] }),
    });
    return undefined;
  };
}

/** The form that promises: `promises.readFile`. */
export function promiseForm(known: NamedOperation, real: FsFunction): FsFunction {
  return function (this: unknown, ...args) {
    const world = activeWorld;
    if (world === undefined) return real.apply(this, args);
    return promised(files(world), known, args, () => real.apply(this, args));
  };
}

/** Performs an operation when it is decided; what is not ours is done by `otherwise`. */
export async function promised(
  disk: Disk,
  { name, operation }: NamedOperation,
  args: readonly unknown[],
  otherwise?: () => unknown,
): Promise<unknown> {
  const { onAct } = disk.world;
  if (onAct !== undefined) tell(onAct, name, args);
  const task = operation(disk, args);
  if (task === undefined) {
    refuseEarlier(name, args);
    return otherwise?.();
  }
  try {
    return await new Promise((resolve, reject) => {
      start(disk, name, task, { resolve, reject });
    });
  } catch (thrown) {
    // From here the stack leads to whoever waits for the call; at the completion it was empty.
    if (thrown instanceof Error && "syscall" in thrown) Error.captureStackTrace(thrown, promised);
    throw thrown;
  }
}

// --- inside ---

interface Settle {
  resolve(value: unknown): void;
  reject(thrown: unknown): void;
}

function tell(onAct: (act: WorldAct) => void, name: string, args: readonly unknown[]): void {
  // What Node loads by itself is not asked for by the code.
  const act = isLoaderCall() ? undefined : fileActOf(name, args);
  if (act !== undefined) onAct(act);
}

function rethrow(thrown: Error | null): void {
  if (thrown !== null) throw thrown;
}

function atOnce(name: string, value: unknown): unknown {
  if (!isPromise(value)) return value;
  value.catch(() => {});
  throw new Error(`a fault that waits struck \`fs.${name}Sync\`, which cannot wait`);
}

function start(disk: Disk, name: string, task: Task, settle: Settle): void {
  const { about, signal } = task;
  const path = typeof about === "object" ? about.path : (about ?? "");
  // Node hands each call to another thread, and another process may ask as well: calls for one path
  // have no order. What is asked of an open file keeps it, as its one reader or writer expects.
  const channel = typeof about === "object" ? about.channel : undefined;
  const label = path === "" ? `fs.${name}` : `fs.${name} ${shownPath(path)}`;
  const { crashes } = disk;
  const step = (act: () => unknown, next: (value: unknown) => void): void => {
    disk.world.complete(
      label,
      () => {
        let value: unknown;
        try {
          if (signal?.aborted === true) throw abandoned(task, signal);
          if (disk.crashes !== crashes) throw lostInCrash(name, task);
          value = act();
        } catch (thrown) {
          settle.reject(thrown);
          return;
        }
        if (isPromise(value)) void late(value, next, settle);
        else next(value);
      },
      channel,
    );
  };
  const perform = (): void => step(() => task.perform(), settle.resolve);
  if (task.begin === undefined) perform();
  else step(() => task.begin?.(), perform);
}

async function late(
  value: Promise<unknown>,
  next: (value: unknown) => void,
  settle: Settle,
): Promise<void> {
  const [one] = await Promise.allSettled([value]);
  // Outside of the promise: what a callback throws is uncaught, as with every callback.
  process.nextTick(() => {
    if (one.status === "rejected") settle.reject(one.reason);
    else next(one.value);
  });
}

function abandoned(task: Task, signal: AbortSignal): Error {
  task.abandon?.();
  return new AbortError(signal);
}

/** What was under way when the machine went down fails; what it would have done never happens. */
function lostInCrash(name: string, { about }: Task): Error {
  if (typeof about === "string") return fsError("EIO", { syscall: name, path: about });
  return fsError("EBADF", { syscall: name });
}
