import type { AgentAnswer, AgentError, AgentInput } from "../../kernel/agent/agent-input.ts";

/** An agent that can be asked. */
export interface Agent {
  /** Asks what came before in order, then the prompt; an answer that fails is an answer too. */
  ask(input: AgentInput, how: AskOptions): Promise<AgentAnswer>;
  /** Puts it back to its beginning; throws a `GauntletError` where that fails. */
  reset(): Promise<void>;
  /** Ends what was started for it. */
  close(): Promise<void>;
}

/** How an agent is asked. */
export interface AskOptions {
  /** The same for all turns of a conversation, and for no other. */
  readonly session: string;
  readonly signal: AbortSignal;
  /** Told before each turn, earlier ones included; the first one is 1. */
  readonly onTurn?: ((turn: number, prompt: string) => void) | undefined;
}

/** What leads an agent's questions through the wires. */
export interface AgentWires {
  /** The variables that it is started with. */
  readonly env: Readonly<Record<string, string>>;
  /** A file that Node loads before the agent. */
  readonly preload: string | undefined;
  /** Set where neither the environment nor the config says anything of them. */
  readonly spare?: Readonly<Record<string, string>> | undefined;
}

/** How much an agent may take and say. */
export interface AskLimits {
  readonly timeoutMs: number;
  readonly answerBytesMax: number;
}

/** One thing that was said in a conversation. */
export interface Message {
  readonly role: "user" | "assistant";
  readonly content: string;
}

/** One turn: what is asked, and what was said before it. */
export interface Turn {
  readonly prompt: string;
  readonly history: readonly Message[];
  /** What is changed about the request; only in the last turn. */
  readonly request: AgentInput["request"];
}

/** Asks the earlier turns for real, so that the agent itself remembers them, then the prompt. */
export async function askTurns(
  input: AgentInput,
  { onTurn }: Pick<AskOptions, "onTurn">,
  askOne: (turn: Turn) => Promise<AgentAnswer>,
): Promise<AgentAnswer> {
  const history: Message[] = [];
  for (const [at, prompt] of (input.history ?? []).entries()) {
    onTurn?.(at + 1, prompt);
    const answer = await askOne({ prompt, history: [...history], request: undefined });
    // An agent that complains can still be talked to; one that is gone cannot.
    if (answer.error !== undefined && answer.error.kind !== "reported") return answer;
    history.push({ role: "user", content: prompt }, { role: "assistant", content: answer.text });
  }
  onTurn?.((input.history?.length ?? 0) + 1, input.prompt);
  return askOne({ prompt: input.prompt, history, request: input.request });
}

/** What came back of one turn, before its time is known. */
export interface Outcome {
  readonly text: string;
  readonly error: AgentError | undefined;
  readonly status?: number | undefined;
}

/** An answer with the time that it took. */
export async function timed(ask: () => Promise<Outcome>): Promise<AgentAnswer> {
  const startMs = performance.now();
  const outcome = await ask();
  return { ...outcome, ms: performance.now() - startMs };
}

/** An answer that is none. */
export function failed(kind: AgentError["kind"], message: string, text = ""): Outcome {
  return { text, error: { kind, message } };
}
