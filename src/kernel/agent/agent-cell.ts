import type { AgentEvent } from "./agent-event.ts";
import type { AgentFault } from "./agent-fault.ts";
import type { AgentAnswer, RequestChange } from "./agent-input.ts";
import type { AimedStrike, Strike } from "./fault-plan.ts";
import type { MutationMeaning, MutationType } from "./mutation.ts";

/** How bad it is when an invariant does not hold. */
export type Severity = "critical" | "high" | "medium" | "low";

/**
 * What became of one cell. `error`: it could not be judged (the agent was not reset or reached).
 * `inconclusive`: a fault of its scenario never struck. `skipped`: its `when` does not apply.
 */
export type CellState = "pass" | "fail" | "error" | "skipped" | "inconclusive";

/** Which job a cell belongs to; each has a score. */
export type AgentPhase = "mutation" | "chaos" | "contract" | "replay";

/** One invariant judged on one conversation: invariant × scenario × prompt × trial. */
export interface AgentCell {
  readonly phase: AgentPhase;
  readonly invariant: string;
  readonly severity: Severity;
  /** The scenario, the mutation or the session. */
  readonly scenario: string;
  /** The prompt that the user wrote. */
  readonly prompt: string;
  readonly trial: number;
  readonly state: CellState;
  /** Why, in one sentence. */
  readonly because: string;
  /** The conversation that it was judged on; an index of `AgentReport.conversations`. */
  readonly conversation: number;
  /** Faults that the rule is about here, by id: each must strike once in the row to decide it. */
  readonly owes?: readonly string[] | undefined;
}

/** How what was sent differs from the prompt, and how an answer to it is judged. */
export interface SentMutation {
  readonly type: MutationType;
  readonly meaning: MutationMeaning;
  readonly id: string;
  /** The word that an order in it asks for. */
  readonly canary?: string | undefined;
  /** Whether it asks for something else, so that the same answer is a failure. */
  readonly mustDiffer?: boolean | undefined;
}

/** One conversation with an agent: what it was given, what struck, what it did. */
export interface Conversation {
  readonly phase: AgentPhase;
  readonly scenario: string;
  readonly prompt: string;
  /** What was really sent, where it differs from the prompt. */
  readonly sent: string;
  /** Turns before it, and what was changed about the request; with `sent` all that was given. */
  readonly history?: readonly string[] | undefined;
  readonly request?: RequestChange | undefined;
  /** What draws were made under, besides the seed: `PlanSource.cell`. */
  readonly cell?: string | undefined;
  readonly mutation?: SentMutation | undefined;
  readonly trial: number;
  /** It was added to the trials, so that this fault strikes this call. */
  readonly aimed?: AimedStrike | undefined;
  readonly faults: readonly AgentFault[];
  /** What really struck, in order: with the seed this is all that decides the conversation. */
  readonly strikes: readonly Strike[];
  readonly answer: AgentAnswer;
  readonly events: readonly AgentEvent[];
}
