/** The bytes of a file: they grow by doubling and are shared until somebody writes. */
export class Content {
  #bytes: Uint8Array;
  #isShared: boolean;
  size: number;

  constructor(bytes: Uint8Array = nothing, size: number = bytes.length) {
    this.#bytes = bytes;
    this.#isShared = true;
    this.size = size;
  }

  /** The same bytes for a second owner; whoever writes first takes a copy. */
  share(): Content {
    this.#isShared = true;
    return new Content(this.#bytes, this.size);
  }

  /** What stands at a place, not copied: valid until the next write. */
  view(start: number, length: number): Uint8Array {
    const end = Math.max(start, Math.min(this.size, start + length));
    if (start === 0 && end === this.#bytes.length) return this.#bytes;
    return this.#bytes.subarray(start, end);
  }

  /** Writes at a place; a gap before it is filled with zeros. The data must not change later. */
  write(start: number, data: Uint8Array): void {
    const end = start + data.length;
    if (this.size === 0 && start === 0) {
      // Most files are written once, whole: then there is nothing to copy.
      this.#bytes = data;
      this.#isShared = true;
      this.size = end;
      return;
    }
    this.#own(Math.max(end, this.size));
    this.#bytes.set(data, start);
    if (end > this.size) this.size = end;
  }

  /** Cuts the bytes off, or fills up with zeros. */
  resize(size: number): void {
    if (size === 0) {
      this.#bytes = nothing;
      this.#isShared = true;
    } else {
      this.#own(size);
      if (size < this.size) this.#bytes.fill(0, size, this.size);
    }
    this.size = size;
  }

  // Bytes from `size` on are always zero, so that growing leaves zeros in a gap.
  #own(capacity: number): void {
    if (!this.#isShared && capacity <= this.#bytes.length) return;
    const room = capacity <= this.#bytes.length ? this.#bytes.length : Math.max(capacity * 2, 64);
    const bytes = new Uint8Array(room);
    bytes.set(this.#bytes.subarray(0, this.size));
    this.#bytes = bytes;
    this.#isShared = false;
  }
}

// --- inside ---

const nothing = new Uint8Array(0);
