import type {
  BytesLimits,
  DecisionSource,
  IntegerRange,
  Named,
  ValuePlan,
} from "../../kernel/decisions/decisions.ts";
import type { CoverageMap } from "../../subject/coverage/index.ts";
import type { Hit } from "./guided-state.ts";

/** How many decisions it took to reach some of what was looked for. */
export interface Cut {
  readonly at: number;
  readonly hits: readonly Hit[];
}

/**
 * Repeats a run and notices before which decision everything that was new in it had been reached:
 * what comes later need not be repeated to get there.
 */
export class CutFinder implements DecisionSource {
  readonly wantsLiterals: boolean;
  readonly #inner: DecisionSource;
  readonly #map: CoverageMap | undefined;
  #missing: readonly Hit[];
  #asked = 0;
  /** Where some of it was reached and more was still to come. */
  readonly cuts: Cut[] = [];
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
    this.#missing = wanted.hits;
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
    const map = this.#map;
    if (this.cut === undefined && map !== undefined) this.#lookAt(map);
    this.#asked += 1;
  }

  #lookAt(map: CoverageMap): void {
    const missing = this.#missing;
    const last = missing.at(-1);
    // With much to look for, nothing is told apart until the last of it was reached.
    const isMany = missing.length > cutsMax;
    if (isMany && last !== undefined && !map.hasReached(last[0], last[1])) return;
    const left = missing.filter(([slot, bucket]) => !map.hasReached(slot, bucket));
    if (left.length === missing.length && left.length > 0) return;
    this.#missing = left;
    if (left.length === 0) this.cut = this.#asked;
    else if (!isMany) {
      this.cuts.push({ at: this.#asked, hits: missing.filter((hit) => !left.includes(hit)) });
    }
  }
}

// --- inside ---

/** So many new places of one run are told apart by where they were reached. */
const cutsMax = 8;
