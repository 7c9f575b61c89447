import type { Fault } from "../../../kernel/faults/fault.ts";
import type { RunContext } from "../../../kernel/subject/subject.ts";
import type { SimWorld } from "../../../world/sim-world.ts";
import type { Scenario, Step, StepOf, StepType } from "../step.ts";
import type { StepFailed } from "./step-failure.ts";
import type { Store } from "./store.ts";

/** What steps of one run share. */
export interface StepScope {
  /** The whole file. */
  readonly scenario: Scenario;
  readonly store: Store;
  readonly context: RunContext;
  readonly world: SimWorld;
  /** The user's modules, by the path that steps give. */
  readonly modules: Readonly<Record<string, object>>;
  /** Switches a fault of the scenario. */
  switchFault(name: string, isOn: boolean): void;
  /** Remembers which step is under way; a failure that is given to the result is told there. */
  here(): (failure: StepFailed) => StepFailed;
  /** Breaks the run from outside of any step: called code did what the scenario does not know. */
  breakRun(failure: StepFailed): void;
  /** The state of one family of steps, made when it is first asked for. */
  part<T extends ScopePart>(kind: PartKind<T>): T;
}

/** What steps need that hold other steps. */
export interface BlockScope extends StepScope {
  /** Runs a list of steps; `pointer` is where the list stands in the file. */
  runSteps(steps: readonly Step[], pointer: string): Promise<void>;
  /** Runs one step, unless it is left out. */
  runStep(step: Step, pointer: string): Promise<void>;
  /** The scope of steps for which a name stands for a value of their own. */
  naming(name: string, value: unknown): BlockScope;
  /** The scope of steps beside which others go on. */
  branch(): BlockScope;
  /**
   * The scope of steps that may be taken back. Where others go on beside them, that is only what
   * they themselves gave a name, and the faults that they switched.
   */
  attempt(): { readonly inner: BlockScope; readonly takeBack: () => void };
}

/** State of a family of steps that an expected failure must be able to take back. */
export interface ScopePart {
  /** Remembers everything as it is now; calling the result goes back to it, each time. */
  snapshot(): () => void;
  /** Is asked when the last step is over; throws where something must not be left so. */
  finish?(): void;
}

/** How the state of a family is made. */
export interface PartKind<T extends ScopePart> {
  readonly name: string;
  make(scope: StepScope): T;
}

/** Does a step whose texts are filled in. */
export type StepHandler<Type extends StepType> = (
  step: StepOf<Type>,
  scope: StepScope,
) => void | Promise<void>;

/** The handlers of some types of steps. */
export type StepHandlers<Types extends StepType> = {
  readonly [Type in Types]: StepHandler<Type>;
};

/** The faults of a scenario, by the names that it gives them. */
export type NamedFaults = ReadonlyMap<string, Fault>;
