import type { ToolFault } from "../../../kernel/agent/agent-fault.ts";
import { faultyToolText, type FaultyText, withCanary } from "../tool-payloads.ts";
import type { WireScope } from "../wire-scope.ts";
import { payloadOf } from "./attack-payloads.ts";
import type { EditableResult } from "./dialect.ts";
import { digestOf } from "./question-digest.ts";
import type { QuestionMemory } from "./question-memory.ts";

/** A question of an agent and what is known of its conversation. */
export interface AgentQuestion {
  readonly scope: WireScope;
  readonly agent: string;
  readonly memory: QuestionMemory;
}

/** What is done about a question: whether it is another one now, and how long it is held back. */
export interface QuestionChange {
  readonly isChanged: boolean;
  readonly delayMs: number;
}

/**
 * Strikes the results of tools where they are sent to the model. Faults of tools that have a wire
 * of their own strike there; what is slipped into a text that the model reads is slipped in here.
 * Each result is decided once; as the history is sent again, it is changed again in the same way.
 */
export function changeResults(
  results: readonly EditableResult[],
  asked: AgentQuestion,
): QuestionChange {
  const { scope, agent, memory } = asked;
  const seen = new Map<string, number>();
  let isChanged = false;
  let delayMs = 0;
  for (const place of results) {
    const nth = (seen.get(place.id) ?? 0) + 1;
    seen.set(place.id, nth);
    const call = place.call ?? memory.calls.get(`${agent}\0${place.id}`);
    const tool = call?.tool ?? "unknown";
    // An id that comes twice stands for two calls: some models count them anew in each answer.
    const key = `${agent}\0${place.id}\0${nth}\0${digestOf(place.text)}`;
    if (!memory.results.has(key)) {
      const isDirect = scope.isDirect(tool);
      const called = { tool, key: scope.keys.of([tool, call?.arguments ?? place.text]) };
      const { text, delayMs: own } = isDirect
        ? { text: attacked(place, called, asked), delayMs: 0 }
        : strikeResult(place, called, asked);
      delayMs += own;
      memory.results.set(key, text);
      if (!isDirect) journal(place, { tool, arguments: call?.arguments ?? "" }, asked, text);
    }
    const text = memory.results.get(key);
    if (text === undefined) continue;
    place.write(text.text, text);
    isChanged = true;
  }
  return { isChanged, delayMs };
}

// --- inside ---

const timeoutMs = 30_000;
const slowMs = 5_000;

/** The call that a result answers. */
interface AnsweredCall {
  readonly tool: string;
  readonly key: string;
}

function strikeResult(
  place: EditableResult,
  called: AnsweredCall,
  asked: AgentQuestion,
): { readonly text: FaultyText | undefined; readonly delayMs: number } {
  const { scope, agent } = asked;
  const { tool, key: call } = called;
  const pending = scope.strike({ layer: "tool", agent, target: tool, call });
  const fault = pending?.fault;
  let text: FaultyText | undefined;
  let delayMs = 0;
  if (pending !== undefined && fault?.mode === "slow") {
    delayMs = fault.delayMs ?? slowMs;
    scope.fired(pending, `${delayMs} ms later`);
  } else if (pending !== undefined && fault !== undefined) {
    const draw = (what: string, below: number): number =>
      scope.plan.draw(pending.strike, what, below);
    text =
      fault.mode === "timeout"
        ? timedOut(fault, tool)
        : faultyToolText(withCanary(fault, scope.canary), place.text, draw);
    if (text !== undefined) scope.fired(pending, text.detail);
  }
  scope.over(pending);
  return { text: attacked(text ?? place, called, asked) ?? text, delayMs };
}

function timedOut(fault: ToolFault, tool: string): FaultyText {
  const ms = fault.delayMs ?? timeoutMs;
  const text = fault.message ?? `Error: the call of ${tool} timed out after ${ms} ms`;
  return { text, isError: true, detail: "timed out" };
}

/** An order or a lie is slipped into what the tool said. */
function attacked(
  before: { readonly text: string; readonly isError: boolean },
  { tool, key: call }: AnsweredCall,
  { scope, agent }: AgentQuestion,
): FaultyText | undefined {
  const place = { layer: "context", agent, target: `tool ${tool}`, call } as const;
  const pending = scope.strike(place, (fault) => {
    if (fault.layer !== "context" || fault.type === "memory_poisoning") return false;
    if (fault.tool !== undefined) return fault.tool === tool;
    return fault.type !== "system_prompt_leak_probe";
  });
  if (pending === undefined) return undefined;
  const payload = payloadOf(pending.fault, scope.canary, (what, below) =>
    scope.plan.draw(pending.strike, what, below),
  );
  const carrier: ToolFault = {
    layer: "tool",
    id: pending.fault.id,
    trigger: {},
    tool,
    mode: "malicious_response",
    payload,
  };
  const text = faultyToolText(carrier, before.text, () => 0);
  if (text === undefined) {
    scope.over(pending);
    return undefined;
  }
  scope.fired(pending, `in the result of ${tool}`);
  return { ...text, isError: before.isError };
}

function journal(
  place: EditableResult,
  call: { readonly tool: string; readonly arguments: string },
  { scope, agent, memory }: AgentQuestion,
  struck: FaultyText | undefined,
): void {
  const { id } = place;
  const asked = memory.calls.get(`${agent}\0${id}`);
  const ms = asked === undefined ? 0 : Math.round(performance.now() - asked.atMs);
  const { text, isError } = struck ?? place;
  const wire = "model" as const;
  scope.add({ kind: "tool-call", agent, id, ...call, wire });
  scope.add({ kind: "tool-answer", agent, id, tool: call.tool, isError, text, wire, ms });
}
