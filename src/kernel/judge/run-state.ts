import type { Decisions } from "../decisions/decisions.ts";
import { type Failure, failureFrom } from "../failure/failure.ts";
import type { EventKind, Journal } from "../decisions/journal.ts";
import type { ObservedFact } from "./observation.ts";
import type { RunHook } from "./run-hook.ts";
import { countOne, type Exposure, type PropertyKind, type Refusal, type Tally } from "./tally.ts";

/** What a run reads the time from: microseconds since its start, without moving it. */
export interface RunClock {
  readonly nowUs: number;
}

interface Eventuality {
  readonly claim: () => boolean;
  readonly name: string;
  readonly deadlineUs: number;
}

/** A property of the run's own that broke; its stack says where the claim was made. */
export class PropertyBroken extends Error {
  override readonly name: string = "PropertyBroken";
}

/**
 * The judging side of one run: which operations are in flight, which faults fired in them, which
 * properties were evaluated, and the first failure. Later failures of a broken run are ignored:
 * what breaks after something broke is rarely the cause.
 */
export class RunState implements RunHook {
  readonly decisions: Decisions;
  readonly journal: Journal;
  readonly #tally: Tally;
  readonly #clock: RunClock;
  readonly #isLost: () => boolean;
  /** Operations in flight; one that is there twice overlaps itself. */
  readonly #inFlight: string[] = [];
  /** Pairs of operation and fault that met and are not over yet. */
  #met: { readonly operation: string; readonly fault: string }[] = [];
  #eventualities: Eventuality[] = [];
  /** Faults that are on, in the order in which they were switched. */
  #faultsOn: readonly string[] = [];
  /** Where what happens under these faults is counted; undefined while none is on. */
  #exposure: Exposure | undefined;
  /** Every set of faults under which an operation ran; undefined while there was none. */
  exposures: Set<Exposure> | undefined;
  failure: Failure | undefined;
  /** What a rejection that nobody handled is told as, or undefined where it is no failure. */
  onRejected: (failure: Failure) => Failure | undefined = (failure) => failure;
  /** Whether any fault really fired. */
  hasFired = false;
  /** How many decisions had been taken when the run broke; what comes later cannot be the cause. */
  decisionsToFailure = 0;

  constructor(parts: {
    readonly decisions: Decisions;
    readonly journal: Journal;
    readonly tally: Tally;
    readonly clock: RunClock;
    /** Whether the run left its trace or passed a limit: what breaks from then on is no failure. */
    readonly isLost?: () => boolean;
  }) {
    this.decisions = parts.decisions;
    this.journal = parts.journal;
    this.#tally = parts.tally;
    this.#clock = parts.clock;
    this.#isLost = parts.isLost ?? (() => false);
  }

