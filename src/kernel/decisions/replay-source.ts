import { bytesFromHex } from "../values/bytes.ts";
import {
  type Decision,
  decisionText,
  type Draw,
  type PickDecision,
  type ValueDecision,
} from "./decision.ts";
import type {
  BytesLimits,
  DecisionSource,
  DrawSource,
  IntegerRange,
  Named,
  ValuePlan,
} from "./decisions.ts";
import { type Divergence, DivergenceError } from "./divergence.ts";

/** What answers where the list cannot. */
export interface ReplayFallbacks {
  /** Answers at any place that does not fit; left out, the first such place stops the run. */
  readonly atDrift?: DecisionSource & DrawSource;
  /** Answers once the whole list was used; left out, the drift's answers are taken. */
  readonly atEnd?: DecisionSource & DrawSource;
}

/** Answers from a recorded list; where that is not possible it stops, or asks another source. */
export class ReplaySource implements DecisionSource {
  readonly #list: readonly Decision[];
  readonly #fallback: (DecisionSource & DrawSource) | undefined;
  readonly #atEnd: (DecisionSource & DrawSource) | undefined;
  /** For each open span whether the list has it. */
  readonly #isOpen: boolean[] = [];
  #cursor = 0;
  /** The first place where the list did not fit; put into words only for whoever asks. */
  #diverged: { readonly index: number; readonly asked: string } | undefined;
  /** Set when a recorded option is gone: no answer of another source could stand for it. */
  lostOption: Divergence | undefined;

  constructor(list: readonly Decision[], fallbacks: ReplayFallbacks = {}) {
    this.#list = list;
    this.#fallback = fallbacks.atDrift;
    this.#atEnd = fallbacks.atEnd ?? fallbacks.atDrift;
  }

