import { wentAwayText } from "../../kernel/agent/agent-event.ts";
import type { Conversation } from "../../kernel/agent/index.ts";

/** A call that an agent did not wait for to its end. */
export interface GivenUpCall {
  readonly tool: string;
  readonly ms: number;
}

/**
 * The first call of a tool that the agent gave up on before any fault had struck. Its own seconds
 * were over: the tool is slow, or the machine is too busy to answer in time.
 */
export function gaveUpOn({ events }: Pick<Conversation, "events">): GivenUpCall | undefined {
  const struckAt = events.findIndex(({ kind }) => kind === "fault");
  const before = struckAt < 0 ? events : events.slice(0, struckAt);
  for (const event of before) {
    if (event.kind === "tool-answer" && event.isError && event.text === wentAwayText) {
      return { tool: event.tool, ms: event.ms };
    }
  }
  return undefined;
}
