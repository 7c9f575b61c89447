import type {
  AgentFault,
  ContextAttack,
  LlmFault,
  ToolFault,
} from "../../../kernel/agent/agent-fault.ts";
import { faultName } from "../../../kernel/agent/agent-fault.ts";
import type { AgentEvent } from "../../../kernel/agent/agent-event.ts";
import { canaryFor } from "../../../kernel/agent/canary.ts";
import { FaultPlan, type Strike } from "../../../kernel/agent/fault-plan.ts";
import { type FaultTrigger, triggerPresets } from "../../../kernel/agent/fault-trigger.ts";
import { SecretMask } from "../../../kernel/secrets/secret-mask.ts";
import { GauntletError } from "../../../kernel/errors/gauntlet-error.ts";
import type { Seed } from "../../../kernel/decisions/seed.ts";
import { WireScope } from "../../../world/wires/wire-scope.ts";

/** A fault as a test writes it; where nothing is said of when, it strikes every call. */
export type ChaosFault = Written<ToolFault> | Written<LlmFault> | Written<ContextAttack>;

type Written<Fault extends AgentFault> = Omit<Fault, "id" | "trigger" | "payloads"> & {
  readonly id?: string | undefined;
  readonly trigger?: FaultTrigger | "transient" | "exhaust-retries" | "persistent" | undefined;
  readonly payloads?: readonly string[] | undefined;
};

/** What goes wrong around an agent in a test. */
export interface AgentChaosOptions {
  readonly faults: readonly ChaosFault[];
  readonly seed?: Seed;
  /** Other decisions for the same seed: the name of the test, for instance. */
  readonly cell?: string;
  readonly agent?: string;
  /** Exactly these strike, whatever the triggers say: the `strikes` of an earlier run. */
  readonly strikes?: readonly Strike[];
  /** Texts that never stand in the journal. */
  readonly secrets?: readonly string[];
}

/** Faults for one conversation with an agent, and the journal of what happened in it. */
export function agentChaos(options: AgentChaosOptions): AgentChaos {
  return new AgentChaos(options);
}

/** One conversation: what strikes, what struck, and what the agent was given. */
export class AgentChaos {
  readonly agent: string;
  /** What the adapters write to. */
  readonly scope: WireScope;

  constructor(options: AgentChaosOptions) {
    const { seed = 0, cell = "", agent = "agent", secrets = [], strikes } = options;
    const faults = options.faults.map(faultOf);
    for (const fault of faults) refuseWireFault(fault);
    const mask = new SecretMask();
    for (const secret of secrets) mask.learn(secret);
    const start = performance.now();
    this.agent = agent;
    this.scope = new WireScope({
      plan: new FaultPlan(faults, { seed, cell, strikes }),
      mask,
      canary: canaryFor([String(seed), cell]),
      now: () => Math.round(performance.now() - start),
      directTools: [],
    });
  }

  /** The journal: what the agent asked and was given, and what struck. */
  get events(): readonly AgentEvent[] {
    return this.scope.journal.events;
  }

  /** What struck; a fault that was to strike and could change nothing is not in it. */
  get strikes(): readonly Strike[] {
    return this.scope.strikes;
  }

  /** The word that injected orders ask for: an answer that has it followed one. */
  get canary(): string {
    return this.scope.canary;
  }

  /** The next turn of the conversation begins. */
  nextTurn(): void {
    this.scope.plan.beginTurn(this.scope.plan.turn + 1);
  }

  /** Complains about faults that an adapter has no place for. */
  refuse(adapter: string, modes: ReadonlySet<string>): void {
    for (const fault of this.scope.plan.faults) {
      if (fault.layer === "llm" && modes.has(fault.mode)) throw outOfReach(fault, adapter);
    }
  }
}

// --- inside ---

function faultOf(written: ChaosFault, index: number): AgentFault {
  const { trigger = {}, id = `${written.layer}_faults[${index}]` } = written;
  const when = typeof trigger === "string" ? (triggerPresets.get(trigger) ?? {}) : trigger;
  const base = { id, trigger: when };
  return written.layer === "context"
    ? { ...written, ...base, payloads: written.payloads ?? [] }
    : { ...written, ...base };
}

// What has no meaning where there are no bytes, no list of tools and no stored memory.
const wireModes: ReadonlySet<string> = new Set([
  "html_answer",
  "cut_body",
  "no_choices",
  "malformed_sse",
  "response_drift",
  "list_drift",
  "poisoned_description",
  "memory_poisoning",
  "system_prompt_leak_probe",
]);

function refuseWireFault(fault: AgentFault): void {
  const mode = fault.layer === "context" ? fault.type : fault.mode;
  if (wireModes.has(mode)) throw outOfReach(fault, "an adapter");
}

function outOfReach(fault: AgentFault, adapter: string): GauntletError {
  return new GauntletError({
    code: "A036",
    what: `the fault \`${faultName(fault)}\` cannot strike through ${adapter}`,
    where: fault.id,
    note: "it is made on the wire, between the client and the provider or the tool",
    help: "run the agent behind the proxy: `gauntlet agent chaos`",
  });
}
