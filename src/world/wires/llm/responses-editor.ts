import type { AnswerEdit, PieceEdit } from "./answer-edit.ts";
import type { AnswerEditor } from "./dialect.ts";
import {
  isLoose,
  type Loose,
  looseOf,
  numberOf,
  objectsOf,
  parsed,
  textOf,
} from "../loose-json.ts";
import { isCall } from "./responses-answer.ts";
import { makeFrame, type SseFrame } from "../../../data/sse/sse-frames.ts";

/**
 * Changes answers of Responses. The format says every text three more times after its pieces (the
 * part, the item, the response), so what was given of each is kept until the end.
 */
export class ResponsesEditor implements AnswerEditor {
  readonly #edit: AnswerEdit;
  readonly #edits = new Map<string, PieceEdit>();
  /** What the agent was given, by item and part; by item alone for the arguments of a call. */
  readonly #given = new Map<string, string>();
  readonly #left = new Set<number>();
  #sequenceShift = 0;

  constructor(edit: AnswerEdit) {
    this.#edit = edit;
  }

  plain(body: Loose): Loose {
    const output = objectsOf(body["output"]).flatMap((item, at) => {
      const id = `${textOf(item["id"])}#${at}`;
      if (isEditedCall(item)) {
        const edit = this.#edit.call();
        if (edit === undefined) return [];
        return this.#item({ ...item, arguments: this.#all(id, edit, item["arguments"]) }, id);
      }
      for (const [part, { text }] of objectsOf(item["content"]).entries()) {
        if (typeof text === "string") this.#all(`${id}/${part}`, this.#edit.text(), text);
      }
      return this.#item(item, id);
    });
    return this.#ended({ ...body, output });
  }

  frame(frame: SseFrame): readonly SseFrame[] {
    const body = parsed(frame.data);
    if (!isLoose(body)) return [frame];
    const changed = this.#changed(body);
    const numbered = changed.map((one, at) => this.#numbered(one, this.#sequenceShift + at));
    this.#sequenceShift += changed.length - 1;
    return numbered.map((one) =>
      one === body ? frame : makeFrame(textOf(one["type"]) || undefined, JSON.stringify(one)),
    );
  }

  #changed(body: Loose): readonly Loose[] {
    const id = textOf(body["item_id"]);
    const part = `${id}/${numberOf(body["content_index"])}`;
    const item = looseOf(body["item"]);
    if (body["type"] === "response.output_item.added" && isEditedCall(item)) {
      const edit = this.#edit.call();
      if (edit === undefined) this.#left.add(numberOf(body["output_index"]));
      else this.#edits.set(textOf(item["id"]), edit);
    }
    if (body["output_index"] !== undefined && this.#left.has(numberOf(body["output_index"]))) {
      return [];
    }
    switch (body["type"]) {
      case "response.output_text.delta":
        return this.#piece(part, body);
      case "response.function_call_arguments.delta":
        return this.#piece(id, body);
      case "response.output_text.done":
        return this.#done(part, body, "text");
      case "response.function_call_arguments.done":
        return this.#done(id, body, "arguments");
      case "response.content_part.done":
        return [this.#part(body, part)];
      case "response.output_item.done":
        return [{ ...body, item: this.#item(item, textOf(item["id"])) }];
      case "response.completed":
      case "response.incomplete":
        return [this.#end(body)];
      default:
        return [body];
    }
  }

  #piece(key: string, body: Loose): readonly Loose[] {
    const edit = this.#edits.get(key) ?? this.#edit.text();
    this.#edits.set(key, edit);
    const delta = edit.push(textOf(body["delta"]));
    this.#give(key, delta);
    if (delta === body["delta"]) return [body];
    return delta === "" ? [] : [{ ...body, delta }];
  }

  #done(key: string, body: Loose, at: "text" | "arguments"): readonly Loose[] {
    const tail = this.#edits.get(key)?.end() ?? "";
    this.#give(key, tail);
    const { [at]: _whole, logprobs: _logprobs, type, ...place } = body;
    const deltaType = textOf(type).replace(/\.done$/u, ".delta");
    const pieces = tail === "" ? [] : [{ type: deltaType, ...place, delta: tail }];
    return [...pieces, { ...body, [at]: this.#given.get(key) ?? "" }];
  }

  #part(body: Loose, key: string): Loose {
    const part = looseOf(body["part"]);
    const given = this.#given.get(key);
    return given === undefined ? body : { ...body, part: { ...part, text: given } };
  }

  /** An item as it was given. */
  #item(item: Loose, id: string): Loose {
    if (isEditedCall(item)) return { ...item, arguments: this.#given.get(id) ?? "" };
    if (item["type"] !== "message") return item;
    const content = objectsOf(item["content"]).map((part, at) => {
      const given = this.#given.get(`${id}/${at}`);
      return given === undefined ? part : { ...part, text: given };
    });
    return { ...item, content };
  }

  #end(body: Loose): Loose {
    const response = looseOf(body["response"]);
    const output = objectsOf(response["output"])
      .filter((_, at) => !this.#left.has(at))
      .map((item) => this.#item(item, textOf(item["id"])));
    const ended = this.#ended({ ...response, output });
    const type = ended["status"] === "incomplete" ? "response.incomplete" : body["type"];
    return { ...body, type, response: ended };
  }

  #ended(response: Loose): Loose {
    if (this.#edit.finish !== "length") return response;
    const incomplete = { reason: "max_output_tokens" };
    return { ...response, status: "incomplete", incomplete_details: incomplete };
  }

  #numbered(body: Loose, shift: number): Loose {
    const index = numberOf(body["output_index"]);
    const left = [...this.#left].filter((one) => one < index).length;
    if (left === 0 && shift === 0) return body;
    return {
      ...body,
      ...(body["output_index"] === undefined ? {} : { output_index: index - left }),
      ...(body["sequence_number"] === undefined
        ? {}
        : { sequence_number: numberOf(body["sequence_number"]) + shift }),
    };
  }

  #all(key: string, edit: PieceEdit, whole: unknown): string {
    this.#give(key, edit.push(textOf(whole)));
    this.#give(key, edit.end());
    return this.#given.get(key) ?? "";
  }

  #give(key: string, text: string): void {
    this.#given.set(key, (this.#given.get(key) ?? "") + text);
  }
}

// --- inside ---

/** Other calls than those of functions have data in place of a text of arguments. */
function isEditedCall(item: Loose): boolean {
  return item["type"] === "function_call" && isCall(item);
}
