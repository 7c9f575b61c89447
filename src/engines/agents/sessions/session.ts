import type { AgentFault } from "../../../kernel/agent/agent-fault.ts";
import type { AgentInput, RequestChange } from "../../../kernel/agent/agent-input.ts";
import type { MutationMeaning } from "../../../kernel/agent/mutation.ts";
import type { Strike } from "../../../kernel/agent/fault-plan.ts";
import type { Seed } from "../../../kernel/decisions/seed.ts";

/** A conversation that was held before, with all that is needed to hold it again. */
export interface ReplaySession {
  readonly id: string;
  readonly name: string;
  /** Where it comes from: `manual`, `gauntlet`, `langsmith`. */
  readonly source: string;
  readonly capturedAt?: string | undefined;
  /** Exactly what the agent was sent. */
  readonly input: string;
  /** What users said before, the oldest first; the agent answers it again itself. */
  readonly history: readonly string[];
  readonly request?: RequestChange | undefined;
  readonly toolResponses: readonly ToolResponse[];
  /** What the input means beside the prompt that it was made of; this decides how it is judged. */
  readonly meaning?: MutationMeaning | undefined;
  /** The word that an order in the input asks for. */
  readonly canary?: string | undefined;
  /** Whether the input asks for something else, so that the same answer is a failure. */
  readonly mustDiffer?: boolean | undefined;
  /** What went wrong when it was captured. */
  readonly expectedFailure?: string | undefined;
  /** The invariant that failed when it was captured. */
  readonly invariant?: string | undefined;
  /** The name of the configured contract, `default`, or the path of a file that has one. */
  readonly contract: string;
  readonly seed?: Seed | undefined;
  readonly cell?: string | undefined;
  readonly faults?: readonly AgentFault[] | undefined;
  /** Exactly these strike. */
  readonly strikes?: readonly Strike[] | undefined;
  /** A recording of what models and tools answered; a path relative to the config file. */
  readonly cassette?: string | undefined;
}

/** What a tool answered when the session was captured. */
export interface ToolResponse {
  readonly tool: string;
  /** Text, or data that is sent as JSON. */
  readonly response: unknown;
  readonly status: number;
  readonly latencyMs: number;
  /** The turn in which it answered, from 1; without it, it is for whichever turn asks first. */
  readonly turn?: number | undefined;
}

/** What the agent is given when a session is held again. */
export function inputOf({ input, history, request }: ReplaySession): AgentInput {
  return {
    prompt: input,
    ...(history.length === 0 ? {} : { history }),
    ...(request === undefined ? {} : { request }),
  };
}
