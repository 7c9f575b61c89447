import type { AgentFault, ContextAttack } from "../../../kernel/agent/agent-fault.ts";
import { payloadOf } from "./attack-payloads.ts";
import type { EditableMessage } from "./dialect.ts";
import { digestOf } from "./question-digest.ts";
import type { MessageChange } from "./question-memory.ts";
import type { AgentQuestion } from "./result-faults.ts";

/**
 * Attacks what the model is asked: the question itself, text that was retrieved for it, and what
 * was said before. A new question is decided once, and changed again whenever it is sent again.
 */
export function attackMessages(said: readonly EditableMessage[], asked: AgentQuestion): boolean {
  const { agent, memory } = asked;
  const asking = said.flatMap((place, at) => (place.role === "user" ? [{ place, at }] : []));
  let isChanged = false;
  for (const [nth, { place, at }] of asking.entries()) {
    const key = `${agent}\0${nth}\0${digestOf(place.text)}`;
    const isNew = nth === asking.length - 1 && !memory.said.has(key);
    const before = said.slice(0, at);
    if (isNew) memory.said.set(key, strikeSaid(place, before, asked));
    const change = memory.said.get(key);
    if (change === undefined) continue;
    apply(change, place, before);
    isChanged = true;
  }
  return isChanged;
}

// --- inside ---

function strikeSaid(
  place: EditableMessage,
  before: readonly EditableMessage[],
  { scope, agent }: AgentQuestion,
): MessageChange | undefined {
  const fits = (fault: AgentFault): boolean => fitsSaid(fault, place, before);
  const call = scope.keys.of(place.text);
  const pending = scope.strike({ layer: "context", agent, target: "input", call }, fits);
  if (pending === undefined) return undefined;
  const { fault, strike } = pending;
  const payload = payloadOf(fault, scope.canary, (what, below) =>
    scope.plan.draw(strike, what, below),
  );
  scope.fired(pending, detailOf(fault));
  return { type: fault.type, strategy: fault.strategy ?? "append", payload };
}

function fitsSaid(
  fault: AgentFault,
  place: EditableMessage,
  before: readonly EditableMessage[],
): boolean {
  if (fault.layer !== "context") return false;
  if (fault.type === "memory_poisoning") {
    return fault.strategy !== "replace" || before.some(({ text }) => text !== "");
  }
  if (fault.tool !== undefined) return false;
  return fault.type !== "indirect_injection" || retrievedEnd(place.text) !== undefined;
}

function detailOf({ type, strategy }: ContextAttack): string {
  if (type === "memory_poisoning") return `${strategy ?? "append"} in what was said before`;
  return type === "indirect_injection" ? "in retrieved text" : "in what is asked";
}

function apply(
  change: MessageChange,
  place: EditableMessage,
  before: readonly EditableMessage[],
): void {
  const { type, payload } = change;
  if (type === "memory_poisoning") {
    poison(change, place, before);
    return;
  }
  const end = type === "indirect_injection" ? retrievedEnd(place.text) : undefined;
  if (end === undefined) {
    place.write(`${place.text}\n\n${type === "injection_via_context" ? framed(payload) : payload}`);
    return;
  }
  place.write(`${place.text.slice(0, end)}\n${payload}\n${place.text.slice(end)}`);
}

function poison(
  { strategy, payload }: MessageChange,
  place: EditableMessage,
  before: readonly EditableMessage[],
): void {
  const history = before.filter(({ text }) => text !== "");
  const [first] = history;
  const last = history.at(-1);
  if (first === undefined || last === undefined) {
    // Nothing was said yet: what is remembered is given as something that was.
    place.insertBefore(`From the memory of earlier conversations:\n${payload}`);
  } else if (strategy === "replace") {
    last.write(payload);
  } else if (strategy === "prepend") {
    first.write(`${payload}\n\n${first.text}`);
  } else {
    last.write(`${last.text}\n\n${payload}`);
  }
}

function framed(payload: string): string {
  return `<context>\n${payload}\n</context>`;
}

/** Where retrieved text ends that stands in a prompt; undefined where there is none. */
function retrievedEnd(text: string): number | undefined {
  const found = text.search(
    /<\/(?:context|contexts|document|documents|source|sources|search_results|retrieved)>/iu,
  );
  return found === -1 ? undefined : found;
}
