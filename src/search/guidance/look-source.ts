import type {
  BytesLimits,
  DecisionSource,
  IntegerRange,
  Named,
  ValuePlan,
} from "../../kernel/decisions.ts";
import type { CoverageMap } from "../../subject/coverage/index.ts";
import type { Hit } from "./guided-state.ts";

/**
 * Repeats a run and notices before which decision everything that was new in it had been reached:
 * what comes later need not be repeated to get there.
 */
export class LookSource implements DecisionSource {
  readonly wantsLiterals: boolean;
  readonly #inner: DecisionSource;
  readonly #map: CoverageMap | undefined;
  /** What was not reached yet; only the last one is looked at until it is. */
  readonly #missing: Hit[];
  #asked = 0;
  /** How many decisions it took, once everything was reached. */
  cut: number | undefined;

  constructor(
    inner: DecisionSource,
    wanted: {
      readonly hits: readonly Hit[];
      readonly map: CoverageMap | undefined;
      /** Values are wanted as such, to be compared with what the code compares them to. */
      readonly wantsLiterals: boolean;
    },
  ) {
    this.#inner = inner;
    this.#missing = wanted.hits.toReversed();
    this.#map = wanted.map;
    this.wantsLiterals = wanted.wantsLiterals;
  }

  pick(label: string, options: readonly Named[], known: readonly Named[]): number {
    this.look();
    return this.#inner.pick(label, options, known);
  }

  chance(label: string, probability: number): boolean {
    this.look();
    return this.#inner.chance(label, probability);
  }

  integer(label: string, range: IntegerRange): number {
    this.look();
    return this.#inner.integer(label, range);
  }

  bytes(label: string, limits: BytesLimits): Uint8Array {
    this.look();
    return this.#inner.bytes(label, limits);
  }

  value(label: string): ValuePlan {
    this.look();
    return this.#inner.value(label);
  }

  open(label: string): void {
    this.look();
    this.#inner.open(label);
  }

  close(): void {
    this.look();
    this.#inner.close();
  }

  /** Looks what was reached by now; called once more when the run is over. */
  look(): void {
    if (this.cut === undefined && this.#map !== undefined && this.#hasReachedAll(this.#map)) {
      this.cut = this.#asked;
    }
    this.#asked += 1;
  }

  #hasReachedAll(map: CoverageMap): boolean {
    const missing = this.#missing;
    for (let last = missing.at(-1); last !== undefined; last = missing.at(-1)) {
      if (!map.hasReached(last[0], last[1])) return false;
      missing.pop();
    }
    return true;
  }
}
