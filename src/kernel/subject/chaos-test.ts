import type { ValueArbitrary } from "../decisions/decisions.ts";
import type { Fault } from "../faults/fault.ts";
import type { World } from "./subject.ts";

type MaybePromise<T> = T | Promise<T>;

/** The arbitraries of a rule, one for each name that its `run` gets. */
export type Draws<Drawn> = { readonly [Name in keyof Drawn]: ValueArbitrary<Drawn[Name]> };

/** One thing that a client of the system can do. */
export interface Rule<State, Drawn> {
  /** What the rule needs from chance. */
  readonly draw?: Draws<Drawn>;
  /** Whether the rule makes sense in this state; left out, it always does. */
  readonly when?: (state: State) => boolean;
  /** Does it. An error that leaves here is a finding. */
  readonly run: (state: State, drawn: Drawn) => unknown;
}

/** A check of the state; false or an error means broken. */
export type Check<State> = (state: State) => MaybePromise<boolean | void>;

/** What `chaosTest` takes; `setup` stands first so that the type of the state is known below. */
export interface ChaosTestOptions<
  State,
  Drawn extends Record<string, unknown>,
  Snapshot = unknown,
> {
  readonly name: string;
  /** What may go wrong; the run decides what does, and when. */
  readonly faults?: readonly Fault[];
  /** Makes the state of one run. */
  readonly setup: (world: World) => MaybePromise<State>;
  /** What may happen, in any order the run decides. */
  readonly rules: { readonly [Name in keyof Drawn]: Rule<State, Drawn[Name]> };
  /** How many rules may be in flight at once; their interleaving is decided. */
  readonly concurrency?: number;
  /** Checked after every rule, or with overlapping rules whenever none is in flight. */
  readonly invariants?: Readonly<Record<string, Check<State>>>;
  /** Checked once, after the last rule. */
  readonly final?: Readonly<Record<string, Check<State>>>;
  /** Called at the end of every run, broken or not. */
  readonly teardown?: (state: State) => unknown;
  /** Keeps what `restore` needs to make an equal state; makes runs faster, never different. */
  readonly snapshot?: (state: State) => Snapshot;
  /** Makes a new state from a snapshot, as often as it is asked. */
  readonly restore?: (snapshot: Snapshot) => State;
}

/** A chaos test as a value; exporting it is all there is to do. */
export interface ChaosTest {
  readonly kind: "chaosTest";
  readonly options: ChaosTestOptions<unknown, Record<string, unknown>>;
}

/** Describes a system as rules and invariants; the run decides what happens when. */
export function chaosTest<State, Drawn extends Record<string, unknown>, Snapshot = unknown>(
  options: ChaosTestOptions<State, Drawn, Snapshot>,
): ChaosTest {
  // The state's type is known to the author of the test only; here it is carried, never looked at.
  return { kind: "chaosTest", options: options as unknown as ChaosTest["options"] };
}

/** What `simulation` takes. */
export interface SimulationOptions {
  readonly name: string;
  /** What may go wrong; the run decides which of it does. */
  readonly faults?: readonly Fault[];
  /** Plain code; what it waits for completes when the run decides. */
  readonly run: (world: World) => unknown;
}

/** A simulation as a value. */
export interface Simulation {
  readonly kind: "simulation";
  readonly options: SimulationOptions;
}

/** Describes a run as plain async code: races are found by deciding who goes first. */
export function simulation(options: SimulationOptions): Simulation {
  return { kind: "simulation", options };
}

/** Whatever a module may export to be run, by its kind; `subject/kinds` lists the kinds. */
export interface SubjectDefinition {
  readonly kind: string;
  readonly options: unknown;
}
