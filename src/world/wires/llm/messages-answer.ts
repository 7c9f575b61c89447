import type { AnswerEdit, PieceEdit } from "./answer-edit.ts";
import type { AnswerNotes } from "./answer-notes.ts";
import { edited } from "./chat-answer.ts";
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

/** Notes what an event of a stream of Messages says. */
export function noteMessagesFrame(notes: AnswerNotes, frame: SseFrame): void {
  const body = notes.read(frame.data);
  const key = String(numberOf(body["index"]));
  switch (body["type"]) {
    case "message_start":
      // It may be all of it: a call that the provider's own code makes comes with the beginning.
      noteMessagesPlain(notes, looseOf(body["message"]));
      break;
    case "content_block_start":
      noteBlock(notes, key, looseOf(body["content_block"]));
      break;
    case "content_block_delta": {
      const delta = looseOf(body["delta"]);
      notes.addText(delta["type"] === "text_delta" ? textOf(delta["text"]) : "");
      notes.addArguments(key, textOf(delta["partial_json"]));
      break;
    }
    case "content_block_stop":
      endCall(notes, key);
      break;
    case "message_delta":
      noteUsage(notes, body["usage"]);
      noteStop(notes, looseOf(body["delta"]));
      break;
    default:
  }
}

/** Notes what a whole answer of Messages says. */
export function noteMessagesPlain(notes: AnswerNotes, body: Loose): void {
  for (const [at, block] of objectsOf(body["content"]).entries()) {
    noteBlock(notes, String(at), block);
    notes.setArguments(String(at), JSON.stringify(block["input"] ?? {}));
  }
  noteUsage(notes, body["usage"]);
  noteStop(notes, body);
}

/** Says what an event of a stream of Messages is for. */
export function messagesRole(frame: SseFrame): FrameRole {
  switch (looseOf(parsed(frame.data))["type"]) {
    case "content_block_delta":
      return "piece";
    case "message_delta":
    case "message_stop":
      return "finish";
    default:
      return "other";
  }
}

/** Changes answers of Messages. */
export class MessagesEditor implements AnswerEditor {
  readonly #edit: AnswerEdit;
  readonly #blocks = new Map<number, BlockEdit>();
  readonly #left = new Set<number>();

  constructor(edit: AnswerEdit) {
    this.#edit = edit;
  }

  plain(body: Loose): Loose {
    const content = objectsOf(body["content"]).flatMap((block) => {
      if (block["type"] === "text") {
        return { ...block, text: edited(this.#edit.text(), textOf(block["text"])) };
      }
      if (block["type"] !== "tool_use") return block;
      const edit = this.#edit.call();
      if (edit === undefined) return [];
      return { ...block, input: inputAs(edit, block) };
    });
    return { ...body, content, stop_reason: this.#stop(body["stop_reason"]) };
  }

  frame(frame: SseFrame): readonly SseFrame[] {
    const body = parsed(frame.data);
    if (!isLoose(body)) return [frame];
    const index = numberOf(body["index"]);
    if (textOf(body["type"]) === "content_block_start") this.#begin(index, body["content_block"]);
    if (body["index"] !== undefined && this.#left.has(index)) return [];
    const shift = [...this.#left].filter((left) => left < index).length;
    const moved = shift === 0 ? body : { ...body, index: index - shift };
    const changed = this.#changed(moved, this.#blocks.get(index));
    return changed.map((one) =>
      one === body ? frame : makeFrame(frame.event, JSON.stringify(one)),
    );
  }

  #begin(index: number, block: unknown): void {
    const { type } = looseOf(block);
    if (type === "text") this.#blocks.set(index, { ...this.#edit.text(), key: "text" });
    if (type !== "tool_use") return;
    const edit = this.#edit.call();
    if (edit === undefined) this.#left.add(index);
    else this.#blocks.set(index, { ...edit, key: "partial_json" });
  }

  #changed(body: Loose, edit: BlockEdit | undefined): readonly Loose[] {
    const delta = looseOf(body["delta"]);
    const message = looseOf(body["message"]);
    if (body["type"] === "message_start" && objectsOf(message["content"]).length > 0) {
      return [{ ...body, message: this.plain(message) }];
    }
    if (body["type"] === "message_delta") {
      const stop = this.#stop(delta["stop_reason"]);
      if (stop === delta["stop_reason"]) return [body];
      return [{ ...body, delta: { ...delta, stop_reason: stop } }];
    }
    if (edit === undefined) return [body];
    const block = looseOf(body["content_block"]);
    if (body["type"] === "content_block_start" && hasInput(block)) {
      return [{ ...body, content_block: { ...block, input: inputAs(edit, block) } }];
    }
    if (body["type"] === "content_block_stop") {
      const tail = edit.end();
      return tail === "" ? [body] : [deltaOf(body["index"], edit.key, tail), body];
    }
    const { key } = edit;
    if (body["type"] !== "content_block_delta" || textOf(delta[key]) === "") return [body];
    const piece = edit.push(textOf(delta[key]));
    if (piece === delta[key]) return [body];
    return piece === "" ? [] : [{ ...body, delta: { ...delta, [key]: piece } }];
  }

  #stop(stop: unknown): unknown {
    switch (this.#edit.finish) {
      case "keep":
        return stop;
      case "length":
        return "max_tokens";
      case "stop":
        return "end_turn";
    }
  }
}

/** The event, unless it is about something that the model said. */
export function messagesFrameWithoutContent(frame: SseFrame): SseFrame | undefined {
  const { type } = looseOf(parsed(frame.data));
  return textOf(type).startsWith("content_block") ? undefined : frame;
}

// --- inside ---

interface BlockEdit extends PieceEdit {
  /** Where the pieces of the block stand. */
  readonly key: "text" | "partial_json";
}

/** Broken JSON has no other place here than as a text: the input is data, not text. */
function inputAs(edit: PieceEdit, block: Loose): unknown {
  const args = edited(edit, JSON.stringify(block["input"] ?? {}));
  return parsed(args) ?? args;
}

function deltaOf(index: unknown, key: BlockEdit["key"], text: string): Loose {
  const type = key === "text" ? "text_delta" : "input_json_delta";
  return { type: "content_block_delta", index, delta: { type, [key]: text } };
}

function noteBlock(notes: AnswerNotes, key: string, block: Loose): void {
  if (block["type"] === "text") notes.addText(textOf(block["text"]));
  if (block["type"] !== "tool_use") return;
  notes.beginCall(key, { id: textOf(block["id"]), tool: textOf(block["name"]) });
  // Calls that the provider's own code makes bring their input at once, others in pieces.
  if (hasInput(block)) notes.setArguments(key, JSON.stringify(block["input"]));
}

function hasInput(block: Loose): boolean {
  return Object.keys(looseOf(block["input"])).length > 0;
}

/** A call without arguments brings no piece of them. */
function endCall(notes: AnswerNotes, key: string): void {
  if (notes.hasCall(key) && notes.argumentsOf(key) === "") notes.setArguments(key, "{}");
}

function noteStop(notes: AnswerNotes, body: Loose): void {
  if (typeof body["stop_reason"] === "string") notes.finish = body["stop_reason"];
}

function noteUsage(notes: AnswerNotes, usage: unknown): void {
  if (!isLoose(usage)) return;
  const before = notes.usage ?? { input: 0, output: 0 };
  const { input_tokens: input, output_tokens: output } = usage;
  notes.usage = {
    input: typeof input === "number" ? input : before.input,
    output: typeof output === "number" ? output : before.output,
  };
}
