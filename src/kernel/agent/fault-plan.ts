import { Generator } from "../generator.ts";
import { type Seed, seedWords } from "../seed.ts";
import type { AgentFault } from "./agent-fault.ts";
import { doesStrike } from "./fault-trigger.ts";

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
 */
export class FaultPlan {
  readonly faults: readonly AgentFault[];
  readonly #source: PlanSource;
  readonly #ordinals = new Map<string, number>();
  readonly #struck = new Map<string, number>();
  readonly #bursts = new Map<string, number>();
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

  /** Counts a call and says which fault strikes it; the first one that does, in their order. */
  strike(
    place: CallPlace,
    fits: (fault: AgentFault) => boolean = () => true,
  ): { readonly fault: AgentFault; readonly strike: Strike } | undefined {
    const { layer, agent, target, step = "call" } = place;
    const counted = `${layer}\0${agent}\0${target}\0${step}`;
    const ordinal = (this.#ordinals.get(counted) ?? 0) + 1;
    this.#ordinals.set(counted, ordinal);
    for (const fault of this.faults) {
      if (!isFor(fault, place) || !fits(fault)) continue;
      const strike = { fault: fault.id, agent, target, ordinal };
      if (this.#isStruck(fault, strike)) return { fault, strike };
    }
    return undefined;
  }

  /** A whole number from 0 up to `below`, drawn for this strike: which payload, which value. */
  draw({ fault, agent, target, ordinal }: Strike, what: string, below: number): number {
    return Math.floor(
      this.#fraction(["draw", what, fault, agent, target, String(ordinal)]) * Math.max(1, below),
    );
  }

  #isStruck(fault: AgentFault, strike: Strike): boolean {
    const struck = this.#struck.get(fault.id) ?? 0;
    const burstKey = `${fault.id}\0${strike.agent}\0${strike.target}`;
    const burstLeft = this.#bursts.get(burstKey) ?? 0;
    const isHit = this.#decide(fault, strike, { struck, burstLeft });
    if (isHit) {
      this.#struck.set(fault.id, struck + 1);
      const more = burstLeft > 0 ? burstLeft - 1 : (fault.trigger.burst ?? 1) - 1;
      this.#bursts.set(burstKey, more);
    }
    return isHit;
  }

  #decide(
    fault: AgentFault,
    strike: Strike,
    before: { readonly struck: number; readonly burstLeft: number },
  ): boolean {
    const { strikes } = this.#source;
    if (strikes !== undefined) return strikes.some((one) => isSame(one, strike));
    const { agent, target, ordinal } = strike;
    return doesStrike(fault.trigger, {
      ordinal,
      turn: this.#turn,
      ...before,
      chance: () => this.#fraction([strike.fault, agent, target, String(ordinal)]),
    });
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

/** Whether a text is like a pattern in which `*` stands for anything. */
export function isLike(pattern: string, text: string): boolean {
  const parts = pattern.split("*");
  const first = parts[0] ?? "";
  if (!text.startsWith(first)) return false;
  if (parts.length === 1) return text === pattern;
  const last = parts.at(-1) ?? "";
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}
