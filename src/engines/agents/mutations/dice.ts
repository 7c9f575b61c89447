import { Generator } from "../../../kernel/decisions/generator.ts";
import { seedWords } from "../../../kernel/decisions/seed.ts";

/** Draws for one mutation; what it gives depends on nothing but the words it was made with. */
export class Dice {
  readonly #generator = new Generator();

  constructor(words: readonly string[]) {
    this.#generator.restart(seedWords(JSON.stringify(words)), 0);
  }

  /** A whole number from 0 up to `below`. */
  number(below: number): number {
    return this.#generator.integer(0, Math.max(1, below) - 1);
  }

  /** One of these; the list has at least one. */
  one<Item>(items: readonly Item[]): Item {
    return items[this.number(items.length)] as Item;
  }

  /** So many of these at most, in their order. */
  some<Item>(items: readonly Item[], count: number): readonly Item[] {
    const left = items.map((_, index) => index);
    const taken: number[] = [];
    while (taken.length < count && left.length > 0) {
      taken.push(...left.splice(this.number(left.length), 1));
    }
    return taken.toSorted((one, other) => one - other).map((index) => items[index] as Item);
  }
}
