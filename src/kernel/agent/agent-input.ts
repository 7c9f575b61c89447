/** What an agent is given in one turn. */
export interface AgentInput {
  readonly prompt: string;
  /** Turns before it, where the agent has sessions; the oldest first. */
  readonly history?: readonly string[] | undefined;
  /** What the request itself has that an ordinary one has not; only for agents behind HTTP. */
  readonly request?: RequestChange | undefined;
}

/** What is changed about the request that carries a prompt. */
export interface RequestChange {
  readonly headers?: readonly (readonly [string, string])[] | undefined;
  /** Added to the address, repeated names included. */
  readonly query?: readonly (readonly [string, string])[] | undefined;
  readonly method?: string | undefined;
  readonly contentType?: string | undefined;
  /** Replaces the body. */
  readonly body?: string | undefined;
  /** Spaces of so many bytes are added inside of the body. */
  readonly padBytes?: number | undefined;
  /** Sends the body in so many pieces, with this pause between them. */
  readonly pieces?: { readonly count: number; readonly pauseMs: number } | undefined;
  /** Asks so often at once; the answer that is judged is the first one's. */
  readonly copies?: number | undefined;
  /** Gives up after so long and asks once more, as a client without patience does. */
  readonly abandonAfterMs?: number | undefined;
}

/** What came back. */
export interface AgentAnswer {
  readonly text: string;
  /** Why there is no answer; what could be read of one is in `text` all the same. */
  readonly error: AgentError | undefined;
  readonly ms: number;
  /** The status of an agent behind HTTP. */
  readonly status?: number | undefined;
}

/** Why an agent gave no answer. */
export interface AgentError {
  /** Whether the agent says so itself, did not end, ended, was not reached, or said too much. */
  readonly kind: "reported" | "timeout" | "ended" | "unreachable" | "too-large" | "unreadable";
  readonly message: string;
}
