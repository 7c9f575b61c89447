import type { Draw } from "./decision.ts";
import type { DrawSource, GeneratedValue, ValueArbitrary, ValuePlan } from "./decisions.ts";
import { type Generator, generatorFrom } from "./generator.ts";

/** One value may ask for so many numbers; a constant answer would loop `filter` for ever. */
const drawsMax = 20_000;

/** A run that asks for more draws than a value may have; such a run is rejected, not judged. */
export class DrawLimitError extends Error {
  override readonly name: string = "DrawLimitError";
  constructor() {
    super(`a value drew more than ${drawsMax} numbers`);
  }
}

/** What making one value gave: the value, the numbers it took, the shrink path really walked. */
export interface DrawnValue<T> {
  readonly value: T;
  readonly draws: readonly Draw[];
  readonly path: readonly number[];
}

/** Makes a value of an arbitrary as planned and says what it took. */
export function drawValue<T>(arbitrary: ValueArbitrary<T>, plan: ValuePlan): DrawnValue<T> {
  const random = new DrawingRandom(plan.draws);
  let generated = arbitrary.generate(random as never, plan.bias);
  if (plan.path.length === 0) {
    return { value: generated.value, draws: random.drawn, path: noPath };
  }
  const walked: number[] = [];
  for (const index of plan.path) {
    const child = nthChild(arbitrary, generated, index);
    // The walked path is shorter than the planned one where a child does not exist: this is how
    // the shrinker learns that a level is exhausted without knowing the arbitrary.
    if (child === undefined) break;
    generated = child;
    walked.push(index);
  }
  return { value: generated.value, draws: random.drawn, path: walked };
}

// --- inside ---

const noPath: readonly number[] = [];

function nthChild<T>(
  arbitrary: ValueArbitrary<T>,
  parent: GeneratedValue<T>,
  index: number,
): GeneratedValue<T> | undefined {
  let position = 0;
  for (const child of arbitrary.shrink(parent.value_, parent.context)) {
    if (position === index) return child;
    position += 1;
  }
  return undefined;
}

/** Counts what one value draws, recorded or not: a clone could loop `filter` for ever as well. */
class DrawCount {
  #drawn = 0;

  add(): void {
    this.#drawn += 1;
    if (this.#drawn > drawsMax) throw new DrawLimitError();
  }
}

/** Stands in for fast-check's `Random`: every number it gives is bounded and written down. */
class DrawingRandom {
  readonly drawn: Draw[] = [];
  readonly #source: DrawSource;
  readonly #count = new DrawCount();
  #seeded: Generator | undefined;

  constructor(source: DrawSource) {
    this.#source = source;
  }

  nextInt(min = -0x8000_0000, max = 0x7fff_ffff): number {
    this.#count.add();
    if (this.#seeded !== undefined) return this.#seeded.integer(min, max);
    const value = this.#source.int(min, max);
    this.drawn.push(value);
    return value;
  }

  nextBigInt(min: bigint, max: bigint): bigint {
    this.#count.add();
    if (this.#seeded !== undefined) return this.#seeded.bigInteger(min, max);
    const value = this.#source.big(min, max);
    this.drawn.push(value);
    return value;
  }

  next(bits: number): number {
    return this.nextInt(0, bits >= 31 ? 0x7fff_ffff : (1 << bits) - 1);
  }

  nextBoolean(): boolean {
    return this.nextInt(0, 1) === 1;
  }

  nextDouble(): number {
    return (this.next(26) * 0x800_0000 + this.next(27)) / 0x20_0000_0000_0000;
  }

  /**
   * fast-check clones a generator when two values must come from the same numbers (`fc.clone`,
   * `chain` while shrinking). From here on both follow one recorded number.
   */
  clone(): SeededRandom {
    this.#seeded ??= generatorFrom(this.nextInt(0, 0x7fff_ffff));
    return new SeededRandom(this.#seeded.copy(), this.#count);
  }

  getState(): undefined {
    return undefined;
  }
}

class SeededRandom {
  readonly #generator: Generator;
  readonly #count: DrawCount;

  constructor(generator: Generator, count: DrawCount) {
    this.#generator = generator;
    this.#count = count;
  }

  nextInt(min = -0x8000_0000, max = 0x7fff_ffff): number {
    this.#count.add();
    return this.#generator.integer(min, max);
  }

  nextBigInt(min: bigint, max: bigint): bigint {
    this.#count.add();
    return this.#generator.bigInteger(min, max);
  }

  next(bits: number): number {
    return this.nextInt(0, bits >= 31 ? 0x7fff_ffff : (1 << bits) - 1);
  }

  nextBoolean(): boolean {
    return this.nextInt(0, 1) === 1;
  }

  nextDouble(): number {
    return (this.next(26) * 0x800_0000 + this.next(27)) / 0x20_0000_0000_0000;
  }

  clone(): SeededRandom {
    return new SeededRandom(this.#generator.copy(), this.#count);
  }

  getState(): undefined {
    return undefined;
  }
}
