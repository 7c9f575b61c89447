import { StringDecoder } from "node:string_decoder";
import type { Readable } from "node:stream";
import { Child } from "./child.ts";
import { type ChildSpec, childSpec } from "./child-spec.ts";
import type { OutputStream, StreamChunk, StreamEnd, StreamOptions } from "./stream-item.ts";

/**
 * Runs the command line and gives its output as it comes, then how it ended. The child starts with
 * the first `next()` and waits while nobody reads; `break` ends it and all that it started.
 */
export function stream(argv: readonly string[], options: StreamOptions = {}): OutputStream {
  const { signal, graceMs = graceMsDefault } = options;
  return new ChildStream(childSpec(argv, options), { signal, graceMs });
}

// --- inside ---

const graceMsDefault = 2_000;

/** So much text waits for a reader; then the child is no longer read, and has to wait itself. */
const waitingLengthMax = 64 * 1024;

type Item = StreamChunk | StreamEnd;

interface Over {
  readonly end?: StreamEnd;
  readonly error?: unknown;
}

/** Not a generator: one that waits for a silent child could not be told to return. */
class ChildStream implements OutputStream {
  readonly #spec: ChildSpec;
  readonly #signal: AbortSignal | undefined;
  readonly #graceMs: number;
  readonly #chunks: StreamChunk[] = [];
  #waitingLength = 0;
  #child: Child | undefined;
  /** How it is over: with an item or an error that the reader has not had yet, or with nothing. */
  #over: Over | undefined;
  #ending: Promise<void> | undefined;
  #wake: () => void = () => {};
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    spec: ChildSpec,
    { signal, graceMs }: { readonly signal: AbortSignal | undefined; readonly graceMs: number },
  ) {
    this.#spec = spec;
    this.#signal = signal;
    this.#graceMs = graceMs;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** The next item, or the error that ended it all; several calls at once are served in turn. */
  next(): Promise<IteratorResult<Item, undefined>> {
    const taken = this.#last.then(() => this.#take());
    this.#last = taken.catch(() => {});
    return taken;
  }

  /** Ends the child and waits until it is gone. */
  async return(): Promise<IteratorResult<Item, undefined>> {
    this.#chunks.length = 0;
    this.#over = {};
    this.#wake();
    await this.#endChild();
    return { value: undefined, done: true };
  }

  async #take(): Promise<IteratorResult<Item, undefined>> {
    if (this.#child === undefined && this.#over === undefined) this.#start();
    for (;;) {
      const chunk = this.#chunks.shift();
      if (chunk !== undefined) {
        this.#waitingLength -= chunk.text.length;
        return { value: chunk, done: false };
      }
      if (this.#over !== undefined) return this.#finish(this.#over);
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        this.#resume();
      });
    }
  }

  async #finish(over: Over): Promise<IteratorResult<Item, undefined>> {
    this.#over = {};
    this.#signal?.removeEventListener("abort", this.#abort);
    await this.#ending;
    if ("error" in over) throw over.error;
    if (over.end === undefined) return { value: undefined, done: true };
    return { value: over.end, done: false };
  }

  #start(): void {
    if (this.#signal?.aborted === true) return this.#end({ error: this.#signal.reason });
    try {
      this.#child = new Child(this.#spec);
    } catch (error) {
      return this.#end({ error });
    }
    this.#signal?.addEventListener("abort", this.#abort, { once: true });
    for (const name of ["stdout", "stderr"] as const) {
      const source = this.#child.process[name];
      if (source !== null) this.#read(source, name);
    }
    this.#child.closed.then(
      (end) => this.#end({ end }),
      (error: unknown) => this.#end({ error }),
    );
  }

  #read(source: Readable, name: StreamChunk["stream"]): void {
    const decoder = new StringDecoder("utf8");
    const keep = (text: string): void => {
      if (text === "" || this.#over !== undefined) return;
      this.#chunks.push({ stream: name, text });
      this.#waitingLength += text.length;
      this.#wake();
    };
    source.on("data", (bytes: Buffer) => {
      keep(decoder.write(bytes));
      // Also when Node lets it flow at the child's exit: another process may hold the pipe still.
      if (this.#waitingLength >= waitingLengthMax) source.pause();
    });
    source.on("end", () => keep(decoder.end()));
  }

  #resume(): void {
    for (const source of [this.#child?.process.stdout, this.#child?.process.stderr]) {
      if (source?.isPaused() === true) source.resume();
    }
  }

  #end(over: Over): void {
    this.#over ??= over;
    this.#wake();
  }

  readonly #abort = (): void => {
    if (this.#over !== undefined) return;
    this.#chunks.length = 0;
    this.#over = { error: this.#signal?.reason };
    void this.#endChild();
    this.#wake();
  };

  #endChild(): Promise<void> {
    this.#signal?.removeEventListener("abort", this.#abort);
    this.#ending ??= this.#child?.end(this.#graceMs) ?? Promise.resolve();
    return this.#ending;
  }
}
