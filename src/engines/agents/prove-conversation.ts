import type { AgentInvariant } from "../../kernel/agent/index.ts";
import type { DecidedTalk } from "../../kernel/agent/talk-decisions.ts";
import type { AgentCampaign } from "./campaign.ts";
import { decidedBy, takenOf, talkAs } from "./decided-talk.ts";
import { hadTime } from "./had-time.ts";
import { agentIdentity } from "./shrink/agent-finding.ts";
import { type ShrunkTalk, shrinkTalk } from "./shrink/shrink-talk.ts";
import type { Stage } from "./stage.ts";
import type { HeldConversation } from "./talk.ts";

/** A conversation in which a rule failed. */
export interface FailedTalk {
  readonly agent: string;
  readonly invariant: AgentInvariant;
  readonly held: HeldConversation;
}

/** The smallest conversation that fails in the same way, as it was held. */
export interface ProvenTalk {
  readonly shrunk: ShrunkTalk;
  readonly smallest: HeldConversation;
  /** Why its cell failed, where it was held again. */
  readonly because: string | undefined;
}

/** Holds a failed conversation again and makes it small. */
export async function proveConversation(
  { agent, invariant, held: first }: FailedTalk,
  how: {
    readonly stage: Stage;
    readonly campaign: AgentCampaign;
    readonly signal: AbortSignal;
    readonly budget: number;
  },
): Promise<ProvenTalk> {
  const keyOf = ({ conversation }: HeldConversation): string =>
    agentIdentity({ agent, invariant, conversation }).key;
  const key = keyOf(first);
  const isStruck = first.conversation.strikes.length > 0;
  let smallest = first;
  let because: string | undefined;
  const tryTalk = async (decided: DecidedTalk): Promise<DecidedTalk | undefined> => {
    if (how.signal.aborted) return undefined;
    const held = await how.stage.hold(talkAs(first.talk, decided));
    const cell = await how.campaign.cellOf(held, invariant);
    if (cell?.state !== "fail" || keyOf(held) !== key) return undefined;
    const strikes = decided.faults.flatMap((fault) => fault.strikes);
    if (isStruck && !hadTime(held.conversation, strikes)) return undefined;
    smallest = held;
    ({ because } = cell);
    return takenOf(decided, held.conversation.strikes);
  };
  const shrunk = await shrinkTalk(decidedBy(first), tryTalk, how);
  const isUnproven = !shrunk.isConfirmed && shrunk.cutBy !== undefined;
  return { shrunk: isUnproven ? { ...shrunk, isUnproven } : shrunk, smallest, because };
}
