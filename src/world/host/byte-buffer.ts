/**
 * Bytes as they come in, until somebody says that there are too many. Those that come in small
 * pieces are copied together: a byte that comes alone would else keep an object of its own, and
 * all of the memory of which it is a part.
 */
export class ByteBuffer {
  readonly #blockLength: number;
  #chunks: Uint8Array[] = [];
  /** What small pieces are copied to, as far as it is used. */
  #block = noBytes;
  #blockUsed = 0;
  length = 0;

  constructor(blockLength: number = 64 * 1_024) {
    this.#blockLength = blockLength;
  }

  push(chunk: Uint8Array): void {
    this.length += chunk.length;
    const isLarge = chunk.length * 4 >= this.#blockLength;
    if (isLarge && chunk.length * 2 >= chunk.buffer.byteLength) {
      this.#closeBlock();
      this.#chunks.push(chunk);
    } else this.#copy(chunk);
  }

  /** All of them, in memory of their own. */
  whole(): Uint8Array<ArrayBuffer> {
    return this.#part(0, this.length);
  }

  /** At most so many of the first. */
  first(count: number): Uint8Array<ArrayBuffer> {
    return this.#part(0, Math.min(count, this.length));
  }

  /** At most so many of the last. */
  last(count: number): Uint8Array<ArrayBuffer> {
    return this.#part(Math.max(0, this.length - count), this.length);
  }

  /** Lets go of them. */
  drop(): void {
    this.#chunks = [];
    this.#block = noBytes;
    this.#blockUsed = 0;
    this.length = 0;
  }

  #copy(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length;) {
      if (this.#blockUsed === this.#block.length) {
        this.#closeBlock();
        this.#block = new Uint8Array(this.#blockLength);
      }
      const part = chunk.subarray(at, at + this.#block.length - this.#blockUsed);
      this.#block.set(part, this.#blockUsed);
      this.#blockUsed += part.length;
      at += part.length;
    }
  }

  #closeBlock(): void {
    const used = this.#blockUsed;
    // A copy where the rest is not needed: it might be most of the block, and that many times.
    const isFull = used === this.#block.length;
    if (used > 0) this.#chunks.push(isFull ? this.#block : this.#block.slice(0, used));
    this.#block = noBytes;
    this.#blockUsed = 0;
  }

  #part(from: number, to: number): Uint8Array<ArrayBuffer> {
    const part = new Uint8Array(to - from);
    let at = 0;
    for (const chunk of [...this.#chunks, this.#block.subarray(0, this.#blockUsed)]) {
      const start = Math.max(from - at, 0);
      const end = Math.min(to - at, chunk.length);
      if (start < end) part.set(chunk.subarray(start, end), at + start - from);
      at += chunk.length;
    }
    return part;
  }
}

/** How much is shown of the beginning and of the end of what was too long. */
export const shownBytes = 1_024;

/** How much of the end of each output is kept of a process that was out of time. */
export const clippedBytes: number = 64 * 1_024;

// --- inside ---

const noBytes = new Uint8Array();
