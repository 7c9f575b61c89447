import type { Draw } from "./decision.ts";

/** Something that can be picked; its name is what the trace keeps. */
export interface Named {
  readonly name: string;
  /** Whether it is on now, of what picking switches. */
  readonly isOn?: boolean;
}

/** A whole-number range, both ends included. */
export interface IntegerRange {
  readonly min: number;
  readonly max: number;
}

/** How many bytes may be drawn, both ends included; `lengthMin` is 0 where it is left out. */
export interface BytesLimits {
  readonly lengthMin?: number;
  readonly lengthMax: number;
}

/** What a fast-check value looks like from here: the value and what shrinking it needs. */
export interface GeneratedValue<T> {
  readonly value: T;
  readonly value_: T;
  readonly context: unknown;
}

/**
 * The part of a fast-check `Arbitrary` that the kernel uses. Any arbitrary of fast-check 4 fits,
 * so the kernel itself depends on no copy of the library.
 */
export interface ValueArbitrary<T> {
  // Method shorthand keeps parameters bivariant, so `Arbitrary<T>` with its own Random class fits.
  generate(random: never, biasFactor: number | undefined): GeneratedValue<T>;
  shrink(value: T, context: unknown): Iterable<GeneratedValue<T>>;
  /** Whether the arbitrary could have given this value. */
  canShrinkWithoutContext?(value: unknown): boolean;
}

/**
 * The one stream from which everything that may vary in a run is drawn, under a label that is a
 * stable word, never a line number.
 */
export interface Decisions {
  /**
   * One of the options. `known` holds every name that can ever be one, so that a replay can tell an
   * option that is not possible now from one that is gone.
   */
  pick<T extends Named>(label: string, options: readonly T[], known?: readonly Named[]): T;
  /** True with the given probability. */
  chance(label: string, probability: number): boolean;
  /** A whole number of the range. */
  integer(label: string, range: IntegerRange): number;
  /** Bytes within the limits. */
  bytes(label: string, limits: BytesLimits): Uint8Array;
  /** A value of a fast-check arbitrary. */
  value<T>(label: string, arbitrary: ValueArbitrary<T>): T;
  /**
   * What the real world says, which no run decides: `ask` is called where nothing was recorded, and
   * a strict replay gives back what was. Plain data of at most 64 KiB.
   */
  answer<T>(label: string, ask: () => T): T;
  /** Groups what is drawn while `body` runs, so that shrinking may delete it as a whole. */
  span<R>(label: string, body: () => R): R;
  /** Opens a span that `close` ends; for loops that cannot afford a closure. */
  open(label: string): void;
  /** Ends the innermost open span. */
  close(): void;
  /** How many decisions were taken so far. */
  readonly count: number;
}

/** Gives the numbers that an arbitrary asks for. */
export interface DrawSource {
  int(min: number, max: number): number;
  big(min: bigint, max: bigint): bigint;
}

/** How one value is to be made. */
export interface ValuePlan {
  readonly bias: number;
  readonly draws: DrawSource;
  readonly path: readonly number[];
  /** A stored value that wins over drawing, with the draws it was once made from. */
  readonly literal?:
    | {
        readonly value: unknown;
        readonly draws: readonly Draw[];
        /** Whether it wins only if the arbitrary could have given it. */
        readonly isGuess?: boolean | undefined;
      }
    | undefined;
}

/**
 * Where answers come from: chance, a trace, a prefix and then chance, an edited trace. A source
 * only answers; `RecordedDecisions` checks and writes down, so every kind of run is recorded alike.
 */
export interface DecisionSource {
  /** The index of one of the options. */
  pick(label: string, options: readonly Named[], known: readonly Named[]): number;
  chance(label: string, probability: number): boolean;
  integer(label: string, range: IntegerRange): number;
  bytes(label: string, limits: BytesLimits): Uint8Array;
  value(label: string): ValuePlan;
  /**
   * The recorded answer of the real world; undefined means that it has to be asked. Left out by
   * sources that change runs: an answer belongs to the run in which it was given.
   */
  answer?(label: string): { readonly value: unknown } | undefined;
  open(label: string): void;
  close(): void;
}
