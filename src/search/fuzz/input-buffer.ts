/** An input that is being changed, in a buffer that is used again for the next one. */
export class InputBuffer {
  readonly bytes: Uint8Array;
  /** How long it may become; below the size of the buffer. */
  limit: number;
  length = 0;

  constructor(lengthMax: number) {
    this.bytes = new Uint8Array(lengthMax);
    this.limit = lengthMax;
  }

  /** Starts from an input. */
  take(input: Uint8Array): void {
    const length = Math.min(input.length, this.bytes.length);
    if (length === input.length) this.bytes.set(input);
    else this.bytes.set(input.subarray(0, length));
    this.length = length;
  }

  /** Puts a piece in the place of a part; what would be too long is left as it is. */
  replace(part: { readonly at: number; readonly length: number }, piece: Uint8Array): void {
    const { at, length } = part;
    const longer = this.length - length + piece.length;
    if (longer > this.bytes.length) return;
    if (piece.length !== length) this.bytes.copyWithin(at + piece.length, at + length, this.length);
    for (let i = 0; i < piece.length; i++) this.bytes[at + i] = piece[i] ?? 0;
    this.length = longer;
  }

  /** Puts a piece between what is there; what would be too long is left as it is. */
  insert(at: number, piece: ArrayLike<number>): void {
    const size = piece.length;
    if (this.length + size > this.bytes.length) return;
    if (at < this.length) this.bytes.copyWithin(at + size, at, this.length);
    for (let i = 0; i < size; i++) this.bytes[at + i] = piece[i] ?? 0;
    this.length += size;
  }

  /** Leaves a part out. */
  remove(at: number, length: number): void {
    this.bytes.copyWithin(at, at + length, this.length);
    this.length -= length;
  }

  /** A copy of what it is now, for whoever keeps it or changes it. */
  copy(): Uint8Array {
    return this.bytes.slice(0, this.length);
  }
}
