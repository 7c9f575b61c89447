import type { Decisions } from "../../kernel/decisions/decisions.ts";
import { cutAt, type HttpAnswer, joinedBytes } from "../http/http-answer.ts";
import type { SseEvent, SseOptions } from "./sse-event.ts";

/** A stream that is being made: lines first, then bytes, then an answer of a server. */
export interface SseDraft {
  /** What a reader is to get; the event that says the end is not of it. */
  readonly events: readonly SseEvent[];
  /** The lines of each block, in order; a blank line ends each. */
  readonly blocks: string[][];
  /** The block that says the end, where there is one. */
  readonly endBlock: string[] | undefined;
  /** The data of that block. */
  readonly ends: string | undefined;
  /** Whether the data of its events is JSON, and is read as such. */
  readonly isJson: boolean;
  /** Whether readers show ids, so that one more id would be another event. */
  readonly hasIds: boolean;
  lineEnds: "\n" | "\r\n" | "\r" | "mixed";
  hasMark: boolean;
  type: string;
  status: number;
  hasLength: boolean;
  /** Each changes the bytes, in order. */
  readonly spoils: ((bytes: Uint8Array) => Uint8Array)[];
  /** Each gives places where the bytes are cut. */
  readonly cuts: ((bytes: Uint8Array) => readonly number[])[];
  /** Each changes the answer at last, in order. */
  readonly edits: ((answer: HttpAnswer) => HttpAnswer)[];
}

/** Begins with the plainest stream of these events, or of some that are drawn. */
export function beginDraft(
  decisions: Decisions,
  options: SseOptions,
  { eventsMin }: { readonly eventsMin: number },
): SseDraft {
  const from = options.json === true ? jsonTexts : texts;
  const events = options.events ?? drawEvents(decisions, from, eventsMin);
  const { ends } = options;
  const endBlock = ends === undefined ? undefined : linesOf({ data: ends });
  return {
    events,
    blocks: [...events.map(linesOf), ...(endBlock === undefined ? [] : [endBlock])],
    endBlock,
    ends,
    isJson: options.json === true,
    hasIds: events.some(({ id }) => id !== undefined),
    lineEnds: "\n",
    hasMark: false,
    type: "text/event-stream",
    status: 200,
    hasLength: false,
    spoils: [],
    cuts: [],
    edits: [],
  };
}

/** The answer that a draft stands for. */
export function finishDraft(draft: SseDraft): HttpAnswer {
  const bytes = draft.spoils.reduce((given, spoil) => spoil(given), bytesOf(draft));
  const places = draft.cuts.flatMap((cut) => cut(bytes));
  const length: HttpAnswer["headers"] = draft.hasLength
    ? [["content-length", String(bytes.length)]]
    : [];
  const answer: HttpAnswer = {
    status: draft.status,
    headers: [["content-type", draft.type], ...length],
    // Only chunks arrive as they were sent.
    pieces: cutAt(bytes, draft.hasLength ? [] : places),
    end: "whole",
  };
  return draft.edits.reduce((given, edit) => edit(given), answer);
}

/** Whether a text is JSON. */
export function isJsonText(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

// --- inside ---

const encoder = new TextEncoder();
const mark = new Uint8Array([0xef, 0xbb, 0xbf]);
const eventsMax = 4;

/** The plainest is first; each of the others has broken a reader of somebody's. */
const texts = [
  "a",
  "b",
  "zwölf Stück – 🎉",
  "two\nlines",
  "",
  " a space in front",
  '{"n":1,"text":"ä"}',
  "data: in data",
  ": a colon",
  "\n",
];

const jsonTexts = [
  "{}",
  '{"n":1}',
  '{"text":"zwölf Stück – 🎉"}',
  '[\n  1,\n  "two\\nlines"\n]',
  '{"data: in data":{"list":[{"deep":null}]}}',
];

const names = ["update", "ping", "error-report"];

function drawEvents(
  decisions: Decisions,
  from: readonly string[],
  eventsMin: number,
): readonly SseEvent[] {
  const events: SseEvent[] = [];
  for (let left = eventsMax; left > 0; left -= 1) {
    decisions.open("event");
    const isOne = events.length < eventsMin || decisions.chance("more", 1 - 1 / (left + 1));
    if (isOne) {
      // By number, so that shrinking comes to the plainest one.
      const data = drawText(decisions, "data", from);
      const isNamed = decisions.chance("named", 0.3);
      events.push(isNamed ? { event: drawText(decisions, "name", names), data } : { data });
    }
    decisions.close();
    if (!isOne) break;
  }
  return events;
}

function drawText(decisions: Decisions, label: string, list: readonly string[]): string {
  return list[decisions.integer(label, { min: 0, max: list.length - 1 })] ?? "";
}

function linesOf({ event, data, id }: SseEvent): string[] {
  return [
    ...(event === undefined ? [] : [`event: ${event}`]),
    ...(id === undefined ? [] : [`id: ${id}`]),
    ...data.split("\n").map((line) => `data: ${line}`),
  ];
}

function bytesOf({ blocks, lineEnds, hasMark }: SseDraft): Uint8Array {
  const lines = blocks.flatMap((block) => [...block, ""]);
  const ends = lineEnds === "mixed" ? mixedEnds(lines) : lines.map(() => lineEnds);
  const text = lines.map((line, at) => line + (ends[at] ?? "\n")).join("");
  return joinedBytes([...(hasMark ? [mark] : []), encoder.encode(text)]);
}

const turns = ["\r\n", "\n", "\r", "\r", "\n"] as const;

function mixedEnds(lines: readonly string[]): readonly string[] {
  const ends: string[] = [];
  for (const [at, line] of lines.entries()) {
    const end = turns[at % turns.length] ?? "\n";
    // After a carriage return, a blank line of a line feed would be the other half of that end.
    ends.push(line === "" && ends.at(-1) === "\r" && end === "\n" ? "\r\n" : end);
  }
  return ends;
}
