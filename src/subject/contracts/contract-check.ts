import type { CallPlan } from "../../kernel/subject/call-plan.ts";
import type { Contract } from "../../kernel/judge/contract.ts";
import type { WorldAct } from "../../kernel/services/world-act.ts";
import type { Armed } from "./lifecycle.ts";

/** How a call came out. */
export type Outcome =
  | { readonly kind: "returned"; readonly value: unknown }
  | { readonly kind: "threw"; readonly thrown: unknown };

/** A promise that a call can be held to: inputs that put it to the test, and the judgement. */
export interface ContractCheck {
  /** As configuration names it: `shell_injection`. */
  readonly name: string;
  /** What holds, to be read after the name of the call: `build keeps a shell out of its text`. */
  readonly claim: string;
  /** The inputs; the first one may be harmless, for comparison. */
  probes(plan: CallPlan, contract: Contract): readonly Probe[];
  /** Breaks something of the object first; undefined where there is nothing to break. */
  arm?(receiver: object, what: ArmedFor): Armed | undefined;
  judge(observation: CallObservation): Wrong | undefined;
  /** Whether the call was put to the test; where it is left out, by every input but the plain. */
  isExercised?(observation: CallObservation): boolean;
}

/** What an object is armed for. */
export interface ArmedFor {
  readonly plan: CallPlan;
  readonly contract: Contract;
  readonly probe: Probe;
}

/** One input of a check. */
export interface Probe {
  /** The parameter that is chosen; undefined where none is. */
  readonly param: string | undefined;
  /** What is put there. */
  readonly value: unknown;
  /** Whether it is the harmless one that the others are compared with. */
  readonly isPlain: boolean;
  /** The arguments of the call, from some that fit its types. */
  args(base: readonly unknown[]): readonly unknown[];
}

/** Everything that could be seen of one call. */
export interface CallObservation {
  readonly plan: CallPlan;
  readonly contract: Contract;
  readonly probe: Probe;
  readonly args: readonly unknown[];
  readonly outcome: Outcome;
  /** What it asked of the world. */
  readonly acts: readonly WorldAct[];
  readonly env: { readonly before: Environment; readonly after: Environment };
  /** What of its life was broken, and which handlers were called. */
  readonly life: Armed | undefined;
  /** The same call with a harmless value at the same place. */
  readonly plain: CallObservation | undefined;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** What is wrong: a text that does not change with the values, and the values that show it. */
export interface Wrong {
  readonly problem: string;
  readonly shown: string;
}

/** A text as it is shown in a story: quoted and not too long. */
export function shownText(value: unknown): string {
  const text = typeof value === "string" ? JSON.stringify(value) : String(value);
  return text.length <= shownMax ? text : `${text.slice(0, shownMax)}…`;
}

// --- inside ---

const shownMax = 200;
