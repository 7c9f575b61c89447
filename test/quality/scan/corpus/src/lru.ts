/** Forgets what was used longest ago. */
export class Lru {
  readonly #entries = new Map<string, number>();

  constructor(readonly countMax: number) {
    if (!Number.isInteger(countMax) || countMax < 1) {
      throw new RangeError(`countMax must be a whole number above 0, got ${countMax}`);
    }
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: string): number | undefined {
    const value = this.#entries.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  set(key: string, value: number): this {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size > this.countMax) {
      const [oldest] = this.#entries.keys();
      this.#entries.delete(oldest);
    }
    return this;
  }

  *[Symbol.iterator](): IterableIterator<[string, number]> {
    yield* this.#entries;
  }
}

/** The last so many of what was pushed. */
export class RingBuffer {
  readonly #slots: (number | undefined)[];
  #next = 0;
  #count = 0;

  constructor(capacity: number) {
    if (!Number.isInteger(capacity) || capacity < 1 || capacity > 65_536) {
      throw new RangeError("capacity must be between 1 and 65536");
    }
    this.#slots = new Array<number | undefined>(capacity).fill(undefined);
  }

  get length(): number {
    return this.#count;
  }

  push(value: number): void {
    this.#slots[this.#next] = value;
    this.#next = (this.#next + 1) % this.#slots.length;
    this.#count = Math.min(this.#count + 1, this.#slots.length);
  }

  /** The newest is 0. */
  at(index: number): number {
    if (!Number.isInteger(index) || index < 0 || index >= this.#count) {
      throw new RangeError(`there is no ${index}`);
    }
    const place = (this.#next - 1 - index + this.#slots.length) % this.#slots.length;
    return this.#slots[place] as number;
  }
}
