import type { AnswerEdit, PieceEdit } from "./answer-edit.ts";
import type { AnswerNotes } from "./answer-notes.ts";
import type { AnswerEditor, FrameRole } from "./dialect.ts";
import {
  isLoose,
  type Loose,
  looseOf,
  numberOf,
  objectsOf,
  parsed,
  textOf,
} from "../loose-json.ts";
import { makeFrame, type SseFrame } from "../../../data/sse/sse-frames.ts";

/** Notes what an event of a stream of Chat Completions says. */
export function noteChatFrame(notes: AnswerNotes, frame: SseFrame): void {
  const body = notes.read(frame.data);
  noteUsage(notes, body);
  const choice = firstChoice(body);
  if (choice === undefined) return;
  const delta = looseOf(choice["delta"]);
  notes.addText(textOf(delta["content"]) + textOf(delta["refusal"]));
  for (const call of objectsOf(delta["tool_calls"])) {
    const key = String(numberOf(call["index"]));
    const { name, arguments: args } = looseOf(call["function"]);
    if (!notes.hasCall(key)) notes.beginCall(key, { id: textOf(call["id"]), tool: textOf(name) });
    notes.addArguments(key, textOf(args));
  }
  if (typeof choice["finish_reason"] === "string") notes.finish = choice["finish_reason"];
}

/** Notes what a whole answer of Chat Completions says. */
export function noteChatPlain(notes: AnswerNotes, body: Loose): void {
  noteUsage(notes, body);
  const choice = firstChoice(body);
  if (choice === undefined) return;
  const message = looseOf(choice["message"]);
  notes.addText(textOf(message["content"]) + textOf(message["refusal"]));
  for (const [at, call] of objectsOf(message["tool_calls"]).entries()) {
    const { name, arguments: args } = looseOf(call["function"]);
    notes.beginCall(String(at), { id: textOf(call["id"]), tool: textOf(name) });
    notes.addArguments(String(at), textOf(args));
  }
  if (typeof choice["finish_reason"] === "string") notes.finish = choice["finish_reason"];
}

/** Says what an event of a stream of Chat Completions is for. */
export function chatRole(frame: SseFrame): FrameRole {
  if (frame.data.startsWith("[DONE]")) return "finish";
  const choice = firstChoice(looseOf(parsed(frame.data)));
  if (choice === undefined) return "other";
  if (typeof choice["finish_reason"] === "string") return "finish";
  const { role: _role, ...delta } = looseOf(choice["delta"]);
  const isPiece = Object.values(delta).some(
    (value) => (typeof value === "string" && value !== "") || Array.isArray(value),
  );
  return isPiece ? "piece" : "other";
}

/** Changes answers of Chat Completions. */
export class ChatEditor implements AnswerEditor {
  readonly #edit: AnswerEdit;
  readonly #text: PieceEdit;
  readonly #calls = new Map<number, PieceEdit | undefined>();

  constructor(edit: AnswerEdit) {
    this.#edit = edit;
    this.#text = edit.text();
  }

  plain(body: Loose): Loose {
    const choices = objectsOf(body["choices"]).map((choice) => {
      const message = { ...looseOf(choice["message"]) };
      if (typeof message["content"] === "string") {
        message["content"] = edited(this.#edit.text(), message["content"]);
      }
      if (Array.isArray(message["tool_calls"])) {
        const calls = objectsOf(message["tool_calls"]).flatMap((call) => this.#wholeCall(call));
        if (calls.length > 0) message["tool_calls"] = calls;
        else delete message["tool_calls"];
        if (calls.length === 0) message["content"] ??= "";
      }
      return { ...choice, message, finish_reason: this.#finish(choice["finish_reason"]) };
    });
    return { ...body, choices };
  }

  frame(frame: SseFrame): readonly SseFrame[] {
    const body = parsed(frame.data);
    const choice = isLoose(body) ? firstChoice(body) : undefined;
    if (!isLoose(body) || choice === undefined) return [frame];
    const delta = looseOf(choice["delta"]);
    const changed = this.#delta(delta);
    const finish = choice["finish_reason"];
    const chunk = (parts: Loose) =>
      makeFrame(frame.event, JSON.stringify({ ...body, choices: [{ ...choice, ...parts }] }));
    if (typeof finish !== "string") {
      if (JSON.stringify(changed) === JSON.stringify(delta)) return [frame];
      const isEmpty = Object.keys(changed).length === 0;
      return isEmpty ? [] : [chunk({ delta: changed })];
    }
    const tails = this.#tails().map((tail) => chunk({ delta: tail, finish_reason: null }));
    const last = chunk({ delta: changed, finish_reason: this.#finish(finish) });
    return [...tails, last.data === JSON.stringify(body) ? frame : last];
  }

  #delta(delta: Loose): Loose {
    const changed = { ...delta };
    if (typeof delta["content"] === "string" && delta["content"] !== "") {
      const piece = this.#text.push(delta["content"]);
      if (piece === "" && delta["role"] === undefined) delete changed["content"];
      else changed["content"] = piece;
    }
    if (Array.isArray(delta["tool_calls"])) {
      const calls = objectsOf(delta["tool_calls"]).flatMap((call) => this.#piece(call));
      if (calls.length > 0) changed["tool_calls"] = calls;
      else delete changed["tool_calls"];
    }
    return changed;
  }

  #piece(call: Loose): readonly Loose[] {
    const index = numberOf(call["index"]);
    if (!this.#calls.has(index)) this.#calls.set(index, this.#edit.call());
    const edit = this.#calls.get(index);
    if (edit === undefined) return [];
    const named = looseOf(call["function"]);
    const args = textOf(named["arguments"]);
    if (args === "") return [call];
    const piece = edit.push(args);
    if (piece === "" && named["name"] === undefined) return [];
    return [{ ...call, function: { ...named, arguments: piece } }];
  }

  #wholeCall(call: Loose): readonly Loose[] {
    const edit = this.#edit.call();
    if (edit === undefined) return [];
    const named = looseOf(call["function"]);
    const args = edited(edit, textOf(named["arguments"]));
    return [{ ...call, function: { ...named, arguments: args } }];
  }

  #tails(): readonly Loose[] {
    const content = this.#text.end();
    const calls = [...this.#calls].flatMap(([index, edit]) => {
      const tail = edit?.end() ?? "";
      return tail === "" ? [] : { tool_calls: [{ index, function: { arguments: tail } }] };
    });
    return [...(content === "" ? [] : [{ content }]), ...calls];
  }

  #finish(finish: unknown): unknown {
    switch (this.#edit.finish) {
      case "keep":
        return finish;
      case "length":
        return "length";
      case "stop":
        return "stop";
    }
  }
}

/** An event without any choice. */
export function chatFrameWithoutChoices(frame: SseFrame): SseFrame {
  const body = parsed(frame.data);
  if (!isLoose(body) || !("choices" in body)) return frame;
  return makeFrame(frame.event, JSON.stringify({ ...body, choices: [] }));
}

/** A text after an edit that is given all of it at once. */
export function edited(edit: PieceEdit, whole: string): string {
  return edit.push(whole) + edit.end();
}

// --- inside ---

function firstChoice(body: Loose): Loose | undefined {
  return objectsOf(body["choices"]).find((choice) => numberOf(choice["index"]) === 0);
}

function noteUsage(notes: AnswerNotes, body: Loose): void {
  const usage = body["usage"];
  if (!isLoose(usage)) return;
  const { prompt_tokens: input, completion_tokens: output } = usage;
  notes.usage = { input: numberOf(input), output: numberOf(output) };
}
