const roundConstants = Int32Array.from(primeFractions(64, 1 / 3));
const initialState = Int32Array.from(primeFractions(8, 1 / 2));

/**
 * SHA-256 of a text (as UTF-8) or of bytes, in hexadecimal. The kernel owns one because it may not
 * see Node; ids and digest chains must be the same wherever a trace is read.
 */
export function sha256(input: string | Uint8Array): string {
  return new Sha256().update(input).hex();
}

/** SHA-256 of what comes in pieces, so that a long text is never held as a whole. */
export class Sha256 {
  readonly #state = initialState.slice();
  readonly #block = new Uint8Array(blockLength);
  /** Text that waits: encoding many short pieces one by one costs more than hashing them. */
  #text = "";
  #filled = 0;
  #length = 0;

  /** Takes the next piece; a text must not be cut inside a surrogate pair. */
  update(input: string | Uint8Array): this {
    if (typeof input === "string") {
      this.#text += input;
      if (this.#text.length >= textWaitingMax) this.#encode();
      return this;
    }
    this.#encode();
    this.#take(input);
    return this;
  }

  /** Ends the input and gives its digest in hexadecimal; nothing may be added afterwards. */
  hex(): string {
    this.#encode();
    const length = this.#length;
    const padding = new Uint8Array(((this.#filled + 72) & ~63) - this.#filled);
    padding[0] = 0x80;
    setWord(padding, padding.length - 8, Math.floor(length / 0x2000_0000));
    setWord(padding, padding.length - 4, length * 8);
    this.#take(padding);
    let hex = "";
    for (const word of this.#state) hex += (word >>> 0).toString(16).padStart(8, "0");
    return hex;
  }

  #encode(): void {
    if (this.#text === "") return;
    this.#take(utf8.encode(this.#text));
    this.#text = "";
  }

  #take(bytes: Uint8Array): void {
    this.#length += bytes.length;
    let offset = Math.min(bytes.length, (blockLength - this.#filled) % blockLength);
    this.#block.set(bytes.subarray(0, offset), this.#filled);
    this.#filled += offset;
    if (this.#filled === blockLength) {
      this.#compress(this.#block, 0);
      this.#filled = 0;
    }
    for (; offset + blockLength <= bytes.length; offset += blockLength) {
      this.#compress(bytes, offset);
    }
    this.#block.set(bytes.subarray(offset), this.#filled);
    this.#filled += bytes.length - offset;
  }

  #compress(bytes: Uint8Array, offset: number): void {
    for (let i = 0; i < 16; i++) schedule[i] = wordAt(bytes, offset + i * 4);
    compress(this.#state, schedule);
  }
}

// --- inside ---

const blockLength = 64;
const textWaitingMax = 16_384;
const utf8 = new TextEncoder();
/** One for all: it is written anew for every block. */
const schedule = new Int32Array(64);

// Byte by byte: a view of a short array first makes V8 move it out of its heap.
function wordAt(bytes: Uint8Array, at: number): number {
  const high = ((bytes[at] ?? 0) << 24) | ((bytes[at + 1] ?? 0) << 16);
  return high | ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0);
}

function setWord(bytes: Uint8Array, at: number, word: number): void {
  for (let i = 0; i < 4; i++) bytes[at + i] = word >>> (24 - i * 8);
}

function compress(state: Int32Array, w: Int32Array): void {
  for (let i = 16; i < 64; i++) {
    const a = w[i - 15] ?? 0;
    const b = w[i - 2] ?? 0;
    const s0 = rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3);
    const s1 = rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10);
    w[i] = ((w[i - 16] ?? 0) + s0 + (w[i - 7] ?? 0) + s1) | 0;
  }
  // Read one by one: destructuring goes through an iterator, and this is the hot loop of a trace.
  let a = state[0] ?? 0;
  let b = state[1] ?? 0;
  let c = state[2] ?? 0;
  let d = state[3] ?? 0;
  let e = state[4] ?? 0;
  let f = state[5] ?? 0;
  let g = state[6] ?? 0;
  let h = state[7] ?? 0;
  for (let i = 0; i < 64; i++) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (roundConstants[i] ?? 0) + (w[i] ?? 0)) | 0;
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  state[0] = ((state[0] ?? 0) + a) | 0;
  state[1] = ((state[1] ?? 0) + b) | 0;
  state[2] = ((state[2] ?? 0) + c) | 0;
  state[3] = ((state[3] ?? 0) + d) | 0;
  state[4] = ((state[4] ?? 0) + e) | 0;
  state[5] = ((state[5] ?? 0) + f) | 0;
  state[6] = ((state[6] ?? 0) + g) | 0;
  state[7] = ((state[7] ?? 0) + h) | 0;
}

function rotate(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

/** The first 32 bits of the fractional parts of the primes' roots, as the standard defines them. */
function primeFractions(count: number, power: number): number[] {
  const fractions: number[] = [];
  for (let candidate = 2; fractions.length < count; candidate++) {
    if (isPrime(candidate)) fractions.push(((candidate ** power % 1) * 0x1_0000_0000) | 0);
  }
  return fractions;
}

function isPrime(candidate: number): boolean {
  for (let factor = 2; factor * factor <= candidate; factor++) {
    if (candidate % factor === 0) return false;
  }
  return true;
}
