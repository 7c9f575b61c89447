import { Readable, Writable } from "node:stream";

/** The pipes between a run and one of its processes. */
export interface ProcessStreams {
  readonly stdin: Writable | null;
  readonly stdout: Readable | null;
  readonly stderr: Readable | null;
  has(name: "stdout" | "stderr"): boolean;
  push(name: "stdout" | "stderr", chunk: Buffer): void;
  end(name: "stdout" | "stderr"): void;
  endAll(): void;
  /** All that was written to the process, once that has ended. */
  written(): Promise<string>;
  /** The same as bytes; nothing, at once, where nothing was written so far. */
  input(): Promise<Buffer>;
}

/** Makes the pipes that the `stdio` option asks for; what is not a pipe goes nowhere. */
export function processStreams(stdio: readonly unknown[]): ProcessStreams {
  const input = new Input();
  const stdin = isPipe(stdio[0]) ? input : null;
  const outputs = {
    stdout: isPipe(stdio[1]) ? new Output() : null,
    stderr: isPipe(stdio[2]) ? new Output() : null,
  };
  const end = (name: "stdout" | "stderr"): void => {
    const stream = outputs[name];
    if (stream !== null && !stream.destroyed && !stream.readableEnded) stream.finish();
  };
  return {
    stdin,
    ...outputs,
    has: (name) => outputs[name] !== null,
    push(name, chunk) {
      const stream = outputs[name];
      if (stream !== null && !stream.destroyed) stream.push(chunk);
    },
    end,
    endAll() {
      end("stdout");
      end("stderr");
    },
    written: () => (stdin === null ? Promise.resolve("") : input.whole),
    input: () => (stdin === null || input.isEmpty ? noInput : input.bytes),
  };
}

/** The `stdio` option as a list, with Node's words for its parts. */
export function stdioList(given: unknown): unknown[] {
  const list: unknown[] = Array.isArray(given) ? [...given] : [given, given, given];
  while (list.length < 3) list.push("pipe");
  return list.map((kind, at) => kind ?? (at < 3 ? "pipe" : "ignore"));
}

// --- inside ---

function isPipe(kind: unknown): boolean {
  return kind === "pipe" || kind === "overlapped" || (typeof kind === "number" && kind < 0);
}

const noInput = Promise.resolve(Buffer.alloc(0));

/** What a process writes; `ref` and `unref` are there because a pipe of Node's has them. */
class Output extends Readable {
  #isFinished = false;

  override _read(): void {}

  finish(): void {
    if (this.#isFinished) return;
    this.#isFinished = true;
    this.push(null);
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }
}

/** What is written to a process; it is kept until that has ended. */
class Input extends Writable {
  readonly whole: Promise<string>;
  readonly bytes: Promise<Buffer>;
  readonly #pieces: Buffer[] = [];
  #tell: (text: string) => void = () => {};
  #tellBytes: (bytes: Buffer) => void = () => {};

  constructor() {
    super();
    this.whole = new Promise((resolve) => {
      this.#tell = resolve;
    });
    this.bytes = new Promise((resolve) => {
      this.#tellBytes = resolve;
    });
  }

  get isEmpty(): boolean {
    return this.#pieces.length === 0;
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#pieces.push(chunk);
    done();
  }

  override _final(done: () => void): void {
    this.#end();
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#end();
    done(error);
  }

  #end(): void {
    const bytes = Buffer.concat(this.#pieces);
    this.#tell(bytes.toString());
    this.#tellBytes(bytes);
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }
}
