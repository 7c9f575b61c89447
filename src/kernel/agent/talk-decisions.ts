import { answerDecision, type Decision } from "../decisions/decision.ts";
import type { RequestChange } from "./agent-input.ts";
import type { Strike } from "./fault-plan.ts";

/** Puts a text in the place of a part of a prompt; positions are of the prompt. */
export interface PromptEdit {
  readonly from: number;
  readonly to: number;
  readonly put: string;
}

/** One thing that is changed about a request; names of headers and parameters may come again. */
export interface RequestPart {
  readonly key: keyof RequestChange;
  readonly value: unknown;
}

/** What decides a conversation: what is sent, and which calls receive a fault. */
export interface DecidedTalk {
  /** The prompt of the user. */
  readonly prompt: string;
  /** What is sent is the prompt with these, in order. */
  readonly edits: readonly PromptEdit[];
  /** Turns before it, the oldest first. */
  readonly history: readonly string[];
  readonly changes: readonly RequestPart[];
  /** The faults that may strike, and exactly what they strike. */
  readonly faults: readonly { readonly id: string; readonly strikes: readonly Strike[] }[];
}

/**
 * The decisions of a conversation. Whatever may be left out is a span: an edit of the prompt, a
 * turn before it, a change of the request, a fault with its strikes, a single strike.
 */
export function talkDecisions(talk: DecidedTalk): readonly Decision[] {
  return [
    { kind: "pick", label: "prompt", value: talk.prompt },
    ...talk.edits.flatMap(({ from, to, put }) => span("edit", [answer("put", { from, to, put })])),
    ...talk.history.flatMap((text) => span("turn", [answer("said", text)])),
    ...talk.changes.flatMap(({ key, value }) => span("request", [partDecision(key, value)])),
    ...talk.faults.flatMap(({ id, strikes }) =>
      span("fault", [
        { kind: "pick", label: "fault", value: id },
        ...strikes.flatMap((strike) => span("strike", strikeDecisions(strike))),
      ]),
    ),
  ];
}

/** The conversation that decisions mean; undefined where they mean none. */
export function decidedTalk(decisions: readonly Decision[]): DecidedTalk | undefined {
  const [first, ...rest] = decisions;
  if (first?.kind !== "pick" || first.label !== "prompt") return undefined;
  const talk = { edits: [], history: [], changes: [], faults: [] };
  const made: Made = { prompt: first.value, ...talk };
  for (let at = 0; at < rest.length;) {
    const end = endOf(rest, at);
    const opening = rest[at];
    if (end === undefined || opening?.kind !== "span") return undefined;
    if (!take(opening.label, rest.slice(at + 1, end), made)) return undefined;
    at = end + 1;
  }
  return made;
}

/** How much of a conversation could be left out: how many spans there are. */
export function talkSize(decisions: readonly Decision[]): number {
  return decisions.filter(({ kind }) => kind === "span").length;
}

// --- inside ---

interface Made {
  readonly prompt: string;
  readonly edits: PromptEdit[];
  readonly history: string[];
  readonly changes: RequestPart[];
  readonly faults: { readonly id: string; readonly strikes: Strike[] }[];
}

/** These may become smaller by themselves; fewer than two copies, or no bytes, are no change. */
const countKeys: ReadonlyMap<string, number> = new Map([
  ["copies", 2],
  ["padBytes", 1],
]);

function answer(label: string, value: unknown): Decision {
  return answerDecision(label, value);
}

function span(label: string, body: readonly Decision[]): readonly Decision[] {
  return [{ kind: "span", label }, ...body, { kind: "end" }];
}

function partDecision(key: string, value: unknown): Decision {
  return countKeys.has(key) && typeof value === "number"
    ? { kind: "integer", label: key, value }
    : answer(key, value);
}

function strikeDecisions({ fault: _, occurrence, ...call }: Strike): readonly Decision[] {
  const which = answer("call", JSON.parse(JSON.stringify(call)));
  return occurrence === undefined
    ? [which]
    : [which, { kind: "integer", label: "occurrence", value: occurrence }];
}

function endOf(list: readonly Decision[], start: number): number | undefined {
  let depth = 0;
  for (let at = start; at < list.length; at++) {
    const kind = list[at]?.kind;
    if (kind === "span") depth += 1;
    if (kind === "end") depth -= 1;
    if (depth === 0) return at;
  }
  return undefined;
}

function take(label: string, body: readonly Decision[], made: Made): boolean {
  const [first, ...more] = body;
  if (label === "fault") return takeFault(first, more, made);
  if (first === undefined || more.length > 0) return false;
  const part = partOf(first);
  if (part === undefined) return false;
  if (label === "edit") return isEdit(part.value) && made.edits.push(part.value) > 0;
  if (label === "turn") return typeof part.value === "string" && made.history.push(part.value) > 0;
  if (label !== "request") return false;
  // Whoever reads it as a session checks its keys.
  made.changes.push({ key: part.label as keyof RequestChange, value: part.value });
  return true;
}

function partOf(
  decision: Decision,
): { readonly label: string; readonly value: unknown } | undefined {
  if (decision.kind === "value" && decision.literal !== undefined) {
    return { label: decision.label, value: decision.literal.value };
  }
  if (decision.kind !== "integer") return undefined;
  const least = countKeys.get(decision.label) ?? 1;
  return decision.value < least ? undefined : decision;
}

function isEdit(value: unknown): value is PromptEdit {
  if (typeof value !== "object" || value === null) return false;
  const { from, to, put } = value as Partial<PromptEdit>;
  const isPlace = Number.isInteger(from) && Number.isInteger(to);
  return isPlace && (from ?? 0) >= 0 && (to ?? 0) >= (from ?? 0) && typeof put === "string";
}

function takeFault(named: Decision | undefined, body: readonly Decision[], made: Made): boolean {
  if (named?.kind !== "pick" || named.label !== "fault") return false;
  const strikes: Strike[] = [];
  for (let at = 0; at < body.length;) {
    const end = endOf(body, at);
    const strike = end === undefined ? undefined : strikeIn(named.value, body.slice(at, end));
    if (end === undefined || strike === undefined) return false;
    strikes.push(strike);
    at = end + 1;
  }
  made.faults.push({ id: named.value, strikes });
  return true;
}

function strikeIn(fault: string, [opening, which, count]: readonly Decision[]): Strike | undefined {
  if (opening?.kind !== "span" || opening.label !== "strike" || which === undefined)
    return undefined;
  const { value } = partOf(which) ?? {};
  if (typeof value !== "object" || value === null) return undefined;
  const { agent, target, call, ordinal } = value as Partial<Strike>;
  if (typeof agent !== "string" || typeof target !== "string") return undefined;
  const base = { fault, agent, target };
  if (typeof call !== "string") return typeof ordinal === "number" ? { ...base, ordinal } : base;
  if (count === undefined) return { ...base, call };
  const occurrence = partOf(count)?.value;
  return typeof occurrence === "number" ? { ...base, call, occurrence } : undefined;
}
