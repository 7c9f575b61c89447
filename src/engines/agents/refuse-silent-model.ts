import type { AgentEvent } from "../../kernel/agent/agent-event.ts";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import type { AgentConfig, UpstreamConfig } from "../../config/agent/agent-config.ts";
import type { RefusedQuestion } from "./chosen-upstream.ts";
import { quoted } from "./judge/evidence.ts";
import type { HeldConversation } from "./talk.ts";

/** A conversation without chaos, and how its last question to a model was refused. */
export interface FirstTalk {
  readonly held: HeldConversation;
  readonly refused: RefusedQuestion | undefined;
}

/** Whether an agent asked a model in a conversation and got nothing that it could use. */
export function isSilent({ held }: FirstTalk): boolean {
  return silentAgent(held.conversation.events) !== undefined;
}

/**
 * Refuses to judge an agent whose model gives it no usable answer even where nothing goes wrong.
 * Whatever it says then, an apology most of the time, would be judged in place of what it does.
 * An agent whose questions are not seen passes: nobody can tell what it is answered.
 */
export function refuseSilentModel(
  talks: readonly FirstTalk[],
  { name, upstream }: Pick<AgentConfig, "name" | "upstream">,
): void {
  const last = talks.at(-1);
  if (last === undefined || !talks.every(isSilent)) return;
  const { held, refused } = last;
  // That a script or a recording has no answer is told of each conversation.
  if (held.problem !== undefined && upstream.kind !== "provider") return;
  const agent = silentAgent(held.conversation.events) ?? name;
  const { text, error } = held.answer;
  const said =
    error === undefined ? `the agent said ${quoted(text)}` : `the agent: ${error.message}`;
  throw new GauntletError({
    code: "A009",
    what: `\`${agent}\` got no usable answer from its model without chaos, so nothing is judged`,
    where: refused?.url ?? addressOf(upstream),
    note: `${refusalText(refused, held)}; ${said}`,
    help: helpFor(refused, held.problem),
  });
}

/** Why a conversation cannot be judged: the provider refused its last question to a model. */
export function refusedProblem({ held, refused }: FirstTalk): string | undefined {
  if (refused === undefined) return undefined;
  const { faults, mutation } = held.talk;
  // What is too long or has a wrong form may be what chaos or a changed prompt made of it.
  const isChanged = faults.length > 0 || mutation !== undefined;
  if (isChanged && ownDoing.has(refused.status)) return undefined;
  return refusalText(refused, held);
}

// --- inside ---

const ownDoing: ReadonlySet<number> = new Set([400, 413, 414, 415, 422]);

/** The agent among those of a conversation that asked a model and got no usable answer. */
function silentAgent(events: readonly AgentEvent[]): string | undefined {
  const asked = events.filter(({ kind }) => kind === "model-call").map(({ agent }) => agent);
  const answered = new Set(events.filter(isUsable).map(({ agent }) => agent));
  return asked.find((agent) => !answered.has(agent));
}

function isUsable(event: AgentEvent): boolean {
  if (event.kind !== "model-answer" || event.status < 200 || event.status > 299) return false;
  return event.text !== "" || event.toolCalls.length > 0;
}

function refusalText(refused: RefusedQuestion | undefined, { problem }: HeldConversation): string {
  if (refused === undefined) {
    return problem ?? "the provider answered, with neither a text nor a call of a tool";
  }
  const { status, start, contentType } = refused;
  const kind = contentType.includes("html") ? " with a web page" : "";
  const body = start.trim() === "" ? "and nothing else" : quoted(start);
  return `the provider answered ${status}${kind}: ${body}`;
}

function helpFor(refused: RefusedQuestion | undefined, problem: string | undefined): string {
  if (refused === undefined) {
    return problem === undefined
      ? "check which model the agent asks for, and what its provider answers to a plain request"
      : "check the address in `[agent.upstream]` and that the provider can be reached";
  }
  const { status, contentType } = refused;
  if (status === 401 || status === 403) {
    return "check the key that the agent sends, and that it may use this model";
  }
  if (contentType.includes("html")) {
    return "check the address in `[agent.upstream]`: a provider answers with JSON, not with a page";
  }
  if (status === 404) return "check the name of the model and the address in `[agent.upstream]`";
  if (status === 429) return "wait until the provider takes questions again, or raise its limit";
  if (status >= 500) return "try again when the provider works";
  return "mend what the provider complains about";
}

function addressOf(upstream: UpstreamConfig): string {
  return upstream.kind === "provider" ? "[agent.upstream]" : upstream.file;
}
