import type { SeedWords } from "./seed.ts";

/**
 * xoshiro128**: small, fast, and the same on every machine. It is the only source of chance in a
 * run; everything random is derived from one of these, seeded by the campaign and the run's index.
 */
export class Generator {
  #a = 0;
  #b = 0;
  #c = 0;
  #d = 0;

  /** Starts over for one run of a campaign, without a new object. */
  restart(seed: SeedWords, runIndex: number): void {
    const [a, b, c, d] = seed.words;
    const low = runIndex >>> 0;
    const high = Math.floor(runIndex / 0x1_0000_0000) >>> 0;
    this.#a = mix(a ^ mix(low + 0x9e37_79b9));
    this.#b = mix(b ^ mix(low ^ 0x85eb_ca6b));
    this.#c = mix(c + mix(high ^ 0xc2b2_ae35));
    this.#d = mix(d ^ (low + high)) | 1; // never all zero: the generator would stay there
  }

  /** A generator that will give the same numbers as this one from here on. */
  copy(): Generator {
    const twin = new Generator();
    twin.#a = this.#a;
    twin.#b = this.#b;
    twin.#c = this.#c;
    twin.#d = this.#d;
    return twin;
  }

  /** The next 32 bits, unsigned. */
  next(): number {
    const b = this.#b;
    let result = Math.imul(b, 5);
    result = Math.imul((result << 7) | (result >>> 25), 9);
    const shifted = b << 9;
    this.#c ^= this.#a;
    this.#d ^= b;
    this.#b = b ^ this.#c;
    this.#a ^= this.#d;
    this.#c ^= shifted;
    this.#d = (this.#d << 11) | (this.#d >>> 21);
    return result >>> 0;
  }

  /** A whole number from min to max, both included and both safe integers. */
  integer(min: number, max: number): number {
    const size = max - min + 1;
    if (size <= 0x1_0000_0000) {
      // Multiply-and-shift: the bias is below 2^-21 for any range that a test can notice.
      return min + Math.floor((this.next() / 0x1_0000_0000) * size);
    }
    // A fraction has 53 bits: over a wider range it would skip every other number.
    if (size > 0x20_0000_0000_0000) return Number(this.bigInteger(BigInt(min), BigInt(max)));
    return min + Math.floor(this.fraction() * size);
  }

  /** A whole bigint from min to max, both included. */
  bigInteger(min: bigint, max: bigint): bigint {
    const size = max - min + 1n;
    let drawn = 0n;
    for (let limit = 1n; limit < size << 16n; limit <<= 32n) {
      drawn = (drawn << 32n) | BigInt(this.next());
    }
    return min + (drawn % size);
  }

  /** A number in [0, 1) with 53 random bits. */
  fraction(): number {
    return ((this.next() >>> 5) * 0x400_0000 + (this.next() >>> 6)) / 0x20_0000_0000_0000;
  }
}

/** A generator that starts from one recorded number. */
export function generatorFrom(start: number): Generator {
  const generator = new Generator();
  generator.restart({ words: [0x6761, 0x756e, 0x746c, 0x6574] }, start);
  return generator;
}

// --- inside ---

function mix(word: number): number {
  let mixed = Math.imul(word ^ (word >>> 16), 0x85eb_ca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2_ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
