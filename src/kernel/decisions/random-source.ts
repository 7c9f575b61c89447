import type {
  BytesLimits,
  DecisionSource,
  DrawSource,
  IntegerRange,
  Named,
  ValuePlan,
} from "./decisions.ts";
import { Generator } from "./generator.ts";
import type { SeedWords } from "./seed.ts";

/** How often a value is biased to edges: once in 2 to 6 draws, as in fast-check's early runs. */
const biasRange = { min: 2, max: 6 };

/**
 * Once in so many runs everything is slow. A lease or a time limit that several waits together
 * outlast needs all of them to be long, which draws that know nothing of each other hardly give.
 */
const slowRunEach = 8;

/** Answers by chance, from the campaign's seed and the run's index. */
export class RandomSource implements DecisionSource, DrawSource {
  readonly #generator = new Generator();
  #isSlow = false;

  /** Starts the answers of one run; one source serves a whole campaign. */
  restart(seed: SeedWords, runIndex: number): this {
    this.#generator.restart(seed, runIndex);
    this.#isSlow = runIndex % slowRunEach === slowRunEach - 1;
    return this;
  }

  pick(_label: string, options: readonly Named[]): number {
    return this.#generator.integer(0, options.length - 1);
  }

  chance(_label: string, probability: number): boolean {
    return this.#generator.next() < probability * 0x1_0000_0000;
  }

  integer(label: string, { min, max }: IntegerRange): number {
    const isLong = this.#isSlow && label.startsWith("latency ");
    return this.#generator.integer(isLong ? max - Math.floor((max - min) / 4) : min, max);
  }

  bytes(_label: string, limits: BytesLimits): Uint8Array {
    const length = this.#generator.integer(limits.lengthMin ?? 0, limits.lengthMax);
    const bytes = new Uint8Array(length);
    for (let i = 0; i < length; i++) bytes[i] = this.#generator.next() >>> 24;
    return bytes;
  }

  value(_label: string): ValuePlan {
    return {
      bias: this.#generator.integer(biasRange.min, biasRange.max),
      draws: this,
      path: noPath,
    };
  }

  int(min: number, max: number): number {
    return this.#generator.integer(min, max);
  }

  big(min: bigint, max: bigint): bigint {
    return this.#generator.bigInteger(min, max);
  }

  open(_label: string): void {}

  close(): void {}
}

/** Answers with the simplest thing allowed: the first option, no, the smallest number, no bytes. */
export class SimplestSource implements DecisionSource, DrawSource {
  pick(): number {
    return 0;
  }

  chance(): boolean {
    return false;
  }

  integer(_label: string, range: IntegerRange): number {
    return simplestInteger(range);
  }

  bytes(_label: string, limits: BytesLimits): Uint8Array {
    return new Uint8Array(limits.lengthMin ?? 0);
  }

  value(): ValuePlan {
    return { bias: biasRange.max, draws: this, path: noPath };
  }

  int(min: number, max: number): number {
    // fast-check asks `nextInt(1, bias) === 1` for "be biased"; the highest answer says no, and
    // then the number nearest zero is the plainest value.
    if (min === 1 && max <= biasRange.max) return max;
    return simplestInteger({ min, max });
  }

  big(min: bigint, max: bigint): bigint {
    if (min > 0n) return min;
    return max < 0n ? max : 0n;
  }

  open(): void {}

  close(): void {}
}

// --- inside ---

const noPath: readonly number[] = [];

function simplestInteger(range: IntegerRange): number {
  if (range.min > 0) return range.min;
  return range.max < 0 ? range.max : 0;
}
