import type { Generator } from "../../kernel/decisions/generator.ts";
import type { ArmCounts } from "../guidance/guided-state.ts";
import { type Operator, operators } from "./operators.ts";

/** Gives tries to the ways of changing inputs that still find something. */
export class OperatorWeights {
  readonly #names: readonly string[] = Object.keys(operators);
  readonly #all: readonly Operator[] = Object.values(operators);
  readonly #tries: Float64Array;
  readonly #finds: Float64Array;
  /** For each way the sum of its weight and all before it. */
  readonly #sums: Float64Array;

  constructor(known: Readonly<Record<string, ArmCounts>> = {}) {
    const count = this.#all.length;
    this.#tries = Float64Array.from(this.#names, (name) => known[name]?.[0] ?? 0);
    this.#finds = Float64Array.from(this.#names, (name) => known[name]?.[1] ?? 0);
    this.#sums = new Float64Array(count);
    this.weigh();
  }

  /** Works out again what each way is worth; done now and then. */
  weigh(): void {
    let sum = 0;
    for (let at = 0; at < this.#sums.length; at++) {
      this.#tries[at] = (this.#tries[at] ?? 0) * fading;
      this.#finds[at] = (this.#finds[at] ?? 0) * fading;
      sum += (1 + (this.#finds[at] ?? 0)) / (patience + (this.#tries[at] ?? 0));
      this.#sums[at] = sum;
    }
  }

  /** The number of one of the ways. */
  choose(generator: Generator): number {
    const sums = this.#sums;
    const wanted = (generator.next() / 0x1_0000_0000) * (sums[sums.length - 1] ?? 0);
    let at = 0;
    while (at < sums.length - 1 && (sums[at] ?? 0) <= wanted) at += 1;
    this.#tries[at] = (this.#tries[at] ?? 0) + 1;
    return at;
  }

  operator(number: number): Operator | undefined {
    return this.#all[number];
  }

  /** Hears that a way, among others, led to something new. */
  reward(number: number): void {
    this.#finds[number] = (this.#finds[number] ?? 0) + 1;
  }

  data(): Record<string, ArmCounts> {
    return Object.fromEntries(
      this.#names.map((name, at) => [name, [this.#tries[at] ?? 0, this.#finds[at] ?? 0] as const]),
    );
  }
}

// --- inside ---

/** What was learned fades, so that shares follow what finds something now. */
const fading = 0.98;
/** Tries without result that each way is given from the start. */
const patience = 100;
