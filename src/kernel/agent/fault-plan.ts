import { Generator } from "../generator.ts";
import { type Seed, seedWords } from "../seed.ts";
import type { AgentFault } from "./agent-fault.ts";
import { doesStrike } from "./fault-trigger.ts";
import { isLike } from "../like.ts";

/** A call of an agent that a fault may strike. */
export interface CallPlace {
  readonly layer: AgentFault["layer"];
  /** Whose call it is. */
  readonly agent: string;
  /** The tool, the peer, or `llm`; for a context attack what is read: `tool search`, `input`. */
  readonly target: string;
  readonly url?: string | undefined;
  /** That a definition is read, not that the tool is called; the two are counted apart. */
  readonly step?: "definition" | undefined;
}

/** That a fault strikes a call; the decision of a run that a schedule keeps. */
export interface Strike {
  readonly fault: string;
  readonly agent: string;
  readonly target: string;
  /** The how many-th call of this agent to this target it is. */
  readonly ordinal: number;
}

/** A fault that is to strike a call. */
export interface DueFault {
  readonly fault: AgentFault;
  readonly strike: Strike;
}

/** What decides: the seed and the cell, and, where a run is repeated, the strikes that it had. */
export interface PlanSource {
  readonly seed: Seed;
  /** What is drawn differs between cells: the scenario, the prompt and the trial. */
  readonly cell: string;
  /** Exactly these strike, whatever the triggers say. */
  readonly strikes?: readonly Strike[] | undefined;
}

/**
 * Decides every fault of one conversation. Each decision is drawn from the seed, the cell, the
 * fault, the target and the ordinal alone, so calls that overlap in another order get the same.
 *
 * One call is struck by one fault. Where several are due, those that are passed over wait, and
 * strike the next calls of the same place, one each. Only a fault that is in the middle of so many
 * strikes (`times`, `burst`) goes on first: clients that retry see these one after the other.
 */
export class FaultPlan {
  readonly faults: readonly AgentFault[];
  readonly #source: PlanSource;
  readonly #ordinals = new Map<string, number>();
  readonly #struck = new Map<string, number>();
  readonly #bursts = new Map<string, number>();
  /** Faults that were passed over, by place, in their order. */
  readonly #waiting = new Map<string, readonly string[]>();
  /** Strikes of which nobody has said yet whether they changed anything. */
  readonly #open = new Map<Strike, { readonly burstKey: string; readonly burstBefore: number }>();
  readonly #offered = new Set<string>();
  readonly #due = new Set<string>();
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

  /** Counts a call and says which fault strikes it. */
  strike(
    place: CallPlace,
    fits: (fault: AgentFault) => boolean = () => true,
  ): DueFault | undefined {
    const { layer, agent, target, step = "call" } = place;
    const counted = `${layer}\0${agent}\0${target}\0${step}`;
    const ordinal = (this.#ordinals.get(counted) ?? 0) + 1;
    this.#ordinals.set(counted, ordinal);
    const due: DueFault[] = [];
    for (const fault of this.faults) {
      if (!isFor(fault, place) || !fits(fault)) continue;
      const strike = { fault: fault.id, agent, target, ordinal };
      this.#offered.add(fault.id);
      if (this.#isDue(fault, strike, counted)) due.push({ fault, strike });
    }
    for (const { fault } of due) this.#due.add(fault.id);
    const chosen = this.#first(due, counted);
    if (chosen !== undefined) this.#begin(chosen, due, counted);
    return chosen;
  }

  /** A strike changed something. */
  fired(strike: Strike): void {
    this.#open.delete(strike);
  }

  /** A strike changed nothing, so that it does not count; nothing where it had fired. */
  left(strike: Strike): void {
    const open = this.#open.get(strike);
    if (open === undefined) return;
    this.#open.delete(strike);
    this.#struck.set(strike.fault, (this.#struck.get(strike.fault) ?? 1) - 1);
    const { burstKey, burstBefore } = open;
    const burstLeft = this.#bursts.get(burstKey) ?? 0;
    this.#bursts.set(burstKey, burstBefore === 0 ? 0 : burstLeft + 1);
  }

  /** A whole number from 0 up to `below`, drawn for this strike: which payload, which value. */
  draw({ fault, agent, target, ordinal }: Strike, what: string, below: number): number {
    return Math.floor(
      this.#fraction(["draw", what, fault, agent, target, String(ordinal)]) * Math.max(1, below),
    );
  }

  #isDue({ id, trigger }: AgentFault, strike: Strike, counted: string): boolean {
    const { strikes } = this.#source;
    if (strikes !== undefined) return strikes.some((one) => isSame(one, strike));
    const { agent, target, ordinal } = strike;
    const moment = {
      ordinal,
      turn: this.#turn,
      struck: this.#struck.get(id) ?? 0,
      burstLeft: this.#bursts.get(burstKeyOf(strike)) ?? 0,
      chance: () => this.#fraction([id, agent, target, String(ordinal)]),
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
    return due[0];
  }

  #begin({ fault, strike }: DueFault, due: readonly DueFault[], counted: string): void {
    const before = this.#waiting.get(counted) ?? [];
    const passed = due.map((one) => one.fault.id).filter((id) => !before.includes(id));
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

/** Whether two strikes are the same one. */
export function isSame(one: Strike, other: Strike): boolean {
  return (
    one.fault === other.fault &&
    one.agent === other.agent &&
    one.target === other.target &&
    one.ordinal === other.ordinal
  );
}

/** A number from 0 up to 1 that depends on nothing but these words. */
export function fraction(words: readonly string[]): number {
  const generator = new Generator();
  generator.restart(seedWords(words.join("\0")), 0);
  return generator.fraction();
}

// --- inside ---

function burstKeyOf({ fault, agent, target }: Strike): string {
  return `${fault}\0${agent}\0${target}`;
}

function isFor(fault: AgentFault, { layer, agent, target, url }: CallPlace): boolean {
  if (fault.layer !== layer || (fault.agent !== undefined && fault.agent !== agent)) return false;
  if (fault.layer !== "tool") return true;
  if (fault.matchUrl !== undefined) {
    return url !== undefined && isLike(fault.matchUrl, url) && isTool(fault.tool, target);
  }
  return isTool(fault.tool, target);
}

function isTool(wanted: string, tool: string): boolean {
  return wanted === "*" || wanted === tool;
}
