import type { Decisions, ValueArbitrary } from "./decisions.ts";
import type { RunState } from "./run-state.ts";
import type { RunSettings } from "./trace.ts";

/** What user code may ask of the simulated world it runs in. */
export interface World {
  /** Virtual milliseconds since the start of the run. */
  now(): number;
  /** Waits for virtual time to pass. */
  sleep(ms: number): Promise<void>;
  /** Draws a value of a fast-check arbitrary; it is recorded, replayed and shrunk like the rest. */
  draw<T>(label: string, arbitrary: ValueArbitrary<T>): T;
  /** Draws one of several values. */
  pick<T>(label: string, values: readonly T[]): T;
}

/** What a subject gets for one run. */
export interface RunContext {
  readonly decisions: Decisions;
  readonly state: RunState;
  readonly world: World;
  /** What is going to happen: idle when nothing is. */
  readonly schedule: { readonly isIdle: boolean };
  readonly settings: RunSettings;
}

/**
 * Anything that can be run and judged: a chaos test, a simulation, whatever later engines bring.
 * A run that throws is broken; one that returns and left no failure in its state has held.
 */
export interface Subject {
  readonly name: string;
  run(context: RunContext): void | Promise<void>;
  /** What the subject says it has, so that what was never exercised can be told. */
  readonly declared: SubjectDeclaration;
}

/** The operations and per-step properties of a subject. */
export interface SubjectDeclaration {
  readonly operations: readonly string[];
  readonly properties: readonly { readonly kind: "invariant" | "final"; readonly name: string }[];
}
