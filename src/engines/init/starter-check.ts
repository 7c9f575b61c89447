import type { StarterRead } from "./call-roles.ts";

/** One thing that a starter test checks: what its state keeps for it, and what rules do for it. */
export interface StarterCheck {
  /** Fields of the state: `kept: [] as string[]`. */
  readonly fields?: readonly string[];
  /** The parameter that takes one of the test's `keys`, by the name of the call. */
  readonly keys?: Readonly<Record<string, string>>;
  /** The parameter that takes the `job` of a rule, by the name of the call. */
  readonly jobs?: Readonly<Record<string, string>>;
  /** Lines of `setup`, where `state` is made already. */
  readonly setup?: readonly string[];
  /** Lines of rules, by the name of the call. */
  readonly before?: Readonly<Record<string, readonly string[]>>;
  readonly refused?: Readonly<Record<string, readonly string[]>>;
  /** After an answer, which is `done.value`. */
  readonly answered?: Readonly<Record<string, readonly string[]>>;
  readonly invariant?: StarterInvariant;
  /** Functions that the test needs for it, by name. */
  readonly needs?: readonly ("has" | "isDistinct" | "isDeepStrictEqual" | "always" | "Job")[];
}

/** What must hold after every step. */
export interface StarterInvariant {
  readonly title: string;
  /** The fields of the state that it looks at, besides the instance. */
  readonly uses: readonly string[];
  /** What it reads; the condition is about that. */
  readonly read?: StarterRead;
  /** The condition, as code over the expression for what is read. */
  readonly holds: (read: string) => string;
}
