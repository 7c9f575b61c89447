import type { AgentFault } from "../../kernel/agent/index.ts";
import type { AimedStrike } from "../../kernel/agent/fault-plan.ts";
import { isFor, mayStayAway, type ObservedCall } from "../../kernel/agent/fault-reach.ts";
import { doesStrike, type FaultTrigger } from "../../kernel/agent/fault-trigger.ts";
import { cellKey, type HeldConversation, type Talk } from "./talk.ts";

/** So many conversations are added to the trials of a prompt in a row, or two for each fault. */
export const aimedMax = 4;

/**
 * The next conversation that puts faults to the test which their trigger let pass: in `held`, the
 * trials of one prompt in one row, and `calm`, the same prompt without chaos. A fault by chance is
 * aimed at each call that it may strike and did not strike yet; one that comes later than all
 * calls strikes the last one. What struck and was tried least comes first. Undefined where nothing
 * is left.
 */
export function nextAimed(
  held: readonly HeldConversation[],
  { calm, trials }: { readonly calm: readonly ObservedCall[]; readonly trials: number },
): Talk | undefined {
  const [first] = held;
  if (first === undefined) return undefined;
  const { talk } = first;
  const again = heldAgain(held, { calm, trials });
  if (again !== undefined) return again;
  const open = talk.faults.filter(({ trigger }) => mayStayAway(trigger));
  const added = held.length - trials;
  if (open.length === 0 || added >= Math.max(aimedMax, 2 * open.length)) return undefined;
  // What a fault makes an agent ask again is no call that the next conversation has.
  const met = calm.length > 0 ? calm : held.flatMap((one) => one.met ?? []);
  const aims = open
    .map((fault) => ({
      fault,
      struck: struckBy(fault, held),
      tries: held.filter((one) => one.talk.aimed?.fault === fault.id).length,
      calls: missed(fault, met, held),
    }))
    .filter(({ calls }) => calls.length > 0)
    .toSorted((one, other) => one.struck - other.struck || one.tries - other.tries);
  const [next] = aims;
  // The last call is most often the answer, the first one what all else depends on.
  const call = next?.calls.at(next.tries % 2 === 0 ? -1 : 0);
  if (next === undefined || call === undefined) return undefined;
  const { agent, target, ordinal } = call;
  return aimedTalk(talk, { fault: next.fault.id, agent, target, ordinal }, trials + added + 1);
}

/**
 * For changed prompts under chaos, each of which is asked once: a conversation for a fault that
 * struck in none of all of them.
 */
export function aimedAmong(held: readonly HeldConversation[]): Talk | undefined {
  const struck = new Set(held.flatMap(({ conversation }) => idsOf(conversation.strikes)));
  const tries = held.filter(({ talk }) => talk.aimed !== undefined);
  if (tries.length >= aimedMax) return undefined;
  for (const one of held) {
    const { talk, met = [] } = one;
    if (talk.aimed !== undefined || tries.some((tried) => isSame(tried.talk, talk))) continue;
    for (const fault of talk.faults) {
      if (struck.has(fault.id) || !mayStayAway(fault.trigger)) continue;
      const [call] = missed(fault, met, [one]);
      if (call === undefined) continue;
      const { agent, target, ordinal } = call;
      const trials = held.filter((other) => isSame(other.talk, talk)).length;
      return aimedTalk(talk, { fault: fault.id, agent, target, ordinal }, trials + 1);
    }
  }
  return undefined;
}

// --- inside ---

/** So often a prompt is asked again where nothing struck that should have. */
const againMax = 5;

/**
 * The same conversation once more, where nothing at all struck although a fault strikes every call
 * that the agent makes without chaos. An agent that gives up after its own seconds makes no such
 * call on a machine that is too busy, and that says nothing about the agent.
 */
function heldAgain(
  held: readonly HeldConversation[],
  { calm, trials }: { readonly calm: readonly ObservedCall[]; readonly trials: number },
): Talk | undefined {
  const [first] = held;
  const added = held.length - trials;
  if (first === undefined || added >= againMax) return undefined;
  const isStruck = ({ conversation, disturbed }: HeldConversation): boolean =>
    conversation.strikes.length > 0 && disturbed === undefined;
  if (held.some(isStruck)) return undefined;
  const { talk } = first;
  const meets = (calls: readonly ObservedCall[], fault: AgentFault): boolean =>
    calls.some((call) => isFor(fault, call) && isChosen(fault.trigger, call));
  // A call that was made and left alone cannot have the fault, such as a cut stream where none is.
  const isMissed = (fault: AgentFault): boolean =>
    !mayStayAway(fault.trigger) &&
    meets(calm, fault) &&
    !held.some(({ met = [], disturbed }) => disturbed === undefined && meets(met, fault));
  if (!talk.faults.some(isMissed)) return undefined;
  const trial = trials + added + 1;
  return { ...talk, trial, cell: cellKey({ ...talk, trial }) };
}

function aimedTalk(talk: Talk, aimed: AimedStrike, trial: number): Talk {
  return { ...talk, trial, cell: cellKey({ ...talk, trial }), aimed };
}

/** In how many conversations a fault struck. */
function struckBy({ id }: AgentFault, held: readonly HeldConversation[]): number {
  return held.filter(({ conversation }) => idsOf(conversation.strikes).includes(id)).length;
}

/** The calls that a fault may strike and that it was not yet tried on, the first ones first. */
function missed(
  fault: AgentFault,
  met: readonly ObservedCall[],
  held: readonly HeldConversation[],
): readonly ObservedCall[] {
  const tried = new Set([
    ...held.flatMap(({ due = [] }) => due.filter((one) => one.fault === fault.id)).map(keyOf),
    ...held.flatMap(({ talk }) => (talk.aimed?.fault === fault.id ? [keyOf(talk.aimed)] : [])),
  ]);
  const own = met
    .filter((call) => isFor(fault, call))
    .toSorted((one, other) => one.ordinal - other.ordinal);
  const { probability, afterCalls, ...rest } = fault.trigger;
  const chosen = own.filter((call) => isChosen({ ...rest, afterCalls }, call));
  if (probability !== undefined && chosen.length > 0) return untried(chosen, tried);
  const last = own.findLast((call) => isChosen(rest, call));
  return last === undefined || chosen.length > 0 || tried.size > 0 ? [] : [last];
}

function untried(
  calls: readonly ObservedCall[],
  tried: ReadonlySet<string>,
): readonly ObservedCall[] {
  return calls.filter((call) => !tried.has(keyOf(call)));
}

/** Whether a trigger would strike a call, but for chance and for what struck before. */
function isChosen({ afterCalls, on, every, turn }: FaultTrigger, call: ObservedCall): boolean {
  const moment = { ...call, struck: 0, burstLeft: 0, chance: () => 0 };
  return doesStrike({ afterCalls, on, every, turn }, moment);
}

function keyOf({ agent, target, ordinal }: Omit<AimedStrike, "fault">): string {
  return [agent, target, String(ordinal)].join("\0");
}

function isSame(one: Talk, other: Talk): boolean {
  return one.scenario === other.scenario && one.prompt === other.prompt;
}

function idsOf(strikes: readonly { readonly fault: string }[]): readonly string[] {
  return strikes.map(({ fault }) => fault);
}
