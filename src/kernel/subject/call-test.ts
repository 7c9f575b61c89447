import type { CallPlan, CallTarget } from "./call-plan.ts";
import type { Fault } from "../faults/fault.ts";
import type { Fixture } from "./fixtures.ts";
import type { ObservedFact } from "../judge/observation.ts";

/** What a scan calls, with the modules that it needs and what was configured for it. */
export interface CallTest {
  readonly kind: "callTest";
  readonly target: CallTarget;
  /** Every module that a call or a shape names, by `ExportPlace.module`. */
  readonly modules: Readonly<Record<string, object>>;
  readonly options: CallOptions;
}

/** What may be said of a target besides what its types say; plain data and functions. */
export interface CallOptions {
  /** Values by the name of a parameter, `sku`, or of one of a call, `Cart.sku`. */
  readonly fixtures?: Readonly<Record<string, Fixture>> | undefined;
  /** Files whose exports are values for the parameters of their names; the first wins. */
  readonly registries?: Readonly<Record<string, object>> | undefined;
  /** Whether values of fixtures are only for what has no others. */
  readonly fixturesLast?: boolean | undefined;
  /** Texts and numbers that are tried beside those of the types, where the types allow them. */
  readonly literals?: readonly (string | number)[] | undefined;
  readonly object?: ObjectOptions | undefined;
  /** Texts of messages, or names of error classes: what throws them refuses its input. */
  readonly expectedPreconditions?: readonly string[] | undefined;
  /** Whether a returned value is held against the declared type; it is where this is left out. */
  readonly checksReturns?: boolean | undefined;
  /** What may go wrong around the calls; the run decides which of it does. */
  readonly faults?: readonly Fault[] | undefined;
  /** Properties that are not checked, and those whose break is meant, by the name of the call. */
  readonly ignoredProperties?: Readonly<Record<string, readonly string[]>> | undefined;
  readonly expectedProperties?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Further judges of each call: laws, contracts. */
  readonly judges?: readonly CallJudge[] | undefined;
  /** `growth` measures how work grows with an argument, `examples` runs documentation. */
  readonly mode?: "calls" | "growth" | "examples" | undefined;
  /** What documentation says that calls give; `examples` runs these instead of drawing calls. */
  readonly examples?: readonly StatedExample[] | undefined;
}

/** Code of documentation with what it is said to give. */
export interface StatedExample {
  /** The call that it is about. */
  readonly of: string;
  /** As it is written: `chunk([1, 2, 3], 2)`. */
  readonly text: string;
  /** What it is said to give, as it is written. */
  readonly says: string;
  /** Whether it is said to throw. */
  readonly throws: boolean;
  /** `README.md:12`. */
  readonly place: string;
  /** Evaluates both, with what the module exports. */
  readonly run: (module: object) => Stated | Promise<Stated>;
}

interface Stated {
  readonly got: unknown;
  readonly said: unknown;
}

/** What every call is held to, after its name: its result is what its type says. */
export const returnsDeclared = "returns what it declares";

/** How the instance of a class is made ready, where its constructor does not say enough. */
export interface ObjectOptions {
  /** Makes the instance. */
  readonly factory?: ((state: unknown) => unknown) | undefined;
  /** Makes what `factory`, `setup` and `teardown` are given. */
  readonly stateFactory?: (() => unknown) | undefined;
  /** What it gives back, where that is an object, takes the place of the instance. */
  readonly setup?: ((instance: unknown, state: unknown) => unknown) | undefined;
  readonly teardown?: ((instance: unknown, state: unknown) => unknown) | undefined;
  readonly scenarios?: readonly (string | ScenarioStep)[] | undefined;
  /** Scenarios that are functions of the user's own, by their order; called after the others. */
  readonly hooks?: Readonly<Record<string, (instance: unknown, state: unknown) => unknown>>;
}

/** One thing that is put in place on an instance before it is called. */
export interface ScenarioStep {
  readonly kind: "setattr" | "stub_return" | "stub_raise";
  /** From the instance: `client.fetch`. */
  readonly path: string;
  readonly value?: unknown;
  /** The name of an error class, or a message. */
  readonly error?: string | undefined;
}

/** How a call came out. */
export type CallOutcome =
  | { readonly kind: "returned"; readonly value: unknown }
  | {
      readonly kind: "threw";
      readonly thrown: unknown;
      /** Why it is meant; undefined where it is a failure. */
      readonly expected: string | undefined;
    };

/** One call, as a judge sees it. */
export interface CallObservation {
  readonly plan: CallPlan;
  /** What was given; the call may have changed it. */
  readonly args: readonly unknown[];
  readonly outcome: CallOutcome;
  /** The instance; undefined for functions. */
  readonly receiver: unknown;
  /** The arguments as they were before the call, made anew each time. */
  argsBefore(): readonly unknown[];
  /** Calls once more, with arguments made anew where none are given. */
  again(args?: readonly unknown[]): CallOutcome | Promise<CallOutcome>;
  /** The other calls of the target. */
  readonly others: readonly CallPlan[];
  /** Makes one of them, on the same instance where there is one. */
  callOther(name: string, args: readonly unknown[]): CallOutcome | Promise<CallOutcome>;
  /** Draws a value of what this parameter takes, recorded like the rest. */
  draw(parameter: number): unknown;
}

/** A claim about every call of a target. */
export interface CallJudge {
  /** The name of the property, as a claim: `parse is idempotent`. */
  readonly name: string;
  /** Which calls it is about; all where it is left out. */
  readonly appliesTo?: ((plan: CallPlan) => boolean) | undefined;
  /** Says what is wrong, without the values that show it; undefined where nothing is. */
  judge(seen: CallObservation): JudgedCall | PromiseLike<JudgedCall>;
}

/** What is wrong with a call: a text that does not change with the values, and one that does. */
export type JudgedCall =
  | undefined
  /** Only counted: the call is neither right nor wrong by this. */
  | { readonly observed: readonly ObservedFact[] }
  | {
      readonly problem: string;
      /** The values that show it, for the story. */
      readonly shown?: string | undefined;
    };

/** Makes a target of a scan a value that can be run, as a generated module exports it. */
export function callTest(parts: {
  readonly target: CallTarget;
  readonly modules: Readonly<Record<string, object>>;
  readonly options?: CallOptions | undefined;
}): CallTest {
  const { target, modules, options = {} } = parts;
  return { kind: "callTest", target, modules, options };
}
