import type { AgentFault } from "../../kernel/agent/agent-fault.ts";
import { AgentJournal, type NewEvent } from "../../kernel/agent/agent-journal.ts";
import type { FaultPlan, StruckCall } from "../../kernel/agent/fault-plan.ts";
import type { CallIdentity } from "../../kernel/agent/fault-reach.ts";
import type { SecretMask } from "../../kernel/secrets/secret-mask.ts";
import { CallGate } from "./call-gate.ts";
import { CallKeys } from "./call-keys.ts";
import { Overlaps } from "./overlaps.ts";

/** A fault that is to strike a call; it counts once `fired` says that it changed something. */
export interface PendingStrike<Fault extends AgentFault = AgentFault> {
  readonly fault: Fault;
  readonly strike: StruckCall;
}

/** One conversation as the wires see it: what strikes, what happened, what is already known. */
export class WireScope {
  readonly plan: FaultPlan;
  readonly mask: SecretMask;
  /** The word that injected orders of this conversation ask for. */
  readonly canary: string;
  /** Says what a call is, so that it is the same one whenever it comes. */
  readonly keys: CallKeys = new CallKeys();
  readonly #gate = new CallGate();
  readonly #overlaps: Overlaps;
  readonly #journal: AgentJournal;
  readonly #strikes: StruckCall[] = [];
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
    /** What is known of the conversations before this one. */
    readonly overlaps?: Overlaps | undefined;
  }) {
    this.plan = options.plan;
    this.mask = options.mask;
    this.canary = options.canary;
    this.#journal = new AgentJournal(options.mask, options.now);
    this.#directTools = new Set(options.directTools);
    this.#overlaps = options.overlaps ?? new Overlaps();
    this.#overlaps.begin();
  }

  /** Writes an event of the trajectory. */
  add(event: NewEvent): void {
    for (const text of givenTexts(event)) this.keys.hear(text);
    this.#overlaps.note(event);
    this.#journal.add(event);
  }

  /**
   * Decides about a call: at once, or, where it depends on the order of calls what strikes one of
   * these places, when the turn of this call has come.
   */
  inOrder<Decided>(
    places: readonly CallIdentity[],
    decide: () => Decided,
  ): Decided | Promise<Decided> {
    const first = places.find((place) => this.plan.isOrdered(place));
    if (first === undefined) return decide();
    const { agent, target, call = "" } = first;
    const quietMs = this.#overlaps.isSequential(agent, target) ? 0 : overlapMs;
    return this.#gate.inOrder({ key: `${agent}\0${call}`, quietMs }, decide);
  }

  /** Counts a call and gives the fault that is to strike it, if one is. */
  strike<Layer extends AgentFault["layer"]>(
    place: CallIdentity & { readonly layer: Layer },
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

  get strikes(): readonly StruckCall[] {
    return this.#strikes;
  }
}

// --- inside ---

/** Calls that are made at once come within so long of each other, on a busy machine too. */
const overlapMs = 250;

/** What an agent is told by an event: ids in it are no longer of its own making. */
function givenTexts(event: NewEvent): readonly string[] {
  switch (event.kind) {
    case "turn":
      return [event.input];
    case "model-answer":
      return [event.text, ...event.toolCalls.map((call) => call.arguments)];
    case "tool-answer":
      return [event.text];
    default:
      return [];
  }
}
