import { assert } from "../errors/assert.ts";

/** Writes numbers and texts compactly: small ones take one byte. */
export class ByteWriter {
  #buffer = new Uint8Array(256);
  #length = 0;

  /** What was written so far. */
  bytes(): Uint8Array {
    return this.#buffer.slice(0, this.#length);
  }

  byte(value: number): void {
    if (this.#length === this.#buffer.length) {
      const larger = new Uint8Array(this.#buffer.length * 2);
      larger.set(this.#buffer);
      this.#buffer = larger;
    }
    this.#buffer[this.#length] = value;
    this.#length += 1;
  }

  raw(bytes: Uint8Array): void {
    for (const byte of bytes) this.byte(byte);
  }

  /** A whole number from 0 on: seven bits a byte, the lowest first. */
  count(value: number): void {
    assert(Number.isSafeInteger(value) && value >= 0, "a count is a whole number from 0 on");
    let rest = value;
    while (rest > 0x7f) {
      this.byte((rest % 0x80) | 0x80);
      rest = Math.floor(rest / 0x80);
    }
    this.byte(rest);
  }

  /** A whole number with its sign: the sign and six bits, then seven bits a byte. */
  whole(value: number): void {
    assert(Number.isSafeInteger(value), "a decision's number is whole and exact");
    const size = Math.abs(value);
    const sign = value < 0 ? 0x40 : 0;
    if (size < 0x40) {
      this.byte(size | sign);
      return;
    }
    this.byte((size % 0x40) | sign | 0x80);
    this.count(Math.floor(size / 0x40));
  }

  /** The same for a bigint of any size. */
  big(value: bigint): void {
    const sign = value < 0n ? 1 : 0;
    const hex = (value < 0n ? -value : value).toString(16);
    const even = hex.length % 2 === 0 ? hex : `0${hex}`;
    this.count(even.length + sign);
    for (let at = 0; at < even.length; at += 2) {
      this.byte(Number.parseInt(even.slice(at, at + 2), 16));
    }
  }

  /** A text by its UTF-16 units, so that a lone surrogate survives. */
  text(text: string): void {
    this.count(text.length);
    for (let at = 0; at < text.length; at++) this.count(text.charCodeAt(at));
  }
}

/** Reads what `ByteWriter` wrote; it throws a RangeError where the bytes end too early. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  byte(): number {
    const byte = this.#bytes[this.#at];
    if (byte === undefined) throw new RangeError("the bytes end too early");
    this.#at += 1;
    return byte;
  }

  raw(length: number): Uint8Array {
    if (length > this.#left) throw new RangeError("the bytes end too early");
    this.#at += length;
    return this.#bytes.slice(this.#at - length, this.#at);
  }

  count(): number {
    let value = 0;
    let factor = 1;
    for (;;) {
      const byte = this.byte();
      value += (byte & 0x7f) * factor;
      if (!Number.isSafeInteger(value)) throw new RangeError("a number is too large");
      if (byte < 0x80) return value;
      factor *= 0x80;
    }
  }

  whole(): number {
    const first = this.byte();
    const low = first & 0x3f;
    const size = first < 0x80 ? low : this.count() * 0x40 + low;
    if (!Number.isSafeInteger(size)) throw new RangeError("a number is too large");
    return (first & 0x40) !== 0 && size > 0 ? -size : size;
  }

  big(): bigint {
    const head = this.count();
    const bytes = this.raw(Math.floor(head / 2));
    let hex = "0x0";
    for (const byte of bytes) hex += byte.toString(16).padStart(2, "0");
    return head % 2 === 1 ? -BigInt(hex) : BigInt(hex);
  }

  text(): string {
    const parts: string[] = [];
    for (let left = this.#length(); left > 0; left--) {
      parts.push(String.fromCharCode(this.count() & 0xffff));
    }
    return parts.join("");
  }

  /** As many items as a count says, each read by `read`. */
  list<T>(read: () => T): readonly T[] {
    const items: T[] = [];
    for (let left = this.#length(); left > 0; left--) items.push(read());
    return items;
  }

  get #left(): number {
    return this.#bytes.length - this.#at;
  }

  /** A count of things that take a byte or more: a larger one is a lie, told before it costs. */
  #length(): number {
    const length = this.count();
    if (length > this.#left) throw new RangeError("the bytes end too early");
    return length;
  }
}
