import { createHash, type Hash } from "node:crypto";
import type { UpstreamResponse } from "../upstream.ts";
import type { StruckCall } from "./answer-call.ts";
import {
  type AnswerEdit,
  argumentsAs,
  firstWords,
  instead,
  nothing,
  type PieceEdit,
  textsAs,
} from "./answer-edit.ts";
import { badArguments } from "./bad-arguments.ts";
import { driftText } from "./drift-text.ts";
import { isEventStream } from "./returned-answer.ts";
import { isLoose, type Loose, parsed } from "../loose-json.ts";
import { wholeOf } from "./pass-answer.ts";
import { framesOf, type SseFrame } from "../../../data/sse/sse-frames.ts";
import { withoutBodyHeaders } from "../wire-headers.ts";

/** Strikes with a fault that changes what the model said. */
export async function strikeContent(call: StruckCall, answer: UpstreamResponse): Promise<void> {
  const change = changeFor(call);
  if (isEventStream(answer.headers)) await changeStream(call, answer, change);
  else await changePlain(call, answer, change);
}

/** The connection closes before as many bytes came as the headers promise. */
export async function cutBody(call: StruckCall, answer: UpstreamResponse): Promise<void> {
  const { given, fired } = call;
  const body = await wholeOf(answer.body);
  const half = body.subarray(0, body.length >> 1);
  fired(`${half.length} of ${body.length} bytes`);
  given.head(answer.status, { ...answer.headers, "content-length": String(body.length) });
  await given.write(half);
  await given.cut();
}

// --- inside ---

/** How an answer is changed, and whether it really was. */
interface AnswerChange {
  readonly detail: string;
  plain(body: Loose): Loose;
  frame(frame: SseFrame): readonly SseFrame[];
  hasChanged(): boolean;
}

function changeFor(call: StruckCall): AnswerChange {
  const { dialect, fault } = call;
  if (fault.mode === "no_choices") {
    return {
      detail: "nothing to choose from",
      plain: (body) => dialect.withoutChoices(body),
      frame: (frame) => [dialect.frameWithoutChoices(frame) ?? []].flat(),
      hasChanged: () => true,
    };
  }
  const { detail, edit } = editFor(call);
  const watch = new EditWatch(edit);
  const editor = dialect.editor(watch);
  return {
    detail,
    plain: (body) => editor.plain(body),
    frame: (frame) => editor.frame(frame),
    hasChanged: () => watch.hasChanged(),
  };
}

function editFor({ fault, draw }: StruckCall): {
  readonly detail: string;
  readonly edit: AnswerEdit;
} {
  switch (fault.mode) {
    case "truncated_response": {
      const words = fault.maxTokens ?? 10;
      return { detail: `cut after ${words} words`, edit: firstWords(words) };
    }
    case "empty":
      return { detail: "nothing said", edit: nothing() };
    case "bad_tool_arguments":
      return {
        detail: "arguments of a call broken",
        edit: argumentsAs((whole) => badArguments(whole, draw)),
      };
    case "response_drift": {
      const detail = [fault.driftType ?? "json_field_rename", fault.severity ?? "moderate"];
      return { detail: detail.join(" "), edit: textsAs((text) => driftText(fault, text, draw)) };
    }
    default: {
      const text = fault.message ?? garbage[draw("garbage", garbage.length)] ?? "";
      return { detail: "garbage", edit: instead(text) };
    }
  }
}

const garbage: readonly string[] = [
  "�\u0000��}{ ;;;; %%% 0x3f undefined NaN <|endoftext|>",
  "asdkjh qwpoeiru zmxncb 1029384756 lkjhgf poiuyt",
  "the the the the the the the the the the the the the the the the",
  '{"a":[1,2,{"b":',
  "ꙮ༒෴ ǝɔuǝʇuǝs ou sı sıɥʇ 𒐫𒐫𒐫",
];

/** Says whether what went through an edit came out as another text. */
class EditWatch implements AnswerEdit {
  readonly finish: AnswerEdit["finish"];
  readonly #edit: AnswerEdit;
  readonly #pairs: { readonly before: Hash; readonly after: Hash }[] = [];
  #hasLeft = false;

  constructor(edit: AnswerEdit) {
    this.#edit = edit;
    this.finish = edit.finish;
  }

  text(): PieceEdit {
    return this.#watched(this.#edit.text());
  }

  call(): PieceEdit | undefined {
    const edit = this.#edit.call();
    if (edit === undefined) this.#hasLeft = true;
    return edit && this.#watched(edit);
  }

  hasChanged(): boolean {
    const isOther = this.#pairs.some(
      ({ before, after }) => before.copy().digest("hex") !== after.copy().digest("hex"),
    );
    return isOther || this.#hasLeft || this.finish === "length";
  }

  #watched(edit: PieceEdit): PieceEdit {
    const pair = { before: createHash("sha256"), after: createHash("sha256") };
    this.#pairs.push(pair);
    const seen = (text: string): string => {
      pair.after.update(text);
      return text;
    };
    return {
      push: (piece) => {
        pair.before.update(piece);
        return seen(edit.push(piece));
      },
      end: () => seen(edit.end()),
    };
  }
}

async function changeStream(
  { dialect, given, fired }: StruckCall,
  answer: UpstreamResponse,
  change: AnswerChange,
): Promise<void> {
  given.head(answer.status, withoutBodyHeaders(answer.headers));
  let isTold = false;
  for await (const frame of framesOf(answer.body)) {
    if (given.signal.aborted) return;
    const frames = change.frame(frame);
    // Told before the end is passed on: by then all of the text is known, and the agent may act.
    if (!isTold && dialect.roleOf(frame) === "finish" && change.hasChanged()) {
      isTold = true;
      fired(change.detail);
    }
    for (const one of frames) await given.write(one.bytes);
  }
  await given.end();
}

async function changePlain(
  { given, fired }: StruckCall,
  answer: UpstreamResponse,
  change: AnswerChange,
): Promise<void> {
  const before = await wholeOf(answer.body);
  const body = parsed(before.toString("utf8"));
  const changed = isLoose(body) ? change.plain(body) : undefined;
  const isChanged = changed !== undefined && change.hasChanged();
  const after = isChanged ? Buffer.from(JSON.stringify(changed)) : before;
  if (isChanged) fired(change.detail);
  given.head(answer.status, { ...answer.headers, "content-length": String(after.length) });
  await given.write(after);
  await given.end();
}
