import type { AgentFault } from "../../kernel/agent/agent-fault.ts";
import { AgentJournal, type NewEvent } from "../../kernel/agent/agent-journal.ts";
import type { FaultPlan } from "../../kernel/agent/fault-plan.ts";
import { type CallPlace, type Strike } from "../../kernel/agent/fault-plan.ts";
import type { SecretMask } from "../../kernel/agent/secret-mask.ts";

/** A fault that is to strike a call; it counts once `fired` says that it changed something. */
export interface PendingStrike<Fault extends AgentFault = AgentFault> {
  readonly fault: Fault;
  readonly strike: Strike;
}

/** One conversation as the wires see it: what strikes, what happened, what is already known. */
export class WireScope {
  readonly plan: FaultPlan;
  readonly mask: SecretMask;
  /** The word that injected orders of this conversation ask for. */
  readonly canary: string;
  readonly #journal: AgentJournal;
  readonly #strikes: Strike[] = [];
  readonly #modelCalls = new Map<string, number>();
  readonly #directTools: Set<string>;
  readonly #listedTools = new Set<string>();
  #toolCalls = 0;

  constructor(options: {
    readonly plan: FaultPlan;
    readonly mask: SecretMask;
    readonly canary: string;
    readonly now: () => number;
    /** Tools that have a wire of their own, where faults strike them. */
    readonly directTools: readonly string[];
  }) {
    this.plan = options.plan;
    this.mask = options.mask;
    this.canary = options.canary;
    this.#journal = new AgentJournal(options.mask, options.now);
    this.#directTools = new Set(options.directTools);
  }

  /** Writes an event of the trajectory. */
  add(event: NewEvent): void {
    this.#journal.add(event);
  }

  /** Counts a call and gives the fault that is to strike it, if one is. */
  strike<Layer extends AgentFault["layer"]>(
    place: CallPlace & { readonly layer: Layer },
    fits?: (fault: AgentFault) => boolean,
  ): PendingStrike<Extract<AgentFault, { layer: Layer }>> | undefined {
    // The plan gives only faults of the layer that it was asked for.
    return this.plan.strike(place, fits) as
      | PendingStrike<Extract<AgentFault, { layer: Layer }>>
      | undefined;
  }

  /** A fault changed something: only now it has struck. */
  fired({ fault, strike }: PendingStrike, detail: string): void {
    this.plan.fired(strike);
    this.#strikes.push(strike);
    const mode = fault.layer === "context" ? fault.type : fault.mode;
    const { agent, target, ordinal } = strike;
    const { id, layer } = fault;
    this.add({ kind: "fault", fault: id, layer, mode, agent, target, ordinal, detail });
  }

  /** A call is over: a fault that was to strike it and changed nothing may strike another one. */
  over(pending: PendingStrike | undefined): void {
    if (pending !== undefined) this.plan.left(pending.strike);
  }

  /** The number of the next question of an agent to a model; the first one is 1. */
  nextModelCall(agent: string): number {
    const call = (this.#modelCalls.get(agent) ?? 0) + 1;
    this.#modelCalls.set(agent, call);
    return call;
  }

  /** A name for a call of a tool that has none of its own. */
  nextToolCall(): string {
    this.#toolCalls += 1;
    return `call-${this.#toolCalls}`;
  }

  /** Whether faults strike this tool on a wire of its own, so that the model's wire leaves it. */
  isDirect(tool: string): boolean {
    return this.#directTools.has(tool);
  }

  /** A server listed this tool, so that faults struck its definition where it was listed. */
  markListed(tool: string): void {
    this.#listedTools.add(tool);
    this.markDirect(tool);
  }

  /** Whether the definition of this tool was struck, or spared, before the model's wire has it. */
  isListed(tool: string): boolean {
    return this.#listedTools.has(tool);
  }

  /** A tool was seen on a wire of its own. */
  markDirect(tool: string): void {
    this.#directTools.add(tool);
  }

  get journal(): AgentJournal {
    return this.#journal;
  }

  get strikes(): readonly Strike[] {
    return this.#strikes;
  }
}
