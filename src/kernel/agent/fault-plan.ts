import { Generator } from "../decisions/generator.ts";
import { type Seed, seedWords } from "../decisions/seed.ts";
import type { AgentFault } from "./agent-fault.ts";
import { type CallIdentity, isFor, mayStayAway, type ObservedCall } from "./fault-reach.ts";
import { doesStrike, isCounting } from "./fault-trigger.ts";

/**
 * That a fault strikes calls of an agent to a target; the decision of a run that a schedule keeps.
 * With `call` it is that request, with `occurrence` only the so many-th time that it is made.
 * With `ordinal` alone it is the so many-th call of the target, in the order in which they come.
 * With none of them it is a rule: every call.
 */
export interface Strike {
  readonly fault: string;
  readonly agent: string;
  readonly target: string;
  readonly call?: string | undefined;
  readonly occurrence?: number | undefined;
  /** Beside `call` it is only told. */
  readonly ordinal?: number | undefined;
}

/** A strike that happened: one call, and the how many-th of its target it was. */
export interface StruckCall extends Strike {
  readonly call: string;
  readonly occurrence: number;
  readonly ordinal: number;
}

/** A fault that is to strike a call. */
export interface DueFault {
  readonly fault: AgentFault;
  readonly strike: StruckCall;
}

/** What decides: the seed and the cell, and, where a run is repeated, the strikes that it had. */
export interface PlanSource {
  readonly seed: Seed;
  /** What is drawn differs between cells: the scenario, the prompt and the trial. */
  readonly cell: string;
  /** Exactly these strike, whatever the triggers say. */
  readonly strikes?: readonly Strike[] | undefined;
  /** Faults by chance, and late ones, strike this call and no other; the rest as they always do. */
  readonly aimed?: AimedStrike | undefined;
}

/** One call that a fault is to strike, though its trigger may let it through. */
export type AimedStrike = Pick<StruckCall, "fault" | "agent" | "target" | "ordinal">;

/**
 * Decides every fault of one conversation. A chance is drawn from the seed, the cell, the fault,
 * the target, what the call asks and how often that was asked before: calls that overlap in
 * another order get the same. Only triggers that count (`on`, `every`, `after`, `times`, `burst`)
 * and faults that take turns need an order; `isOrdered` says so, and whoever asks brings calls
 * that overlap into one that does not depend on when they come.
 *
 * One call is struck by one fault. Where several are due by chance, one is drawn. Where several
 * are due without chance, those that are passed over wait, and strike the next calls of the same
 * place, one each. Only a fault that is in the middle of so many strikes (`times`, `burst`) goes
 * on first: clients that retry see these one after the other.
 */
export class FaultPlan {
  readonly faults: readonly AgentFault[];
  readonly #source: PlanSource;
  readonly #ordinals = new Map<string, number>();
  readonly #occurrences = new Map<string, number>();
  readonly #struck = new Map<string, number>();
  readonly #bursts = new Map<string, number>();
  /** Faults that were passed over, by place, in their order. */
  readonly #waiting = new Map<string, readonly string[]>();
  /** Strikes of which nobody has said yet whether they changed anything. */
  readonly #open = new Map<
    StruckCall,
    { readonly burstKey: string; readonly burstBefore: number }
  >();
  readonly #offered = new Set<string>();
  readonly #due = new Map<string, StruckCall[]>();
  readonly #met: ObservedCall[] = [];
  #turn = 1;

  constructor(faults: readonly AgentFault[], source: PlanSource) {
    this.faults = faults;
    this.#source = source;
  }

  /** A new turn of the conversation begins; the first one is 1. */
  beginTurn(turn: number): void {
    this.#turn = turn;
  }

  get turn(): number {
    return this.#turn;
  }

