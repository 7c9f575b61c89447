import type { AgentFault, AgentInput, RequestChange, Strike } from "../../kernel/agent/index.ts";
import { doesMean, type StruckCall } from "../../kernel/agent/fault-plan.ts";
import type { DecidedTalk, PromptEdit, RequestPart } from "../../kernel/agent/talk-decisions.ts";
import { editedText } from "./mutations/mutation.ts";
import type { HeldConversation, Talk } from "./talk.ts";

/** What decided a conversation that was held: what was sent and what really struck. */
export function decidedBy({ talk, conversation }: HeldConversation): DecidedTalk {
  const { prompt, input, faults, edits = [] } = talk;
  const whole: PromptEdit = { from: 0, to: prompt.length, put: input.prompt };
  const isMadeOf = editedText(prompt, edits) === input.prompt;
  const { strikes } = conversation;
  return {
    prompt,
    edits: isMadeOf ? edits : [whole],
    history: input.history ?? [],
    changes: partsOf(input.request ?? {}),
    faults: faults.map(({ id }) => ({ id, strikes: strikes.filter(({ fault }) => fault === id) })),
  };
}

/** A talk that these decisions decide; its faults are among those of the given one. */
export function talkAs(talk: Talk, decided: DecidedTalk): Talk {
  const faults = decided.faults.flatMap(({ id }): readonly AgentFault[] => {
    const fault = talk.faults.find((one) => one.id === id);
    return fault === undefined ? [] : [fault];
  });
  const strikes = decided.faults.flatMap((fault) => fault.strikes);
  const { prompt, edits } = decided;
  return { ...talk, prompt, input: inputOf(decided), edits, faults, strikes };
}

/** What is sent. */
export function inputOf({ prompt, edits, history, changes }: DecidedTalk): AgentInput {
  const request = requestOf(changes);
  return {
    prompt: editedText(prompt, edits),
    ...(history.length === 0 ? {} : { history }),
    ...(request === undefined ? {} : { request }),
  };
}

/** The decisions without strikes that met no call: nothing happened for them. */
export function takenOf(decided: DecidedTalk, struck: readonly Strike[]): DecidedTalk {
  const calls = struck as readonly StruckCall[]; // what happened says all of it
  const faults = decided.faults.map(({ id, strikes }) => ({
    id,
    strikes: strikes.filter((strike) => calls.some((call) => doesMean(strike, call))),
  }));
  return { ...decided, faults };
}

// --- inside ---

const listKeys = ["headers", "query"] as const;

function partsOf(request: RequestChange): readonly RequestPart[] {
  const pairs = listKeys.flatMap((key) => (request[key] ?? []).map((value) => ({ key, value })));
  const plain = Object.entries(request)
    .filter(([key, value]) => value !== undefined && !listKeys.some((list) => list === key))
    .map(([key, value]) => ({ key: key as keyof RequestChange, value: value as unknown }));
  return [...pairs, ...plain];
}

function requestOf(parts: readonly RequestPart[]): RequestChange | undefined {
  if (parts.length === 0) return undefined;
  const request: Record<string, unknown> = {};
  for (const { key, value } of parts) {
    const isList = listKeys.some((list) => list === key);
    request[key] = isList ? [...((request[key] as unknown[] | undefined) ?? []), value] : value;
  }
  return request;
}
