import { setTimeout } from "node:timers/promises";
import type { ToolRequest, TokenUsage } from "../../../kernel/agent/agent-event.ts";
import type { AgentFault, LlmFault } from "../../../kernel/agent/agent-fault.ts";
import { sha256 } from "../../../kernel/values/sha256.ts";
import type { PendingStrike } from "../../../world/wires/wire-scope.ts";
import type { AgentChaos } from "./agent-chaos.ts";
import { type AnswerEdit, editOf } from "./answer-edit.ts";
import { errorOf } from "./model-error.ts";

/** What is asked of a model. */
export interface ModelAsk {
  readonly model: string;
  readonly tools: readonly string[];
  readonly question: unknown;
  readonly signal: AbortSignal | undefined;
}

/** What an answer says. */
export interface AnswerNotes {
  text: string;
  calls: ToolRequest[];
  finish: string | undefined;
  usage: TokenUsage | undefined;
}

/** How a framework writes the answer of a model. */
export interface AnswerShape<Answer> {
  read(answer: Answer): AnswerNotes;
  edit(answer: Answer, edit: AnswerEdit): Answer;
}

/** One question of an agent to its model: counted, struck if it is to be, and written down. */
export class ModelCall {
  readonly #chaos: AgentChaos;
  readonly #pending: PendingStrike<LlmFault> | undefined;
  readonly #signal: AbortSignal | undefined;
  readonly #call: number;
  readonly #start: number = performance.now();

  constructor(chaos: AgentChaos, ask: ModelAsk, isStream: boolean) {
    const { scope, agent } = chaos;
    this.#chaos = chaos;
    this.#signal = ask.signal;
    this.#call = scope.nextModelCall(agent);
    const { model, tools } = ask;
    const question = digestOf(ask.question);
    const call = this.#call;
    const protocol = "adapter";
    scope.add({ kind: "model-call", agent, call, protocol, model, isStream, question, tools });
    const place = { layer: "llm", agent, target: "llm" } as const;
    const key = scope.keys.ofQuestion(ask.question);
    this.#pending = scope.strike({ ...place, call: key }, fitsOf(isStream));
  }

  get fault(): LlmFault | undefined {
    return this.#pending?.fault;
  }

  /** The change of content that is to happen. */
  get edit(): AnswerEdit | undefined {
    return this.fault === undefined ? undefined : editOf(this.fault);
  }

