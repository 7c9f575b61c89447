import type {
  BytesLimits,
  DecisionSource,
  DrawSource,
  IntegerRange,
  Named,
  ValuePlan,
} from "../../kernel/decisions/decisions.ts";
import { SimplestSource } from "../../kernel/decisions/random-source.ts";
import type { ScheduleView, SeeSchedule } from "./schedule-view.ts";

/** A decision with several answers: which one is taken, of how many. */
export interface Branch {
  index: number;
  readonly count: number;
}

/** What a walk over all decisions passed over. */
export type MissedPart = "values" | "timers" | "crowded" | "depth" | "drift";

/** Answers along a path of a decision tree and with the first answer below it. */
export class DfsSource implements DecisionSource, DrawSource {
  readonly #see: SeeSchedule;
  readonly #depthMax: number;
  readonly #simplest = new SimplestSource();
  #path: Branch[] = [];
  #at = 0;
  #completions = 0;
  #view: ScheduleView | undefined;
  /** Gathers over all runs. */
  readonly missed: Set<MissedPart> = new Set();

  constructor(see: SeeSchedule, depthMax: number) {
    this.#see = see;
    this.#depthMax = depthMax;
  }

  /** Starts the answers of one run; the path grows by the branches that the run meets. */
  begin(path: Branch[]): this {
    this.#path = path;
    this.#at = 0;
    this.#completions = 0;
    return this;
  }

  /** Ends the run; a path longer than what the run asked for did not repeat. */
  finish(): void {
    if (this.#path.length > this.#at) this.missed.add("drift");
    this.#path.length = this.#at;
    // Whether a timer comes before a completion depends on more than the order that was chosen.
    if ((this.#view?.createdCount ?? 0) > this.#completions) this.missed.add("timers");
    this.#view = undefined;
  }

  pick(_label: string, options: readonly Named[]): number {
    return this.#choose(options.length);
  }

  chance(_label: string, probability: number): boolean {
    if (probability <= 0 || probability >= 1) return probability >= 1;
    return this.#choose(2) === 1;
  }

  integer(label: string, range: IntegerRange): number {
    const view = label.startsWith("latency ") ? this.#see() : undefined;
    const values = view === undefined ? this.#valuesOf(range) : this.#latencies(view, range);
    return values[this.#choose(values.length)] ?? range.min;
  }

  bytes(label: string, limits: BytesLimits): Uint8Array {
    if (limits.lengthMax > 0) this.missed.add("values");
    return this.#simplest.bytes(label, limits);
  }

  value(_label: string): ValuePlan {
    this.missed.add("values");
    return this.#simplest.value();
  }

  int(min: number, max: number): number {
    return this.#simplest.int(min, max);
  }

  big(min: bigint, max: bigint): bigint {
    return this.#simplest.big(min, max);
  }

  open(): void {}

  close(): void {}

  #choose(count: number): number {
    if (count <= 1) return 0;
    const known = this.#path[this.#at];
    if (known === undefined) {
      if (this.#at >= this.#depthMax) {
        this.missed.add("depth");
        return 0;
      }
      this.#path.push({ index: 0, count });
      this.#at += 1;
      return 0;
    }
    this.#at += 1;
    if (known.count === count) return known.index;
    this.missed.add("drift");
    return Math.min(known.index, count - 1);
  }

  /** All of a small range; of a wide one zero and the ends. */
  #valuesOf({ min, max }: IntegerRange): readonly number[] {
    if (max - min < enumeratedMax) {
      return Array.from({ length: max - min + 1 }, (_, offset) => min + offset);
    }
    this.missed.add("values");
    const ends = [min, max];
    return min < 0 && max > 0 ? [0, ...ends] : ends;
  }

  /**
   * One latency for each place in the order of what is pending: every order comes out once, and
   * none twice. Each leaves room around it for what comes later.
   */
  #latencies(view: ScheduleView, { min, max }: IntegerRange): readonly number[] {
    this.#view = view;
    this.#completions += 1;
    const { nowUs } = view;
    const times = new Set(view.pendingUs().map((atUs) => atUs - nowUs));
    const pending = [...times].filter((at) => at > min && at <= max).toSorted((a, b) => a - b);
    const places: number[] = [];
    let before = min;
    for (const next of [...pending, max + 1]) {
      if (next - before < 2 && pending.length > 0) this.missed.add("crowded");
      places.push(before + ((next - before) >> 1));
      before = next;
    }
    return places;
  }
}

// --- inside ---

/** Ranges of at most so many numbers are tried whole. */
const enumeratedMax = 16;
