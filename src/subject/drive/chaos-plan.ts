import type { Rule } from "../../kernel/subject/chaos-test.ts";
import type { ValueArbitrary } from "../../kernel/decisions/decisions.ts";
import type { Fault } from "../../kernel/faults/fault.ts";
import type { World } from "../../kernel/subject/subject.ts";
import type { NamedCheck } from "./judge-checks.ts";

/** A rule as the run uses it. */
export interface RuleEntry {
  readonly name: string;
  readonly when: ((state: unknown) => boolean) | undefined;
  readonly run: Rule<unknown, unknown>["run"];
  readonly draws: readonly { readonly key: string; readonly arbitrary: ValueArbitrary<unknown> }[];
}

/** A chaos test, worked out once for all of its runs. */
export interface Plan {
  readonly name: string;
  readonly setup: (world: World) => unknown;
  readonly faults: readonly Fault[];
  readonly rules: readonly RuleEntry[];
  readonly hasGuards: boolean;
  readonly concurrency: number;
  /** Whether the author says how many rules may overlap; else the run decides whether any do. */
  readonly isConcurrencyGiven: boolean;
  readonly invariants: readonly NamedCheck[];
  readonly final: readonly NamedCheck[];
  readonly teardown: ((state: unknown) => unknown) | undefined;
  readonly snapshot: ((state: unknown) => unknown) | undefined;
  readonly restore: ((snapshot: unknown) => unknown) | undefined;
  /** What `snapshot` gave after the first setup of this instance of the test. */
  kept: { readonly snapshot: unknown } | undefined;
}
