import type { AgentEvent } from "../../../kernel/agent/agent-event.ts";
import type { AgentFault } from "../../../kernel/agent/agent-fault.ts";
import type { AgentAnswer, AgentInput } from "../../../kernel/agent/agent-input.ts";
import type { CellState } from "../../../kernel/agent/agent-cell.ts";
import type { Strike } from "../../../kernel/agent/fault-plan.ts";
import type { MutationMeaning } from "../../../kernel/agent/mutation.ts";
import type { ToolConfig } from "../../../config/agent/agent-config.ts";

/** All that an invariant is judged by: one conversation. */
export interface CellEvidence {
  /** The prompt that the user wrote. */
  readonly prompt: string;
  readonly sent: AgentInput;
  /** What the sent prompt means beside the user's; undefined where it is the user's. */
  readonly meaning: MutationMeaning | undefined;
  /** The sent prompt asks for something else, so the same answer as without chaos is wrong. */
  readonly mustDiffer?: boolean | undefined;
  readonly answer: AgentAnswer;
  readonly events: readonly AgentEvent[];
  /** What really struck. */
  readonly strikes: readonly Strike[];
  /** Faults that met calls and let all of them through, as their trigger says. */
  readonly stayedAway?: readonly string[] | undefined;
  /** What the scenario has. */
  readonly faults: readonly AgentFault[];
  /** Faults of these, by id, that need not strike. */
  readonly optional?: readonly string[] | undefined;
  /** It is one of the conversations without chaos that others are compared with. */
  readonly isCalm?: boolean | undefined;
  /** Answers to the same prompt without chaos, one for each trial. */
  readonly baselines: readonly AgentAnswer[];
  /** The words that injected orders of this conversation ask for. */
  readonly canaries: readonly string[];
  readonly tools: readonly Pick<ToolConfig, "name" | "hasSideEffect">[];
  /** No call of the agent was seen up to now in the whole run: its wires may show nothing. */
  readonly isUnseen?: boolean | undefined;
}

/** What became of a cell, and why in one sentence. */
export interface Judgement {
  readonly state: CellState;
  readonly because: string;
}

/** The events of one kind. */
export function eventsOf<Kind extends AgentEvent["kind"]>(
  { events }: Pick<CellEvidence, "events">,
  kind: Kind,
): readonly Extract<AgentEvent, { readonly kind: Kind }>[] {
  return events.filter(
    (event): event is Extract<AgentEvent, { readonly kind: Kind }> => event.kind === kind,
  );
}

/** It holds. */
export function pass(because: string): Judgement {
  return { state: "pass", because };
}

/** It does not hold. */
export function fail(because: string): Judgement {
  return { state: "fail", because };
}

/** It cannot be told. */
export function inconclusive(because: string): Judgement {
  return { state: "inconclusive", because };
}

/** What a rule about calls says where none can be seen: no call is no evidence there. */
export function unseen({ isUnseen }: Pick<CellEvidence, "isUnseen">): Judgement | undefined {
  if (isUnseen !== true) return undefined;
  return inconclusive("no call of the agent was seen in this run, so nothing says what it calls");
}

/** A part of a text as it is quoted in a sentence: one line, and not much of it. */
export function quoted(text: string): string {
  const line = text.replaceAll(/\s+/gu, " ").trim();
  return `"${line.length > quotedMax ? `${line.slice(0, quotedMax)}…` : line}"`;
}

// --- inside ---

const quotedMax = 80;