  /** Set once, at the first place where the list did not fit. */
  get divergence(): Divergence | undefined {
    if (this.#diverged === undefined) return undefined;
    const { index, asked } = this.#diverged;
    const found = this.#list[index];
    const recorded = found === undefined ? "the end of the trace" : decisionText(found);
    return { index, recorded, asked };
  }

  pick(label: string, options: readonly Named[], known: readonly Named[] = options): number {
    const recorded = this.#take("pick", label);
    if (recorded !== undefined) {
      const index = options.findIndex((option) => option.name === recorded.value);
      if (index >= 0) return index;
      // Only the first of each is kept, and a search drifts in almost every run.
      if (this.lostOption === undefined || this.#diverged === undefined) {
        this.#missOption(recorded, options, known);
      }
    }
    return this.#instead().pick(label, options, known);
  }

  chance(label: string, probability: number): boolean {
    const recorded = this.#take("chance", label);
    return recorded === undefined ? this.#instead().chance(label, probability) : recorded.value;
  }

  integer(label: string, range: IntegerRange): number {
    const recorded = this.#take("integer", label);
    if (recorded === undefined) return this.#instead().integer(label, range);
    if (recorded.value >= range.min && recorded.value <= range.max) return recorded.value;
    this.#diverge(this.#cursor - 1, `integer ${label} from ${range.min} to ${range.max}`);
    return Math.min(Math.max(recorded.value, range.min), range.max);
  }

  bytes(label: string, limits: BytesLimits): Uint8Array {
    const recorded = this.#take("bytes", label);
    const bytes = recorded === undefined ? undefined : bytesFromHex(recorded.value);
    if (bytes === undefined) return this.#instead().bytes(label, limits);
    if (bytes.length >= (limits.lengthMin ?? 0) && bytes.length <= limits.lengthMax) return bytes;
    this.#diverge(this.#cursor - 1, `bytes ${label} of at most ${limits.lengthMax}`);
    return this.#instead().bytes(label, limits);
  }

  value(label: string): ValuePlan {
    const recorded = this.#take("value", label);
    if (recorded === undefined) return this.#instead().value(label);
    const { bias, path, literal, draws } = recorded;
    if (literal !== undefined && literal.isGuess !== true) {
      return { bias, path, draws: noDraws, literal: { value: literal.value, draws } };
    }
    const index = this.#cursor - 1;
    return {
      bias,
      path,
      draws: new RecordedDraws(recorded, () => this.#drawsInstead(index)),
      literal: literal === undefined ? undefined : { ...literal, draws },
    };
  }

  /**
   * Only a strict replay gives answers of the real world back. A list that was edited, or that is
   * tried on other code, makes another run, and what was said in the old one may be untrue in it.
   */
  answer(label: string): { readonly value: unknown } | undefined {
    const recorded = this.#take("value", label);
    if (this.#fallback !== undefined || recorded === undefined) return undefined;
    if (recorded.literal === undefined) this.#diverge(this.#cursor - 1, `answer ${label}`);
    return recorded.literal;
  }

  open(label: string): void {
    const list = this.#list;
    let at = this.#cursor;
    const isStrict = this.#fallback === undefined;
    // What a removed span drew outside itself is passed over, so that the next span still fits.
    if (!isStrict) while (at < list.length && isLeaf(list[at])) at += 1;
    const found = list[at];
    if (found?.kind === "span" && found.label === label) {
      this.#isOpen.push(true);
      this.#cursor = at + 1;
      return;
    }
    if (!this.#isPastEnd) this.#diverge(this.#cursor, `span ${label}`);
    this.#isOpen.push(false);
  }

  close(): void {
    if (this.#isOpen.pop() !== true) return;
    // Answers never lead over an end, so that the one under the cursor is this span's own.
    if (this.#list[this.#cursor]?.kind !== "end") {
      // A span that the list never ends is not missed once the whole list was used.
      if (!this.#isPastEnd) this.#diverge(this.#cursor, "end");
      this.#cursor = endOfSpan(this.#list, this.#cursor);
    }
    this.#cursor = Math.min(this.#cursor + 1, this.#list.length);
  }

  #take<K extends Decision["kind"]>(
    kind: K,
    label: string,
  ): Extract<Decision, { kind: K }> | undefined {
    if (this.#isPastEnd || this.#isOpen.at(-1) === false) return undefined;
    const found = this.#list[this.#cursor];
    if (found?.kind === kind && "label" in found && found.label === label) {
      this.#cursor += 1;
      return found as Extract<Decision, { kind: K }>;
    }
    this.#diverge(this.#cursor, `${kind} ${label}`);
    return this.#takeLater(kind, label);
  }

  /** Looks for the answer a little further on, never over the border of a span. */
  #takeLater<K extends Decision["kind"]>(
    kind: K,
    label: string,
  ): Extract<Decision, { kind: K }> | undefined {
    const last = Math.min(this.#list.length, this.#cursor + lookAheadMax);
    for (let at = this.#cursor; at < last; at++) {
      const found = this.#list[at];
      if (!isLeaf(found)) return undefined;
      if (found.kind === kind && "label" in found && found.label === label) {
        this.#cursor = at + 1;
        return found as Extract<Decision, { kind: K }>;
      }
    }
    return undefined;
  }

  get #isPastEnd(): boolean {
    return this.#atEnd !== undefined && this.#cursor >= this.#list.length;
  }

  #missOption(recorded: PickDecision, options: readonly Named[], known: readonly Named[]): void {
    const asked = `pick ${recorded.label} of ${options.map(({ name }) => name).join(", ")}`;
    const isGone = !known.some(({ name }) => name === recorded.value);
    const index = this.#cursor - 1;
    if (isGone) this.lostOption ??= { index, recorded: decisionText(recorded), asked };
    this.#diverge(index, asked);
  }

  #diverge(index: number, asked: string): void {
    this.#diverged ??= { index, asked };
    const { divergence } = this.#fallback === undefined ? this : {};
    if (divergence !== undefined) throw new DivergenceError(divergence);
  }

  #instead(): DecisionSource & DrawSource {
    if (this.#isPastEnd && this.#atEnd !== undefined) return this.#atEnd;
    if (this.#fallback === undefined) {
      throw new DivergenceError(
        this.divergence ?? { index: this.#cursor, recorded: "a span it lacks", asked: "more" },
      );
    }
    return this.#fallback;
  }

  #drawsInstead(index: number): DrawSource {
    if (this.#fallback === undefined) this.#diverge(index, "another draw of the same value");
    return this.#instead();
  }
}

// --- inside ---

const lookAheadMax = 64;

const noDraws: DrawSource = {
  int: (min) => min,
  big: (min) => min,
};

function isLeaf(decision: Decision | undefined): decision is Decision {
  return decision !== undefined && decision.kind !== "span" && decision.kind !== "end";
}

/** Where the span ends in which a place lies; one that is never ended runs to the end. */
function endOfSpan(list: readonly Decision[], from: number): number {
  let depth = 0;
  for (let at = from; at < list.length; at++) {
    const kind = list[at]?.kind;
    if (kind === "span") depth += 1;
    if (kind !== "end") continue;
    if (depth === 0) return at;
    depth -= 1;
  }
  return list.length;
}

/** Gives recorded draws again, brought into the range that is asked for now. */
class RecordedDraws implements DrawSource {
  readonly #draws: readonly Draw[];
  readonly #instead: () => DrawSource;
  #next = 0;

  constructor(recorded: ValueDecision, instead: () => DrawSource) {
    this.#draws = recorded.draws;
    this.#instead = instead;
  }

  int(min: number, max: number): number {
    const draw = this.#draws[this.#next];
    if (draw === undefined) return this.#instead().int(min, max);
    this.#next += 1;
    return Math.min(Math.max(Number(draw), min), max);
  }

  big(min: bigint, max: bigint): bigint {
    const draw = this.#draws[this.#next];
    if (draw === undefined) return this.#instead().big(min, max);
    this.#next += 1;
    const value = BigInt(draw);
    if (value < min) return min;
    return value > max ? max : value;
  }
}