  /** Says that an operation starts. */
  begin(operation: string, detail?: string): void {
    this.#inFlight.push(operation);
    this.#tally.started(operation);
    if (this.#exposure !== undefined) this.#expose(operation, this.#exposure);
    if (this.journal.isKept) this.note("step", operation, detail);
  }

  /** Says that an operation ended; what fired in it is counted until its checks are done. */
  end(operation: string, how: "done" | "threw" = "done", detail?: string): void {
    const inFlight = this.#inFlight;
    // Operations that do not overlap end in order: the last one is the one.
    if (inFlight.at(-1) === operation) inFlight.pop();
    else {
      const at = inFlight.indexOf(operation);
      if (at >= 0) inFlight.splice(at, 1);
    }
    if (this.journal.isKept) this.note(how, operation, detail);
  }

  /** Counts an operation that refused its input, or one for which no input could be made. */
  refused(kind: Refusal["kind"], operation: string, why: string): void {
    this.#tally.refused({ operation, kind, why });
    if (kind === "unmade") this.note("note", `${operation} was not called`, why);
  }

  /** Counts what was seen, without judging the run by it. */
  observe(observed: ObservedFact): void {
    this.#tally.observed(observed);
  }

  /** Forgets faults of operations that have ended; called after their checks. */
  settle(): void {
    if (this.#met.length === 0) return;
    this.#met = this.#met.filter((pair) => this.#inFlight.includes(pair.operation));
  }

  /** Says that a fault was switched; what is in flight goes on under the new set. */
  switched(fault: string, isOn: boolean): void {
    const others = this.#faultsOn.filter((name) => name !== fault);
    this.#faultsOn = isOn ? [...others, fault] : others;
    const exposure = this.#faultsOn.length === 0 ? undefined : this.#tally.exposure(this.#faultsOn);
    this.#exposure = exposure;
    if (exposure === undefined) return;
    for (const operation of new Set(this.#inFlight)) this.#expose(operation, exposure);
  }

  /** Says that a fault really fired, during whatever is in flight. */
  fired(fault: string, detail?: string): void {
    const { faults } = this.#tally;
    this.hasFired = true;
    faults.set(fault, (faults.get(fault) ?? 0) + 1);
    for (const operation of new Set(this.#inFlight)) {
      const isKnown = this.#met.some((p) => p.operation === operation && p.fault === fault);
      if (!isKnown) this.#met.push({ operation, fault });
    }
    this.note("fault", fault, detail);
  }

  /** Writes an event at the present virtual time. */
  note(kind: EventKind, name: string, detail?: string): void {
    if (this.journal.isKept) this.journal.note({ atUs: this.#clock.nowUs, kind, name, detail });
  }

  /** Breaks the run, unless it is broken already or lost. */
  break(given: Failure): void {
    if (this.failure !== undefined || this.#isLost()) return;
    const failure = given.kind === "rejected" ? this.onRejected(given) : given;
    if (failure === undefined) return;
    this.failure = failure;
    this.decisionsToFailure = this.decisions.count;
    this.note("property", failure.property ?? failure.error, `broken: ${failure.message}`);
    this.#noteStress();
  }

  /** Counts one evaluation of a property and breaks the run when it is false. */
  judge(kind: PropertyKind, name: string, isTrue: boolean): void {
    this.#evaluate(kind, name, isTrue);
    if (isTrue || this.failure !== undefined) return;
    this.break({ ...failureFrom("property", new PropertyBroken(name)), property: name });
  }

  /** Counts a property whose check threw: it is as broken as one that is false. */
  judgeThrown(kind: PropertyKind, name: string, thrown: unknown): void {
    this.judgeFailure(kind, failureFrom("property", thrown, name));
  }

  /** Counts a property that is broken, and says how. */
  judgeFailure(kind: PropertyKind, failure: Failure): void {
    this.#evaluate(kind, failure.property ?? "", false);
    this.break(failure);
  }

  always(isTrue: boolean, name: string): void {
    this.judge("always", name, isTrue);
  }

  unreachable(name: string): void {
    this.judge("unreachable", name, false);
  }

  sometimes(isTrue: boolean, name: string): void {
    this.#count("sometimes", name, isTrue);
  }

  reachable(name: string): void {
    this.#count("reachable", name, true);
  }

  eventually(claim: () => boolean, name: string, withinMs: number): void {
    this.#tally.property("eventually", name);
    this.#eventualities.push({ claim, name, deadlineUs: this.#clock.nowUs + withinMs * 1_000 });
  }

  buggify(label: string, probability: number): boolean {
    const fires = this.decisions.chance(`buggify ${label}`, probability);
    // A fault point that never fires must be known as well, or its cells could not be missed.
    if (!this.#tally.faults.has(label)) this.#tally.faults.set(label, 0);
    if (fires) this.fired(label);
    return fires;
  }

  /** Whether an `eventually` is still open. */
  get isWaiting(): boolean {
    return this.#eventualities.length > 0;
  }

  /** Looks at every open `eventually`; `isOver` says that nothing more can happen in this run. */
  checkEventualities(isOver: boolean): void {
    if (this.#eventualities.length === 0) return;
    this.#eventualities = this.#eventualities.filter(({ claim, name, deadlineUs }) => {
      try {
        if (claim()) this.judge("eventually", name, true);
        else if (isOver || this.#clock.nowUs > deadlineUs) this.judge("eventually", name, false);
        else return true;
      } catch (thrown) {
        this.judgeThrown("eventually", name, thrown);
      }
      return false;
    });
  }

  #evaluate(kind: PropertyKind, name: string, isTrue: boolean): void {
    const count = this.#tally.property(kind, name);
    if (isTrue) count.held += 1;
    else count.broken += 1;
    if (this.#met.length > 0) this.#countCells(name, isTrue);
    if (this.#exposure !== undefined) countOne(this.#exposure.properties, name);
  }

  #expose(operation: string, exposure: Exposure): void {
    countOne(exposure.operations, operation);
    this.exposures ??= new Set();
    this.exposures.add(exposure);
  }

  /** Says at a failure which faults were on, and which properties had been judged under them. */
  #noteStress(): void {
    if (this.#exposure === undefined || !this.journal.isKept) return;
    const properties = [...this.#exposure.properties.keys()].join(", ");
    const judged = properties === "" ? "" : `; judged under them: ${properties}`;
    this.note("note", "under stress", `${this.#faultsOn.join(", ")}${judged}`);
  }

  #count(kind: PropertyKind, name: string, isTrue: boolean): void {
    const count = this.#tally.property(kind, name);
    if (!isTrue) return;
    count.held += 1;
    this.note("property", name, "seen");
    if (this.#met.length > 0) this.#countCells(name, true);
  }

  #countCells(property: string, isTrue: boolean): void {
    for (const { operation, fault } of this.#met) {
      const cell = this.#tally.cell(operation, fault, property);
      if (isTrue) cell.passed += 1;
      else cell.failed += 1;
    }
  }
}
