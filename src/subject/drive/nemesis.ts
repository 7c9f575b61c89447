import type { Named } from "../../kernel/decisions/decisions.ts";
import type { Fault } from "../../kernel/faults/fault.ts";
import type { RunContext } from "../../kernel/subject/subject.ts";
import { toggleProbability } from "../../kernel/trace/trace.ts";
import { seamOf } from "../../world/seam.ts";

/** How often a fault is on from the start, where there are no steps to switch it in. */
const startProbability = 0.5;

/** Switches the faults of one run on and off; what is on is decided, never left over. */
export class Nemesis {
  readonly #faults: readonly Fault[];
  readonly #decided: readonly Switch[];
  readonly #toggleProb: number;
  readonly #context: RunContext;
  readonly #active = new Set<Fault>();

  /** Of `faults`, those that are not `decided` are switched by `turn` alone. */
  constructor(faults: readonly Fault[], context: RunContext, decided: readonly Fault[] = faults) {
    this.#faults = faults;
    this.#decided = decided.map((fault) => new Switch(fault, this.#active));
    this.#context = context;
    this.#toggleProb = context.settings.faultToggleProb ?? toggleProbability;
  }

  /** Maybe switches one fault; says whether it did, because that is a step of its own. */
  strikes(): boolean {
    const { decisions } = this.#context;
    // Never is no chance to decide: a search that turns answers round would switch faults anyway.
    if (this.#decided.length === 0 || this.#toggleProb === 0) return false;
    if (!decisions.chance("toggle", this.#toggleProb)) return false;
    this.#toggle(decisions.pick("fault", this.#decided).fault);
    return true;
  }

  /** Decides for each fault whether it is on from the start. */
  start(): void {
    const { decisions } = this.#context;
    for (const { fault } of this.#decided) {
      if (decisions.chance(`fault ${fault.name}`, startProbability)) this.#toggle(fault);
    }
  }

  /** Whether a fault is on now. */
  isOn(fault: Fault): boolean {
    return this.#active.has(fault);
  }

  /** Switches a fault to what is asked; it may be that already. */
  turn(fault: Fault, isOn: boolean): void {
    if (this.#active.has(fault) !== isOn) this.#toggle(fault);
  }

  #toggle(fault: Fault): void {
    const seam = seamOf(fault.seam);
    const isOn = this.#active.has(fault);
    if (isOn) {
      this.#active.delete(fault);
      seam.heal(fault);
    } else {
      this.#active.add(fault);
      seam.inject(fault, this.#faults.indexOf(fault));
    }
    this.#context.state.switched(fault.name, !isOn);
    this.#context.state.note("note", isOn ? "fault off" : "fault on", fault.name);
  }
}

// --- inside ---

/** A fault as it is picked: a search that wants some on together must not switch them off. */
class Switch implements Named {
  readonly name: string;
  readonly fault: Fault;
  readonly #active: ReadonlySet<Fault>;

  constructor(fault: Fault, active: ReadonlySet<Fault>) {
    this.name = fault.name;
    this.fault = fault;
    this.#active = active;
  }

  get isOn(): boolean {
    return this.#active.has(this.fault);
  }
}
