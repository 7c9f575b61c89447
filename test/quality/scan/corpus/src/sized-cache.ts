interface Entry {
  value: string;
  bytes: number;
}

/** Keeps the latest entries and knows how much they weigh. */
export class SizedCache {
  readonly #entries = new Map<string, Entry>();
  #order: string[] = [];
  #bytes = 0;
  readonly #countMax: number;

  constructor(countMax = 2) {
    if (!(countMax >= 1)) throw new RangeError("a cache holds at least one entry");
    this.#countMax = countMax;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(key: string): string | undefined {
    return this.#entries.get(key)?.value;
  }

  set(key: string, value: string): void {
    this.delete(key);
    this.#entries.set(key, { value, bytes: value.length * 2 });
    this.#bytes += value.length * 2;
    this.#order.push(key);
    if (this.#order.length > this.#countMax) {
      const oldest = this.#order.shift()!;
      this.#bytes -= this.#entries.get(oldest)!.bytes;
      this.#entries.delete(oldest);
    }
  }

  delete(key: string): boolean {
    const entry = this.#entries.get(key);
    if (entry === undefined) return false;
    this.#bytes -= entry.bytes;
    return this.#entries.delete(key);
  }
}
