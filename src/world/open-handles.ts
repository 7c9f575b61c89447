import { hasUserFrame } from "./caller-stack.ts";

/** Something that keeps a process alive until somebody closes it. */
export interface OpenHandle {
  /** `setInterval`, `server`, `file /data/a.txt`. */
  readonly what: string;
  /** The stack of whoever opened it. */
  readonly origin: string;
}

/**
 * What is open in a run: timers, servers, sockets, files, processes. It is there only where leaks
 * are asked for, because a stack for each of them costs more than most runs.
 */
export class OpenHandles {
  readonly #open = new Map<object, OpenHandle>();
  /** Who asked for what is happening now: what a completion opens was asked for there. */
  firingOrigin: string | undefined;

  /** Says that something was opened, by the code that runs now. */
  opened(handle: object, what: string): void {
    if (!this.#open.has(handle)) this.#open.set(handle, { what, origin: this.origin() });
  }

  /** The stack of whoever asks; of whoever asked for what happens now, where no user code runs. */
  origin(): string {
    const limitBefore = Error.stackTraceLimit;
    Error.stackTraceLimit = framesMax;
    const holder: { stack?: string } = {};
    Error.captureStackTrace(holder, this.origin);
    Error.stackTraceLimit = limitBefore;
    const stack = holder.stack ?? "";
    return hasUserFrame(stack) ? stack : (this.firingOrigin ?? stack);
  }

  /** Says that it is closed, or that it no longer keeps the process alive. */
  closed(handle: object): void {
    this.#open.delete(handle);
  }

  /** What is still open, the oldest first. */
  list(): readonly OpenHandle[] {
    return [...this.#open.values()];
  }
}

// --- inside ---

/** Node's own frames between a call and what it opens are more than the usual ten. */
const framesMax = 50;