  /** Faults that could have struck a call, and whose trigger let every one through. */
  get stayedAway(): readonly string[] {
    return [...this.#offered].filter((fault) => !this.#due.has(fault));
  }

  /** The calls that were made, whatever struck them; as many as are kept. */
  get met(): readonly ObservedCall[] {
    return this.#met;
  }

  /** The calls that a trigger chose, whether or not the fault then changed anything. */
  get due(): readonly StruckCall[] {
    return [...this.#due.values()].flat();
  }

  /** Whether it still depends on the order of calls which of them are struck at such a place. */
  isOrdered(place: CallIdentity): boolean {
    const { strikes } = this.#source;
    const own = this.faults.filter((fault) => isFor(fault, place));
    if (strikes !== undefined) {
      return strikes.some(({ call, ordinal }) => call === undefined && ordinal !== undefined);
    }
    const { aimed } = this.#source;
    if (own.filter(({ trigger }) => trigger.probability === undefined).length > 1) return true;
    const ordinal = this.#ordinals.get(countedOf(place)) ?? 0;
    if (own.some(({ id }) => id === aimed?.fault) && ordinal < (aimed?.ordinal ?? 0)) return true;
    return own.some(({ id, trigger }) =>
      isCounting(trigger, { ordinal, struck: this.#struck.get(id) ?? 0 }),
    );
  }

  /** Counts a call and says which fault strikes it. */
  strike(
    place: CallIdentity,
    fits: (fault: AgentFault) => boolean = () => true,
  ): DueFault | undefined {
    const { agent, target, call = "" } = place;
    const counted = countedOf(place);
    const ordinal = nextOf(this.#ordinals, counted);
    const occurrence = nextOf(this.#occurrences, `${counted}\0${call}`);
    if (this.#met.length < metMax) this.#met.push({ ...place, ordinal, turn: this.#turn });
    const due: DueFault[] = [];
    for (const fault of this.faults) {
      if (!isFor(fault, place) || !fits(fault)) continue;
      const strike = { fault: fault.id, agent, target, call, occurrence, ordinal };
      this.#offered.add(fault.id);
      if (this.#isDue(fault, strike, counted)) due.push({ fault, strike });
    }
    for (const { fault, strike } of due) {
      const chosen = this.#due.get(fault.id) ?? [];
      if (chosen.length < metMax) chosen.push(strike);
      this.#due.set(fault.id, chosen);
    }
    const first = this.#first(due, counted);
    if (first !== undefined) this.#begin(first, due, counted);
    return first;
  }

  /** A strike changed something. */
  fired(strike: StruckCall): void {
    this.#open.delete(strike);
  }

  /** A strike changed nothing, so that it does not count; nothing where it had fired. */
  left(strike: StruckCall): void {
    const open = this.#open.get(strike);
    if (open === undefined) return;
    this.#open.delete(strike);
    this.#struck.set(strike.fault, (this.#struck.get(strike.fault) ?? 1) - 1);
    const { burstKey, burstBefore } = open;
    const burstLeft = this.#bursts.get(burstKey) ?? 0;
    this.#bursts.set(burstKey, burstBefore === 0 ? 0 : burstLeft + 1);
  }

  /**
   * A whole number from 0 up to `below`, drawn for this strike: which payload, which value. It
   * does not depend on what the call asks: a smaller conversation asks something else, and is to
   * be struck in the same way.
   */
  draw({ fault, agent, target, occurrence }: Drawn, what: string, below: number): number {
    const words = ["draw", what, fault, agent, target, String(occurrence)];
    return Math.floor(this.#fraction(words) * Math.max(1, below));
  }

  #isDue({ id, trigger }: AgentFault, strike: StruckCall, counted: string): boolean {
    const { strikes, aimed } = this.#source;
    if (strikes !== undefined) return strikes.some((one) => doesMean(one, strike));
    if (aimed !== undefined && mayStayAway(trigger)) return doesMean(aimed, strike);
    const { ordinal } = strike;
    const moment = {
      ordinal,
      turn: this.#turn,
      struck: this.#struck.get(id) ?? 0,
      burstLeft: this.#bursts.get(burstKeyOf(strike)) ?? 0,
      chance: () => this.#fraction(wordsOf(strike)),
    };
    const isWaiting = this.#waiting.get(counted)?.includes(id) === true;
    const { times, turn } = trigger;
    return doesStrike(isWaiting ? { times, turn } : trigger, moment);
  }

  #first(due: readonly DueFault[], counted: string): DueFault | undefined {
    if (this.#source.strikes !== undefined) return due[0];
    const going = due.find(({ fault, strike }) => {
      const hasBegun = fault.trigger.times !== undefined && (this.#struck.get(fault.id) ?? 0) > 0;
      return hasBegun || (this.#bursts.get(burstKeyOf(strike)) ?? 0) > 0;
    });
    if (going !== undefined) return going;
    for (const id of this.#waiting.get(counted) ?? []) {
      const waiting = due.find(({ fault }) => fault.id === id);
      if (waiting !== undefined) return waiting;
    }
    const sure = due.find(({ fault }) => fault.trigger.probability === undefined);
    const [first] = due;
    if (sure !== undefined || first === undefined) return sure;
    const { agent, target, call, occurrence } = first.strike;
    const drawn = this.#fraction(["which", agent, target, call, String(occurrence)]);
    return due[Math.floor(drawn * due.length)];
  }

  #begin({ fault, strike }: DueFault, due: readonly DueFault[], counted: string): void {
    const before = this.#waiting.get(counted) ?? [];
    const passed = due
      .filter((one) => one.fault.trigger.probability === undefined)
      .map((one) => one.fault.id)
      .filter((id) => !before.includes(id));
    this.#waiting.set(
      counted,
      [...before, ...passed].filter((id) => id !== fault.id),
    );
    const burstKey = burstKeyOf(strike);
    const burstBefore = this.#bursts.get(burstKey) ?? 0;
    this.#bursts.set(burstKey, (burstBefore > 0 ? burstBefore : (fault.trigger.burst ?? 1)) - 1);
    this.#struck.set(fault.id, (this.#struck.get(fault.id) ?? 0) + 1);
    this.#open.set(strike, { burstKey, burstBefore });
  }

  #fraction(words: readonly string[]): number {
    return fraction([String(this.#source.seed), this.#source.cell, ...words]);
  }
}

/** Whether a strike of a schedule means a call. */
export function doesMean(one: Strike, struck: StruckCall): boolean {
  const { fault, agent, target, call, occurrence, ordinal } = one;
  if (fault !== struck.fault || agent !== struck.agent || target !== struck.target) return false;
  if (call === undefined) return ordinal === undefined || ordinal === struck.ordinal;
  return call === struck.call && (occurrence === undefined || occurrence === struck.occurrence);
}

/** A strike as it is kept: what the call is decides, not the order in which calls came. */
export function keptStrike({ ordinal, ...strike }: Strike): Strike {
  return strike.call === undefined && ordinal !== undefined ? { ...strike, ordinal } : strike;
}

/** A number from 0 up to 1 that depends on nothing but these words. */
export function fraction(words: readonly string[]): number {
  const generator = new Generator();
  generator.restart(seedWords(words.join("\0")), 0);
  return generator.fraction();
}

// --- inside ---

/** So many calls of a conversation are kept; later ones are struck all the same. */
const metMax = 256;

function countedOf({ layer, agent, target, step }: CallIdentity): string {
  return `${layer}\0${agent}\0${target}\0${step ?? "call"}`;
}

function nextOf(counts: Map<string, number>, key: string): number {
  const next = (counts.get(key) ?? 0) + 1;
  counts.set(key, next);
  return next;
}

/** What a draw for a strike depends on. */
type Drawn = Pick<StruckCall, "fault" | "agent" | "target" | "occurrence">;

function wordsOf({ fault, agent, target, call, occurrence }: StruckCall): readonly string[] {
  return [fault, agent, target, call, String(occurrence)];
}

function burstKeyOf({ fault, agent, target }: Strike): string {
  return `${fault}\0${agent}\0${target}`;
}