  /** The fault struck. */
  fired(detail: string): void {
    if (this.#pending !== undefined) this.#chaos.scope.fired(this.#pending, detail);
  }

  /** The call is over: a fault that changed nothing about it may strike another one. */
  over(): void {
    this.#chaos.scope.over(this.#pending);
  }

  /** Waits before a slow answer, or throws instead of one that does not come. */
  async before(): Promise<void> {
    const { fault } = this;
    if (fault === undefined || fault.mode.startsWith("stream_")) return;
    const error = errorOf(fault);
    if (error === undefined) return;
    // Before the pause: an agent that goes away in it was struck all the same.
    this.fired(error.status === undefined ? error.code : `status ${error.status}`);
    try {
      if (fault.mode === "timeout") await this.pause(fault.delayMs ?? timeoutMs);
    } finally {
      this.failed(error.status ?? 0, error.headers);
    }
    throw error;
  }

  /** Waits before a whole answer that is to come late. */
  async late(): Promise<void> {
    if (this.fault?.mode !== "slow_first_token") return;
    const ms = this.fault.delayMs ?? slowFirstMs;
    this.fired(`${ms} ms before the answer`);
    await this.pause(ms);
  }

  /** Waits, unless the agent goes away. */
  async pause(ms: number): Promise<void> {
    const { signal } = this;
    await setTimeout(ms, undefined, signal === undefined ? {} : { signal });
  }

  get signal(): AbortSignal | undefined {
    return this.#signal;
  }

  /** Writes what the agent was given. */
  answered({ text, calls, finish, usage }: AnswerNotes, isWhole: boolean): void {
    const toolCalls = calls;
    this.#add({ status: 200, text, toolCalls, finish, usage, isWhole, retryAfterMs: undefined });
  }

  /** Writes that it was given no answer. */
  failed(status: number, headers: Readonly<Record<string, string>> = {}): void {
    const none = { text: "", toolCalls: [], finish: undefined, usage: undefined };
    this.#add({ ...none, status, isWhole: false, retryAfterMs: retryAfterOf(headers) });
  }

  /** Asks the model itself; that it throws is written as no answer. */
  async asked<Answer>(ask: () => PromiseLike<Answer> | Answer): Promise<Answer> {
    try {
      return await ask();
    } catch (thrown) {
      this.threw(thrown);
      throw thrown;
    }
  }

  /** Writes that the model itself threw, with the status that the error has. */
  threw(thrown: unknown): void {
    this.failed(statusOf(thrown), headersOf(thrown));
  }

  #add(given: Given): void {
    const ms = Math.round(performance.now() - this.#start);
    const { agent } = this.#chaos;
    this.#chaos.scope.add({ kind: "model-answer", agent, call: this.#call, ms, ...given });
  }
}

/** How late a first piece, or a whole answer, comes where the fault does not say. */
export const slowFirstMs = 5_000;

/** Asks a model for a whole answer, and gives what the fault makes of it. */
export async function strikeAnswer<Answer>(
  call: ModelCall,
  ask: () => PromiseLike<Answer> | Answer,
  shape: AnswerShape<Answer>,
): Promise<Answer> {
  try {
    await call.before();
    const answer = await call.asked(ask);
    await call.late();
    const { edit } = call;
    const given = edit === undefined ? answer : shape.edit(answer, edit);
    const notes = shape.read(given);
    if (edit !== undefined && !isSame(shape.read(answer), notes)) call.fired("changed the answer");
    call.answered(notes, true);
    return given;
  } finally {
    call.over();
  }
}

/** Whether an answer says the same as another one. */
export function isSame(one: AnswerNotes, other: AnswerNotes): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

// --- inside ---

const timeoutMs = 30_000;

/** A whole answer has no pieces to be cut, or to be slow between. */
const streamModes = /^(?:stream_|slow_tokens$)/u;

interface Given extends Omit<AnswerNotes, "calls"> {
  readonly status: number;
  readonly toolCalls: readonly ToolRequest[];
  readonly isWhole: boolean;
  readonly retryAfterMs: number | undefined;
}

function fitsOf(isStream: boolean): (fault: AgentFault) => boolean {
  return (fault) => isStream || fault.layer !== "llm" || !streamModes.test(fault.mode);
}

/** The status of what a model threw, as SDKs name it; 0 where it has none. */
function statusOf(thrown: unknown): number {
  const { status, statusCode } = fieldsOf(thrown);
  const known = status ?? statusCode;
  return typeof known === "number" ? known : 0;
}

function headersOf(thrown: unknown): Readonly<Record<string, string>> {
  const { headers, responseHeaders } = fieldsOf(thrown);
  const known = headers ?? responseHeaders;
  const pairs = known instanceof Headers ? [...known] : Object.entries(fieldsOf(known));
  return Object.fromEntries(
    pairs.flatMap(([name, value]) =>
      typeof value === "string" ? [[name.toLowerCase(), value]] : [],
    ),
  );
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function retryAfterOf(headers: Readonly<Record<string, string>>): number | undefined {
  const { "retry-after": after, "retry-after-ms": afterMs } = headers;
  if (afterMs !== undefined) return Number(afterMs);
  if (after === undefined) return undefined;
  const seconds = Number(after);
  return Number.isNaN(seconds) ? Math.max(0, Date.parse(after) - Date.now()) : seconds * 1_000;
}

function digestOf(question: unknown): string {
  try {
    return sha256(JSON.stringify(question) ?? "").slice(0, 16);
  } catch {
    return ""; // a question that no JSON holds cannot be compared
  }
}
