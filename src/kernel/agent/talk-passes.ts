import { answerDecision, type Decision } from "../decisions/decision.ts";
import type { Attempts, ShrinkSteps } from "../shrink/shrink-attempts.ts";
import type { Strike } from "./fault-plan.ts";
import { decidedTalk, type DecidedTalk, talkDecisions } from "./talk-decisions.ts";

/**
 * Where a fault struck call after call, a list of its strikes would never end: it is one rule for
 * every call of that target, or for one request whenever it is made. A single strike is tried
 * first, since most loops begin with one.
 */
export function* manyStrikes(attempt: Attempts): ShrinkSteps<void> {
  yield* asRules(attempt, manyMin);
}

/** What could not be left out of several strikes may be one rule. */
export function* fewStrikes(attempt: Attempts): ShrinkSteps<void> {
  yield* asRules(attempt, 2);
}

/** What is put into a prompt, or is the body of a request, may be long: a part of it may do. */
export function* shorterTexts(attempt: Attempts): ShrinkSteps<void> {
  for (let at = 0; at < attempt.best.length && !attempt.isSpent; at++) {
    const text = longText(attempt.best[at]);
    if (text !== undefined) yield* shorterText(attempt, at, piecesOf(text));
  }
}

// --- inside ---

/** Fewer are left out one by one. */
const manyMin = 8;

/** Shorter texts are a wrong letter or a word: they are left in or out as they are. */
const lengthMin = 24;

/** More pieces would only use up the budget; what is left is cut again in the next round. */
const piecesMax = 64;

function* asRules(attempt: Attempts, countMin: number): ShrinkSteps<void> {
  const talk = decidedTalk(attempt.best);
  for (const { id } of talk?.faults ?? []) {
    for (const group of groupsOf(decidedTalk(attempt.best), id)) {
      if (group.length < countMin) continue;
      for (const rule of rulesFor(group)) {
        const now = decidedTalk(attempt.best);
        if (now === undefined || attempt.isSpent) return;
        if (yield* attempt.accepts(talkDecisions(withRule(now, { id, group, rule })))) break;
      }
    }
  }
}

/** The strikes of one fault by whom and what they strike. */
function groupsOf(talk: DecidedTalk | undefined, id: string): readonly (readonly Strike[])[] {
  const groups = new Map<string, Strike[]>();
  for (const strike of talk?.faults.find((fault) => fault.id === id)?.strikes ?? []) {
    const key = `${strike.agent}\0${strike.target}`;
    groups.set(key, [...(groups.get(key) ?? []), strike]);
  }
  return [...groups.values()];
}

function rulesFor(group: readonly Strike[]): readonly Strike[] {
  const [first] = group;
  if (first === undefined) return [];
  const { fault, agent, target, call } = first;
  const isOneCall = call !== undefined && group.every((strike) => strike.call === call);
  return [first, ...(isOneCall ? [{ fault, agent, target, call }] : []), { fault, agent, target }];
}

function withRule(
  talk: DecidedTalk,
  { id, group, rule }: { id: string; group: readonly Strike[]; rule: Strike },
): DecidedTalk {
  const [first] = group;
  const isOther = ({ agent, target }: Strike): boolean =>
    agent !== first?.agent || target !== first.target;
  const faults = talk.faults.map((fault) =>
    fault.id === id ? { id, strikes: [...fault.strikes.filter(isOther), rule] } : fault,
  );
  return { ...talk, faults };
}

function longText(decision: Decision | undefined): string | undefined {
  if (decision?.kind !== "value" || decision.literal === undefined) return undefined;
  const { value } = decision.literal;
  const text = decision.label === "put" ? (value as { put?: unknown }).put : value;
  const isCut = decision.label === "put" || decision.label === "body";
  return isCut && typeof text === "string" && text.length >= lengthMin ? text : undefined;
}

function* shorterText(attempt: Attempts, at: number, pieces: readonly string[]): ShrinkSteps<void> {
  let left = pieces;
  for (let size = Math.ceil(left.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let from = 0; from < left.length && !attempt.isSpent;) {
      const tried = [...left.slice(0, from), ...left.slice(from + size)];
      const taken = yield* attempt.try(withText(attempt.best, at, tried.join("")));
      if (taken !== undefined && attempt.isNoLarger(taken)) {
        attempt.best = taken;
        left = tried;
      } else from += size;
    }
  }
}

function withText(list: readonly Decision[], at: number, text: string): readonly Decision[] {
  return list.map((decision, index) => {
    if (index !== at || decision.kind !== "value" || decision.literal === undefined)
      return decision;
    const { value } = decision.literal;
    const isPut = decision.label === "put";
    return answerDecision(decision.label, isPut ? { ...(value as object), put: text } : text);
  });
}

/** Words with what follows them; a text of few words in pieces of equal length. */
function piecesOf(text: string): readonly string[] {
  const words = text.match(/\S+\s*|^\s+/gu) ?? [];
  if (words.length >= 2 && words.length <= piecesMax) return words;
  const size = Math.ceil(text.length / piecesMax);
  return Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
    text.slice(at * size, (at + 1) * size),
  );
}
