import type { AgentEvent } from "../../../kernel/agent/agent-event.ts";
import type { RuleOf } from "./answer-rules.ts";
import { argumentsOf, isIdempotencyKey, plainCall, type ToolCallEvent } from "./call-arguments.ts";
import {
  type CellEvidence,
  eventsOf,
  fail,
  inconclusive,
  type Judgement,
  pass,
  unseen,
} from "./evidence.ts";

/** Whoever is told to wait asks the same question again no sooner. */
export function judgeRetryAfter(
  { toleranceMs }: RuleOf<"honours_retry_after">,
  { events }: CellEvidence,
): Judgement {
  const questions = new Map<string, string>();
  /** Until when each question must wait, and what was told. */
  const waits = new Map<string, { readonly untilMs: number; readonly toldMs: number }>();
  let told = 0;
  for (const event of events) {
    const asked = questionOf(event);
    const wait = asked === undefined ? undefined : waits.get(asked.question);
    if (asked !== undefined && wait !== undefined) {
      const earlyMs = wait.untilMs - event.atMs;
      if (earlyMs > toleranceMs) {
        const waited = Math.round(wait.toldMs - earlyMs);
        return fail(
          `${asked.what} was repeated after ${waited} ms, though told to wait ${wait.toldMs} ms`,
        );
      }
      waits.delete(asked.question);
    }
    if (asked !== undefined) questions.set(asked.id, asked.question);
    const toldMs = toldBy(event);
    if (toldMs === undefined) continue;
    told += 1;
    const question = questions.get(answeredId(event) ?? "");
    if (question !== undefined) waits.set(question, { untilMs: event.atMs + toldMs, toldMs });
  }
  if (told === 0) return inconclusive("nobody told the agent to wait");
  return pass(`the agent was told to wait ${times(told)} and asked no sooner`);
}

/** The same question to a model, or the same call of a tool after an error, only so often. */
export function judgeRetries(
  { max }: RuleOf<"bounded_retries">,
  evidence: CellEvidence,
): Judgement {
  const { events } = evidence;
  const counts = new Map<string, number>();
  const questions = new Map<string, string>();
  const failed = new Set<string>();
  let most = 0;
  for (const event of events) {
    if (event.kind === "tool-answer") {
      const question = questions.get(answeredId(event) ?? "");
      if (question !== undefined && event.isError) failed.add(question);
      continue;
    }
    const asked = questionOf(event);
    if (asked === undefined) continue;
    questions.set(asked.id, asked.question);
    const isFirst = !counts.has(asked.question);
    const isRetry = !isFirst && (event.kind === "model-call" || failed.delete(asked.question));
    const retries = (counts.get(asked.question) ?? 0) + (isRetry ? 1 : 0);
    counts.set(asked.question, retries);
    most = Math.max(most, retries);
    if (retries > max) {
      return fail(`${asked.what} was repeated ${times(retries)}, ${max} allowed`);
    }
  }
  // An agent that asks nothing repeats nothing, if one would have seen it ask.
  if (counts.size === 0) return unseen(evidence) ?? pass("nothing was asked, and so not repeated");
  return pass(`nothing was repeated more than ${times(most)}, ${max} allowed`);
}

/** A tool that does something is not called twice with the same arguments. */
export function judgeDuplicates(
  rule: RuleOf<"no_duplicate_side_effect">,
  evidence: CellEvidence,
): Judgement {
  const marked = evidence.tools.filter((tool) => tool.hasSideEffect).map(({ name }) => name);
  const tools = rule.tools.length > 0 ? rule.tools : marked;
  if (tools.length === 0) return inconclusive("no tool is said to have a side effect");
  /** What was done, and under which key of the caller. */
  const seen = new Map<string, string | undefined>();
  const called = eventsOf(evidence, "tool-call").filter(({ tool }) => tools.includes(tool));
  const calls = called.filter((call) => !isRead(call));
  for (const call of calls) {
    const effect = `${call.tool}\0${plainCall(call)}`;
    const key = idempotencyKeyOf(call);
    if (seen.has(effect) && (key === undefined || key !== seen.get(effect))) {
      const but = key === undefined ? "" : ", under another idempotency key";
      return fail(`\`${call.tool}\` was called twice with the same arguments${but}`);
    }
    seen.set(effect, key);
  }
  if (calls.length === 0) return unseen(evidence) ?? pass("nothing with a side effect was called");
  return pass(`${calls.length} calls with a side effect, none of them twice`);
}

// --- inside ---

interface Asked {
  /** Which call it is, so that its answer is found. */
  readonly id: string;
  readonly question: string;
  readonly what: string;
}

function questionOf(event: AgentEvent): Asked | undefined {
  const { agent } = event;
  if (event.kind === "model-call") {
    const { call, question } = event;
    const id = `model\0${agent}\0${call}`;
    return { id, question: `model\0${agent}\0${question}`, what: "a question to the model" };
  }
  if (event.kind !== "tool-call") return undefined;
  const { tool } = event;
  const question = `tool\0${agent}\0${tool}\0${plainCall(event)}`;
  return { id: `tool\0${event.id}`, question, what: `a call of \`${tool}\`` };
}

function answeredId(event: AgentEvent): string | undefined {
  if (event.kind === "model-answer") return `model\0${event.agent}\0${event.call}`;
  return event.kind === "tool-answer" ? `tool\0${event.id}` : undefined;
}

function toldBy(event: AgentEvent): number | undefined {
  const isAnswer = event.kind === "model-answer" || event.kind === "tool-answer";
  return isAnswer ? event.retryAfterMs : undefined;
}

/** Whoever receives the same key twice does the thing once. */
function idempotencyKeyOf(call: ToolCallEvent): string | undefined {
  if (call.idempotencyKey !== undefined) return call.idempotencyKey;
  const value = argumentsOf(call)?.value;
  if (typeof value !== "object" || value === null) return undefined;
  const found = Object.entries(value).find(
    ([key, one]) => isIdempotencyKey(key) && typeof one === "string" && one !== "",
  );
  return found === undefined ? undefined : String(found[1]);
}

/** By HTTP, these ask and do nothing: whoever looks at a refund twice refunds nothing. */
function isRead({ wire, arguments: words }: ToolCallEvent): boolean {
  return wire === "http" && /^(?:GET|HEAD|OPTIONS) /u.test(words);
}

function times(count: number): string {
  return count === 1 ? "once" : `${count} times`;
}
