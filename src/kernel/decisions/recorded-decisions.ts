import { assert } from "../errors/assert.ts";
import { bytesToHex } from "../values/bytes.ts";
import { answerDecision, type Decision, type EndDecision } from "./decision.ts";
import type { SpanDecision } from "./decision.ts";
import type {
  BytesLimits,
  DecisionSource,
  Decisions,
  IntegerRange,
  Named,
  ValueArbitrary,
  ValuePlan,
} from "./decisions.ts";
import { DrawLimitError, type DrawnValue, drawValue } from "./drawing-random.ts";
import { decodeLiteral, encodeLiteral } from "../values/literal.ts";

/** A run may take so many decisions; one that takes more is rejected as endless. */
const decisionsMax = 1_000_000;

const end: EndDecision = { kind: "end" };
const noSpan: SpanDecision = { kind: "span", label: "" };

/** A run that never stops deciding; it is rejected, not judged. */
export class DecisionLimitError extends Error {
  override readonly name: string = "DecisionLimitError";
  constructor() {
    super(`a run took more than ${decisionsMax} decisions`);
  }
}

/** What is written down besides the bare answers. */
export interface RecordingOptions {
  /** Whether plain values are written down as well as drawn; it costs a copy of each. */
  readonly keepsLiterals?: boolean | undefined;
  /** Hears of every decision as it is taken. */
  readonly onDecision?: ((decision: Decision) => void) | undefined;
}

/** Asks a source for each answer, checks it, and writes it down. The only `Decisions` there is. */
export class RecordedDecisions implements Decisions {
  readonly #source: DecisionSource;
  readonly #log: Decision[] = [];
  #lastSpan: SpanDecision = noSpan;
  readonly #keepsLiterals: boolean;
  readonly #onDecision: RecordingOptions["onDecision"];
  /** Set when a limit was passed: user code may swallow the error, the run is rejected anyway. */
  overrun: Error | undefined;

  constructor(source: DecisionSource, options: RecordingOptions = {}) {
    this.#source = source;
    this.#keepsLiterals = options.keepsLiterals ?? false;
    this.#onDecision = options.onDecision;
  }

  /** What was decided so far, in order. */
  get log(): readonly Decision[] {
    return this.#log;
  }

  get count(): number {
    return this.#log.length;
  }

  pick<T extends Named>(
    label: string,
    options: readonly T[],
    known: readonly Named[] = options,
  ): T {
    assert(options.length > 0, `the decision \`${label}\` has no options`);
    const option = options[this.#source.pick(label, options, known)];
    assert(option !== undefined, `the decision \`${label}\` was answered outside its options`);
    this.#write({ kind: "pick", label, value: option.name });
    return option;
  }

  chance(label: string, probability: number): boolean {
    const value = this.#source.chance(label, probability);
    this.#write({ kind: "chance", label, value });
    return value;
  }

  integer(label: string, range: IntegerRange): number {
    assert(range.min <= range.max, `the decision \`${label}\` has an empty range`);
    const value = this.#source.integer(label, range);
    this.#write({ kind: "integer", label, value });
    return value;
  }

  bytes(label: string, limits: BytesLimits): Uint8Array {
    const bytes = this.#source.bytes(label, limits);
    this.#write({ kind: "bytes", label, value: bytesToHex(bytes) });
    return bytes;
  }

  value<T>(label: string, arbitrary: ValueArbitrary<T>): T {
    const plan = this.#source.value(label);
    const { bias, literal } = plan;
    if (literal !== undefined && isPossible(literal, arbitrary)) {
      const { value, draws } = literal;
      this.#write({ kind: "value", label, bias, draws, path: plan.path, literal: { value } });
      // A copy each time, because the subject may change what it is given.
      return decodeLiteral(encodeLiteral(value)) as T;
    }
    const { value, draws, path } = this.#draw(arbitrary, plan);
    const plain = this.#keepsLiterals ? encodeLiteral(value) : undefined;
    if (plain === undefined) this.#write({ kind: "value", label, bias, draws, path });
    else {
      // Copied now: the subject may change what it was given.
      const copy = { value: decodeLiteral(plain) };
      this.#write({ kind: "value", label, bias, draws, path, literal: copy });
    }
    return value;
  }

  answer<T>(label: string, ask: () => T): T {
    const recorded = this.#source.answer?.(label);
    const value = recorded === undefined ? ask() : recorded.value;
    const plain = encodeLiteral(value);
    assert(plain !== undefined, `the answer \`${label}\` is more than a trace can keep`);
    // Copied: who asked may change what it is given.
    this.#write(answerDecision(label, decodeLiteral(plain)));
    return value as T;
  }

  span<R>(label: string, body: () => R): R {
    this.open(label);
    try {
      return body();
    } finally {
      this.close();
    }
  }

  open(label: string): void {
    this.#source.open(label);
    // Decisions are never changed, so that a loop's spans can all be one object.
    if (this.#lastSpan.label !== label) this.#lastSpan = { kind: "span", label };
    this.#write(this.#lastSpan);
  }

  close(): void {
    this.#source.close();
    this.#write(end);
  }

  #draw<T>(arbitrary: ValueArbitrary<T>, plan: ValuePlan): DrawnValue<T> {
    try {
      return drawValue(arbitrary, plan);
    } catch (thrown) {
      if (thrown instanceof DrawLimitError) this.overrun = thrown;
      throw thrown;
    }
  }

  #write(decision: Decision): void {
    if (this.#onDecision !== undefined) this.#onDecision(decision);
    if (this.#log.push(decision) <= decisionsMax) return;
    this.overrun = new DecisionLimitError();
    throw this.overrun;
  }
}

// --- inside ---

/** A value that was recorded is taken as it is; a guess must be one that could have been drawn. */
function isPossible(
  { value, isGuess }: NonNullable<ValuePlan["literal"]>,
  arbitrary: ValueArbitrary<unknown>,
): boolean {
  if (isGuess !== true) return true;
  try {
    return arbitrary.canShrinkWithoutContext?.(value) ?? false;
  } catch {
    return false; // a predicate of the user's met a value it was not written for
  }
}
