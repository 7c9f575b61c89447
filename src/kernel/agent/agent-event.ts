import type { AgentFault } from "./agent-fault.ts";

/** Something that happened around an agent; all of them in order are the trajectory. */
export type AgentEvent = EventBase &
  (TurnEvent | ModelCall | ModelAnswer | ToolCall | ToolAnswer | FaultEvent | AnswerEvent);

interface EventBase {
  /** Milliseconds of real time since the cell began; told, never compared. */
  readonly atMs: number;
  /** Whose event it is; where several agents talk, this and `to` name the hop. */
  readonly agent: string;
}

/** The agent is given something. */
interface TurnEvent {
  readonly kind: "turn";
  readonly turn: number;
  readonly input: string;
}

/** The agent asks a model. */
interface ModelCall {
  readonly kind: "model-call";
  /** The how many-th one of this agent in this cell; the first one is 1. */
  readonly call: number;
  /** `adapter` where the agent was wrapped in a test, and nothing went over a wire. */
  readonly protocol: ModelProtocol | "adapter";
  readonly model: string;
  readonly isStream: boolean;
  /** A digest of what is asked, so that a retry is told from another question. */
  readonly question: string;
  /** The tools that it may use. */
  readonly tools: readonly string[];
  /** What the agent tells its model besides; none where it is as in an earlier call. */
  readonly given?: ModelContext | undefined;
}

/** What a question has beside the conversation, as far as no earlier question had it. */
export interface ModelContext {
  /** The system prompt. */
  readonly system?: string | undefined;
  /** What the agent writes in the name of its user. */
  readonly said?: readonly string[] | undefined;
  /** JSON Schemas of the arguments of tools, by name. */
  readonly schemas?: Readonly<Record<string, unknown>> | undefined;
}

/** Which of the wire formats a model is asked in. */
export type ModelProtocol = "chat-completions" | "responses" | "messages";

/** What the agent was given as the model's answer, after any fault. */
interface ModelAnswer {
  readonly kind: "model-answer";
  readonly call: number;
  /** 0 where no answer came. */
  readonly status: number;
  readonly text: string;
  readonly toolCalls: readonly ToolRequest[];
  /** `stop`, `length`, `tool_calls`, `end_turn`: as it stands on the wire. */
  readonly finish: string | undefined;
  /** Whether the answer was whole: no cut, no missing end. */
  readonly isWhole: boolean;
  readonly usage: TokenUsage | undefined;
  /** What the agent was told to wait before it asks again. */
  readonly retryAfterMs: number | undefined;
  readonly ms: number;
}

/** A tool that a model wants called. */
export interface ToolRequest {
  readonly id: string;
  readonly tool: string;
  /** As the model wrote them. */
  readonly arguments: string;
}

/** How many tokens a model says it read and wrote. */
export interface TokenUsage {
  readonly input: number;
  readonly output: number;
}

/** How a call of a tool was seen: on its own wire, or as a result in what the model is asked. */
export type ToolWire = "http" | "mcp" | "peer" | "model" | "adapter";

/** The agent calls a tool or another agent. */
interface ToolCall {
  readonly kind: "tool-call";
  /** Unique within the cell; the answer has the same. */
  readonly id: string;
  /** The name of the tool, or of the agent that is asked. */
  readonly tool: string;
  /** Of a tool behind HTTP: `POST /refunds {"order":"A17"}`. */
  readonly arguments: string;
  readonly wire: ToolWire;
  /** The header by which a tool behind HTTP knows a call that is made again. */
  readonly idempotencyKey?: string | undefined;
}

/** The text of the answer to a call that the agent did not wait for to its end. */
export const wentAwayText = "the agent went away before it was answered";

/** What the agent was given as the tool's answer, after any fault. */
interface ToolAnswer {
  readonly kind: "tool-answer";
  readonly id: string;
  readonly tool: string;
  readonly isError: boolean;
  readonly text: string;
  readonly wire: ToolWire;
  /** What the agent was told to wait before it calls again; only of tools behind HTTP. */
  readonly retryAfterMs?: number | undefined;
  readonly ms: number;
}

/** A fault changed something; it is written when it did, not when it was decided. */
interface FaultEvent {
  readonly kind: "fault";
  readonly fault: string;
  readonly layer: AgentFault["layer"];
  readonly mode: string;
  readonly target: string;
  readonly ordinal: number;
  /** What it did, in a few words: `429, Retry-After 1`. */
  readonly detail: string;
}

/** The agent answered, or did not. */
interface AnswerEvent {
  readonly kind: "answer";
  readonly turn: number;
  readonly text: string;
  /** Why there is no answer. */
  readonly error: string | undefined;
  readonly ms: number;
}
