import type fc from "fast-check";
import type { Decisions } from "../kernel/decisions/decisions.ts";
import type { Case, Tier } from "./case.ts";
import type { Oracle } from "./oracles.ts";

/** All of fast-check: the copy of the project under test. */
export type FastCheckModule = typeof fc;

/** What a generator is given. */
export interface Given<Options> {
  readonly options: Options;
  /** Loaded when it is first asked for. */
  readonly fc: FastCheckModule;
}

/** What a careful reader makes of a payload. */
export interface Reading<Expected = unknown> {
  /** Why it is not legal; undefined where it is. */
  readonly wrong: string | undefined;
  /** What was read, as far as it could be. */
  readonly value: Expected;
}

/**
 * A mistake that is put between a payload and the code under test, as if that code had made it. A
 * tier that does not notice it checks nothing.
 */
export interface SeededFault<Payload = unknown> {
  readonly name: string;
  /** The tier that has to notice it. */
  readonly tier: Tier;
  /** What the code under test gets instead of the payload. */
  spoil?(payload: Payload): Payload;
  /** What the code under test becomes. */
  wrap?(target: () => Promise<unknown>): Promise<unknown>;
}

/**
 * One kind of boundary: what may legally come in, what may come in all the same, and who judges
 * what became of it. A generator is a function of its decisions, like every run, so cases are
 * recorded, replayed and shrunk by the kernel; `arbitrary-of.ts` makes an arbitrary of it.
 */
export interface Pack<Options = unknown, Payload = unknown, Expected = unknown> {
  readonly kind: string;
  /** How far a case may get, first to last. */
  readonly stages: readonly string[];
  /** The stage from which on a case has told something; too few cases that reach it are vacuous. */
  readonly door: string;
  /** Correctness: data that must be handled right. Never the generator of the other tier. */
  legal(decisions: Decisions, given: Given<Options>): Case<Payload, Expected>;
  /** Containment: data that must do no harm. */
  invalid(decisions: Decisions, given: Given<Options>): Case<Payload, Expected>;
  /** The pack's own reader, which says whether a payload is legal and what it means. */
  read(payload: Payload, options: Options): Reading<Expected>;
  /** The furthest stage that a payload leads a careful reader to. */
  stageOf(payload: Payload, options: Options): string;
  /** The payload for people, a part of it a line. */
  lines(payload: Payload): readonly string[];
  readonly oracles: readonly Oracle[];
  readonly faults: readonly SeededFault<Payload>[];
  /** Options with which the contract suite tries it. */
  readonly samples: readonly Options[];
}
