import type { BasicSteps } from "./step-fields/basic-fields.ts";
import type { CodeSteps } from "./step-fields/code-fields.ts";
import type { OutsideSteps } from "./step-fields/outside-fields.ts";

/** The fields of each type of step that holds no other steps. */
export interface PlainSteps extends BasicSteps, OutsideSteps, CodeSteps {}

/** The fields of each type of step that holds other steps. */
export interface BlockSteps {
  /** Passes if a step in it fails, for whatever reason that is not the harness's own. */
  readonly assert_throws: { readonly steps: readonly Step[] };
  /** The same by another name. */
  readonly assert_rejects: { readonly steps: readonly Step[] };
  /** Passes only if a step in it fails in the way that is named. */
  readonly expect_failure: {
    readonly steps: readonly Step[];
    /** The class of the error. */
    readonly error?: string | undefined;
    /** A part of the message. */
    readonly message?: string | undefined;
    readonly regex?: string | undefined;
    /** The code of the failure, such as `assert_eq_int`. */
    readonly code?: string | undefined;
  };
  /** Lists of steps that run at once; which goes first is decided. */
  readonly parallel: { readonly branches: readonly (readonly Step[])[] };
  /** The steps again and again; `${index}` counts from 0. */
  readonly repeat: { readonly times: number; readonly steps: readonly Step[] };
}

/** The fields of every type of step. */
export interface StepFields extends PlainSteps, BlockSteps {}

/** The types of steps. */
export type StepType = keyof StepFields;

/** A step of one type. */
export type StepOf<Type extends StepType> = { readonly type: Type } & StepFields[Type];

/** Any step. */
export type Step = { [Type in StepType]: StepOf<Type> }[StepType];

/** A scenario that can be run, as it is after the check. */
export interface Scenario {
  /** For editors. */
  readonly $schema?: string | undefined;
  readonly version: 1;
  readonly name: string;
  readonly steps: readonly Step[];
  /** How much virtual time a run may take; host calls also have so much real time. */
  readonly timeout?: string | undefined;
  readonly backends?: Backends | undefined;
  /** What runs of it start from, where no flag says otherwise. */
  readonly seed?: string | number | undefined;
  /** What may go wrong, by the name that `fault` steps use. */
  readonly faults?: Readonly<Record<string, ScenarioFault>> | undefined;
}

/** Where calls that leave the scenario go; a key that is left out is decided elsewhere. */
export interface Backends {
  readonly proc?: "scripted" | "host" | undefined;
  readonly fs?: "virtual" | "host" | undefined;
  readonly http?: "scripted" | "host" | undefined;
}

/** A fault of the catalogue: `{ kind: timeout, at: src/pay.ts#charge }`. */
export interface ScenarioFault {
  readonly kind: string;
  /** The seam, where the fault has one. */
  readonly at?: string | undefined;
  readonly options?: Readonly<Record<string, unknown>> | undefined;
}
