/** A piece of output; characters are never cut in two. */
export interface StreamChunk {
  readonly stream: "stdout" | "stderr";
  readonly text: string;
}

/** How the child ended; it comes after all of its output. */
export interface StreamEnd {
  readonly code: number | null;
  readonly signal: string | null;
}

/** How a child is run. */
export interface StreamOptions {
  /** The folder to work in; that of this process where left out. */
  readonly cwd?: string | undefined;
  /** Added to the environment of this process; `undefined` takes a variable out. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Ends the child and all that it started; the stream then rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** Another program than the command line of this package. */
  readonly bin?: string | undefined;
  /** What the child reads; nothing where left out. */
  readonly stdin?: string | Uint8Array | undefined;
  /** How long a child that is to end may take before it is killed (default 2,000). */
  readonly graceMs?: number | undefined;
}

/** Output as it comes. */
export interface OutputStream extends AsyncIterable<StreamChunk | StreamEnd> {
  /** The next item; rejects with what ended it all. */
  next(): Promise<IteratorResult<StreamChunk | StreamEnd, undefined>>;
  /** Ends the child and all that it started, and waits until they are gone. */
  return(): Promise<IteratorResult<StreamChunk | StreamEnd, undefined>>;
  [Symbol.asyncIterator](): this;
}
