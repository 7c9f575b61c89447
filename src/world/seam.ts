import { assert } from "../kernel/errors/assert.ts";
import type { Fault, SeamCall, SeamDispatch, SeamTarget } from "../kernel/faults/fault.ts";
import { activeWorld } from "./active-world.ts";
import type { SimWorld } from "./sim-world.ts";

/**
 * The permanent dispatcher of one seam. It holds the set of faults that are on, in the order in
 * which the subject lists them: whatever the order of switching, the same set behaves the same, and
 * an empty one leaves the original behind.
 */
export class Seam implements SeamDispatch {
  readonly name: string;
  isOn = false;
  #active: { readonly fault: Fault; readonly rank: number; calls: number }[] = [];
  /** How often the seam was called while a fault was on. */
  calls = 0;

  constructor(name: string) {
    this.name = name;
  }

  /** Switches a fault on; `rank` is its place in the subject's list. */
  inject(fault: Fault, rank: number): void {
    assert(fault.seam === this.name, `the fault \`${fault.name}\` belongs to another seam`);
    if (this.#active.some((known) => known.fault === fault)) return;
    this.#active = [...this.#active, { fault, rank, calls: 0 }].toSorted((a, b) => a.rank - b.rank);
    this.isOn = true;
  }

  /** Switches a fault off. */
  heal(fault: Fault): void {
    this.#active = this.#active.filter((known) => known.fault !== fault);
    this.isOn = this.#active.length > 0;
  }

  /** Switches everything off, at the end of a run. */
  reset(): void {
    this.#active = [];
    this.isOn = false;
    this.calls = 0;
  }

  /** Sends a call through the faults that are on; outside of a run it is just made. */
  call(self: unknown, args: readonly unknown[], proceed: SeamTarget): unknown {
    const world = activeWorld;
    if (world === undefined) return proceed(...args);
    this.calls += 1;
    // A fault that is switched while the call is under way does not change that call.
    return this.#strike(world, { active: this.#active, at: 0, self, args, proceed });
  }

  #strike(world: SimWorld, step: Step): unknown {
    const entry = step.active[step.at];
    if (entry === undefined) return step.proceed(...step.args);
    entry.calls += 1;
    const call: SeamCall = {
      self: step.self,
      args: step.args,
      ordinal: entry.calls,
      ...toldOf(step.proceed),
      proceed: (args = step.args) => this.#strike(world, { ...step, at: step.at + 1, args }),
      fire: (detail) => world.onFire(entry.fault.name, detail ?? this.name),
      decisions: world.decisions,
      sleep: (ms) =>
        new Promise((resolve) => {
          world.after(Math.round(ms * 1_000), entry.fault.name, () => resolve());
        }),
    };
    return entry.fault.strike(call);
  }
}

/** The seam of a name; one for the whole process. */
export function seamOf(name: string): Seam {
  const known = seams.get(name);
  if (known !== undefined) return known;
  const seam = new Seam(name);
  seams.set(name, seam);
  return seam;
}

/** Heals every fault, so that nothing of one run is left in the next. */
export function resetSeams(): void {
  for (const seam of seams.values()) if (seam.isOn) seam.reset();
}

// --- inside ---

interface Step {
  readonly active: readonly { readonly fault: Fault; calls: number }[];
  readonly at: number;
  readonly self: unknown;
  readonly args: readonly unknown[];
  readonly proceed: SeamTarget;
}

const seams = new Map<string, Seam>();

function toldOf(target: SeamTarget): Pick<SeamCall, "isAsync"> {
  const { isAsync } = target;
  if (isAsync !== undefined) return { isAsync };
  const isAsyncFunction = Object.prototype.toString.call(target) === "[object AsyncFunction]";
  return isAsyncFunction ? { isAsync: true } : {};
}
