import { getDefaultHighWaterMark } from "node:stream";

/** The body of an answer as it comes in, for whoever reads it whole or chunk by chunk. */
export class PlainBody {
  readonly #cancel: (reason: unknown) => void;
  readonly #resume: () => void;
  #chunks: Buffer[] = [];
  #waitingBytes = 0;
  #isEnded = false;
  #error: Error | undefined;
  #isReadWhole = false;
  #controller: ReadableByteStreamController | undefined;
  #tell: () => void = () => {};

  constructor(resume: () => void, cancel: (reason: unknown) => void) {
    this.#resume = resume;
    this.#cancel = cancel;
  }

  /** Whether somebody has asked for all of it. */
  get isReadWhole(): boolean {
    return this.#isReadWhole;
  }

  /** Takes a chunk; false if the next has to wait until more of it is read. */
  push(chunk: Buffer): boolean {
    this.#chunks.push(chunk);
    this.#waitingBytes += chunk.length;
    this.#tell();
    return this.#isReadWhole || this.#waitingBytes < waitingBytesMax;
  }

  end(): void {
    this.#isEnded = true;
    this.#tell();
  }

  fail(cause: unknown): void {
    this.#error = new TypeError("terminated", { cause });
    this.#controller?.error(this.#error);
    this.#tell();
  }

  /** All of it, when it has come; to be called once. */
  async whole(): Promise<Buffer> {
    this.#isReadWhole = true;
    this.#resume();
    while (!this.#isEnded && this.#error === undefined) await this.#change();
    if (this.#error !== undefined) throw this.#error;
    const [only] = this.#chunks;
    return this.#chunks.length === 1 && only !== undefined ? only : Buffer.concat(this.#chunks);
  }

  /** A stream of what has not been read; to be called once. */
  stream(): ReadableStream<Uint8Array> {
    return new ReadableStream({
      type: "bytes",
      start: (controller) => {
        this.#controller = controller;
        if (this.#error !== undefined) controller.error(this.#error);
      },
      pull: (controller) => this.#pull(controller),
      cancel: (reason) => this.#cancel(reason),
    });
  }

  async #pull(controller: ReadableByteStreamController): Promise<void> {
    while (this.#chunks.length === 0 && !this.#isEnded && this.#error === undefined) {
      await this.#change();
    }
    if (this.#error !== undefined) return;
    const chunk = this.#chunks.shift();
    if (chunk === undefined) {
      controller.close();
      controller.byobRequest?.respond(0);
      return;
    }
    this.#waitingBytes -= chunk.length;
    controller.enqueue(new Uint8Array(chunk));
    if (this.#waitingBytes < waitingBytesMax) this.#resume();
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#tell = resolve;
    });
  }
}

// --- inside ---

/** As much as undici keeps before it asks to wait. */
const waitingBytesMax = getDefaultHighWaterMark(false);
