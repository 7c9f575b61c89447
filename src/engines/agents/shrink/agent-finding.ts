import type { AgentCell, Conversation } from "../../../kernel/agent/agent-cell.ts";
import type { AgentInvariant } from "../../../kernel/agent/agent-invariant.ts";
import type { Finding } from "../../../kernel/result/finding.ts";
import { type FailureIdentity, identify } from "../../../kernel/failure/identity.ts";
import { slug } from "../slug.ts";
import type { AgentInput } from "../../../kernel/agent/agent-input.ts";
import type { ShrunkTalk } from "./shrink-talk.ts";
import { tellConversation } from "./tell-conversation.ts";

/** A cell that failed, and the smallest conversation in which it still does. */
export interface FailedConversation {
  /** The name of the agent. */
  readonly agent: string;
  readonly invariant: AgentInvariant;
  /** The cell of the smallest conversation, where that was held again; else the first one. */
  readonly cell: Pick<AgentCell, "because" | "conversation">;
  readonly conversation: Pick<Conversation, "answer" | "events">;
  /** What was sent in it. */
  readonly input: AgentInput;
  readonly shrunk: Omit<ShrunkTalk, "decisions">;
  /** In how many cells this identity was seen. */
  readonly occurrences: number;
  /** Where the conversation is kept, and the command that holds it again. */
  readonly trace?: string | undefined;
  readonly replay?: string | undefined;
}

/** A failed cell as a finding. */
export function findingOf(failed: FailedConversation): Finding {
  const { agent, invariant, cell, conversation, input, shrunk } = failed;
  const identity = agentIdentity(failed);
  const { from, to, tries, cutBy, isConfirmed, isUnproven } = shrunk;
  const broken = { invariant: invariant.id, because: cell.because };
  return {
    id: `${slug(agent, 40) || "agent"}-${identity.key.slice(0, 8)}`,
    kind: "property",
    identity,
    message: cell.because,
    subject: agent,
    place: undefined,
    story: tellConversation({ input, events: conversation.events, broken }),
    shrunk: { from, to, attempts: tries, ...(cutBy === undefined ? {} : { cutBy }) },
    occurrences: failed.occurrences,
    runIndex: cell.conversation,
    trace: failed.trace,
    replay: failed.replay,
    token: undefined,
    isConfirmed,
    ...(isUnproven === true ? { isUnproven } : {}),
  };
}

/**
 * What makes two failed cells the same finding: the invariant, the kind of its rule, and whether
 * an answer came at all. Not the scenario, the prompt or the words of the answer: one weakness
 * shows in many of them.
 */
export function agentIdentity({
  agent,
  invariant,
  conversation,
}: Pick<FailedConversation, "agent" | "invariant"> & {
  readonly conversation: Pick<Conversation, "answer">;
}): FailureIdentity {
  const { type } = invariant.rule;
  const came = conversation.answer.error?.kind ?? "answered";
  return identify(
    {
      kind: "property",
      error: type,
      message: "",
      stack: "",
      property: invariant.id,
      sameAs: `${agent}: ${invariant.negate ? "not " : ""}${type}, ${came}`,
    },
    { inProject: () => undefined },
  );
}
