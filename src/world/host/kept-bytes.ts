/** Bytes as they come in, until somebody says that there are too many. */
export class KeptBytes {
  #chunks: Uint8Array[] = [];
  length = 0;

  push(chunk: Uint8Array): void {
    this.#chunks.push(chunk);
    this.length += chunk.length;
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
    this.length = 0;
  }

  #part(from: number, to: number): Uint8Array<ArrayBuffer> {
    const part = new Uint8Array(to - from);
    let at = 0;
    for (const chunk of this.#chunks) {
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
