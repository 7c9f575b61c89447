import type {
  AgentAnswer,
  AgentFault,
  AgentInput,
  AgentPhase,
  Conversation,
  Strike,
} from "../../kernel/agent/index.ts";
import type { AimedStrike, StruckCall } from "../../kernel/agent/fault-plan.ts";
import type { ObservedCall } from "../../kernel/agent/fault-reach.ts";
import type { Seed } from "../../kernel/decisions/seed.ts";
import type { GivenUpCall } from "./gave-up.ts";
import type { Edit } from "./mutations/mutation.ts";
import type { ReplaySession } from "./sessions/session.ts";
import type { Answerer } from "./upstreams.ts";

/** A conversation that is to be held; with the agent, it is all that decides it. */
export interface Talk {
  readonly phase: AgentPhase;
  /** The scenario, the mutation or the session. */
  readonly scenario: string;
  /** The prompt that the user wrote. */
  readonly prompt: string;
  readonly input: AgentInput;
  readonly mutation?: Conversation["mutation"];
  readonly trial: number;
  readonly faults: readonly AgentFault[];
  readonly seed: Seed;
  /** What faults draw differs between cells. */
  readonly cell: string;
  /** Faults of a profile, by id, that need not strike: not every agent gives each a call. */
  readonly optional?: readonly string[] | undefined;
  /** It was added to the trials, so that this fault strikes this call. */
  readonly aimed?: AimedStrike | undefined;
  /** Exactly these strike, where a conversation is held again. */
  readonly strikes?: readonly Strike[] | undefined;
  /** Where the input is the prompt with these; shrinking leaves some out. */
  readonly edits?: readonly Edit[] | undefined;
  /** The session that is held again. */
  readonly session?: ReplaySession | undefined;
  /** Who answers in a replay, anew each time; what is left out is answered as configured. */
  readonly upstream?:
    | {
        readonly models?: (() => Answerer) | undefined;
        readonly tools?: (() => Answerer) | undefined;
      }
    | undefined;
}

/** A conversation that was held, and what kept it from being judged. */
export interface HeldConversation {
  readonly talk: Talk;
  readonly conversation: Conversation;
  /** The answer as it came: what is masked or cut for the report would hide what it leaks. */
  readonly answer: AgentAnswer;
  /** Faults that met calls and let all of them through, as their trigger says. */
  readonly stayedAway: readonly string[];
  /** The calls that were made, and those that a trigger chose. */
  readonly met?: readonly ObservedCall[] | undefined;
  readonly due?: readonly StruckCall[] | undefined;
  /** The words that show that an injected order was followed. */
  readonly canaries: readonly string[];
  /** Why it cannot be judged: the reset failed, a recording had no answer. */
  readonly problem: string | undefined;
  /** The agent gave up on something before anything struck, and does not without chaos. */
  readonly disturbed?: GivenUpCall | undefined;
  /** No call of the agent was seen on the stage up to now, in this conversation or before it. */
  readonly isUnseen?: boolean | undefined;
}

/** How an answer is judged where what is sent is not the prompt itself, now or back then. */
export function changedInput({
  mutation,
  session,
}: Talk): Pick<ReplaySession, "meaning" | "canary" | "mustDiffer"> {
  return mutation ?? session ?? {};
}

/** Whether it is the prompt as it is, where nothing strikes: what others are compared with. */
export function isCalm({ mutation, session, faults }: Talk): boolean {
  return mutation === undefined && session === undefined && faults.length === 0;
}

/**
 * What was sent means nothing to an agent that refuses its content type as HTTP has it, with 415:
 * `application/vnd.request+json` may be unknown to it. The capitals of a type it must not mind.
 */
export function meaningOf({
  talk,
  answer,
}: Pick<HeldConversation, "talk" | "answer">): ReplaySession["meaning"] {
  const { meaning } = changedInput(talk);
  const isTyped = talk.input.request?.contentType !== undefined && meaning !== "preserved";
  return isTyped && answer.status === 415 ? "destroyed" : meaning;
}

/** The key of what a talk draws: the same prompt in the same scenario and trial draws the same. */
export function cellKey(talk: Pick<Talk, "phase" | "scenario" | "prompt" | "trial">): string {
  return [talk.phase, talk.scenario, talk.prompt, String(talk.trial)].join("\0");
}
