import type { ToolRequest, TokenUsage } from "../../../kernel/agent/agent-event.ts";
import { eventTextMax } from "../../../kernel/agent/agent-journal.ts";
import { type Loose, looseOf, parsed } from "../loose-json.ts";

/** What an answer says, noted while it passes; no longer than the journal keeps. */
export class AnswerNotes {
  readonly #texts = new Map<string, string>();
  readonly #calls = new Map<string, ToolRequest>();
  finish: string | undefined;
  usage: TokenUsage | undefined;
  #hasUnreadable = false;

  /** What an event of a stream says; one that is not JSON is missed by whoever reads the answer. */
  read(data: string): Loose {
    if (data === "" || data.startsWith("[DONE]")) return {};
    const body = parsed(data);
    if (body === undefined) this.#hasUnreadable = true;
    return looseOf(body);
  }

  get hasUnreadable(): boolean {
    return this.#hasUnreadable;
  }

  /** A piece of a text; an answer may have several, each with its own key. */
  addText(piece: string, key = ""): void {
    this.setText(limited(this.#texts.get(key) ?? "", piece), key);
  }

  /** All of a text. */
  setText(whole: string, key = ""): void {
    if (this.#texts.has(key) || this.#texts.size < partsMax) {
      this.#texts.set(key, limited("", whole));
    }
  }

  get text(): string {
    return [...this.#texts.values()].join("").slice(0, eventTextMax);
  }

  /** A call of a tool begins; pieces of its arguments come under the same key. */
  beginCall(key: string, call: { readonly id: string; readonly tool: string }): void {
    if (this.#calls.size < partsMax) this.#calls.set(key, { ...call, arguments: "" });
  }

  hasCall(key: string): boolean {
    return this.#calls.has(key);
  }

  argumentsOf(key: string): string {
    return this.#calls.get(key)?.arguments ?? "";
  }

  addArguments(key: string, piece: string): void {
    const call = this.#calls.get(key);
    if (call === undefined) return;
    this.#calls.set(key, { ...call, arguments: limited(call.arguments, piece) });
  }

  setArguments(key: string, whole: string): void {
    const call = this.#calls.get(key);
    if (call !== undefined) this.#calls.set(key, { ...call, arguments: limited("", whole) });
  }

  get toolCalls(): readonly ToolRequest[] {
    return [...this.#calls.values()];
  }
}

// --- inside ---

/** So many texts and calls of tools are noted of one answer. */
const partsMax = 256;

function limited(text: string, more: string): string {
  return text.length >= eventTextMax ? text : (text + more).slice(0, eventTextMax);
}
