import type { Decision } from "../../kernel/decisions/decision.ts";
import type { TriedInput } from "../../search/fuzz/sequence-source.ts";

/**
 * The inputs that were run in one instance of the modules, in order. Bytes are copied into one
 * block, because there are thousands; when it is full, the oldest half is forgotten.
 */
export class TriedInputs {
  readonly #block = new Uint8Array(blockBytes);
  #used = 0;
  /** Where each input of bytes ends, or what was decided to make it. */
  #ends: (number | readonly Decision[])[] = [];

  clear(): void {
    this.#used = 0;
    if (this.#ends.length > 0) this.#ends = [];
  }

  push(input: TriedInput): void {
    if (!(input instanceof Uint8Array)) {
      this.#ends.push(input);
      return;
    }
    if (this.#used + input.length > blockBytes) this.#forget();
    if (this.#used + input.length > blockBytes) this.clear();
    if (input.length > blockBytes) return;
    this.#block.set(input, this.#used);
    this.#used += input.length;
    this.#ends.push(this.#used);
  }

  list(): readonly TriedInput[] {
    let start = 0;
    return this.#ends.map((end) => {
      if (typeof end !== "number") return end;
      const bytes = this.#block.slice(start, end);
      start = end;
      return bytes;
    });
  }

  #forget(): void {
    const half = this.#ends.length >> 1;
    const kept = this.list().slice(half);
    this.clear();
    for (const input of kept) this.push(input);
  }
}

// --- inside ---

const blockBytes = 1 << 20;
