import type { CallPlan } from "../../kernel/subject/call-plan.ts";
import type { CallOutcome } from "../../kernel/subject/call-test.ts";

/** What one call says about a law. */
export type LawVerdict =
  /** Trivial is a call that could hardly have broken it: an output that is its input. */
  | {
      readonly kind: "held";
      readonly isTrivial?: boolean;
      /** What exactly holds, where it may be the same for all calls: `2 * p + 1`. */
      readonly said?: string;
    }
  | {
      readonly kind: "broken";
      /** Without the values: it is part of what the failure is known by. */
      readonly problem: string;
      /** The values that show it. */
      readonly shown: string;
    }
  /** The law says nothing about this call. */
  | { readonly kind: "none" };

/** A claim about all calls of one function. */
export interface Law {
  /** As a claim: `idempotent`, `non-decreasing in price`. */
  readonly name: string;
  /** The claim without the parameter: `non-decreasing`. */
  readonly family: string;
  /** Whether it is about two calls with related arguments, or about two functions. */
  readonly isRelation: boolean;
  /** Whether people write functions to have it: one that almost has it is suspicious. */
  readonly isMeant: boolean;
  /** Whether the declared types say it already. */
  readonly isDeclared: boolean;
  /** Whether the names of the functions say that it is meant. */
  readonly isNamed: boolean;
  /** Whether calls that break it are enough to be told, however few others keep it. */
  readonly isClear: boolean;
  evaluate(call: LawCall): LawVerdict | Promise<LawVerdict>;
}

/** What laws of one kind are called, and which of them a function may have. */
export interface LawFamily {
  readonly name: string;
  /** What it means, in one sentence. */
  readonly about: string;
  readonly isRelation: boolean;
  readonly isMeant: boolean;
  /** None where the types say that it makes no sense. */
  lawsOf(plan: CallPlan, others: readonly CallPlan[]): readonly LawDraft[];
}

/** A law of a family, as far as the family itself does not say it. */
export interface LawDraft {
  readonly name: string;
  readonly isDeclared?: boolean;
  /** Whether people mean it here, where the family leaves that open. */
  readonly isMeant?: boolean;
  /** Whether the names say that it is meant: it need not hold as often to be suspicious. */
  readonly isNamed?: boolean;
  readonly isClear?: boolean;
  readonly evaluate: Law["evaluate"];
}

/** One call that came to an end, and how to make more like it. */
export interface LawCall {
  readonly plan: CallPlan;
  readonly outcome: CallOutcome;
  /** The arguments, made anew each time: nobody has changed these. */
  args(): unknown[];
  /** The arguments themselves, as the call has left them. */
  given(): readonly unknown[];
  /** What was returned, as it was then and made anew each time; undefined where it threw. */
  value(): unknown;
  /** Calls again; undefined where that throws. */
  call(args: readonly unknown[]): Promise<Returned | undefined>;
  /** Calls again with the same arguments, however that ends. */
  repeat(): Promise<CallOutcome>;
  /** Calls another function of the target. */
  callOther(name: string, args: readonly unknown[]): Promise<CallOutcome | undefined>;
  /** Draws another argument for this parameter. */
  draw(parameter: number): unknown;
  /** Whether a value is one that the parameter takes. */
  fits(parameter: number, value: unknown, plan?: CallPlan): boolean;
}

/** A value that a call gave back. */
export interface Returned {
  readonly value: unknown;
}

/** The law held. */
export const held: LawVerdict = { kind: "held" };

/** The law held, and could hardly have been broken. */
export const heldTrivially: LawVerdict = { kind: "held", isTrivial: true };

/** The law says nothing about this call. */
export const none: LawVerdict = { kind: "none" };

/** The law does not hold, and these values show it. */
export function broken(problem: string, shown: string): LawVerdict {
  return { kind: "broken", problem, shown };
}
