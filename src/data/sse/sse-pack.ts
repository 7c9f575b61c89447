import type { Decisions } from "../../kernel/decisions/decisions.ts";
import { type Case, nameOf, type Variation } from "../case.ts";
import { drawVariations, drawWay } from "../draw-variations.ts";
import {
  answerLines,
  bodyOf,
  headerOf,
  type HttpAnswer,
  messageProblem,
} from "../http/http-answer.ts";
import { containment, legalIsRight } from "../oracles.ts";
import type { Pack, Reading } from "../pack.ts";
import { invalidWays, lineBytesMax } from "./invalid-ways.ts";
import { legalWays } from "./legal-ways.ts";
import { beginDraft, finishDraft, isJsonText, type SseDraft } from "./sse-draft.ts";
import type { SseEvent, SseOptions } from "./sse-event.ts";
import { sseFaults } from "./sse-faults.ts";
import { eventsIn, SseReader } from "./sse-reader.ts";

/** A stream of server-sent events, answered to a request. */
export const ssePack: Pack<SseOptions, HttpAnswer, readonly SseEvent[]> = {
  kind: "sse",
  stages: ["connected", "first byte", "first event", "end"],
  door: "first event",
  legal: (decisions, { options }) => {
    const draft = beginDraft(decisions, options, { eventsMin: 1 });
    const variations = drawVariations(decisions, legalWays, draft);
    const { events: expected } = draft;
    return caseOf("legal", variations, { payload: finishDraft(draft), expected });
  },
  invalid: (decisions, { options }) => {
    const { bodies } = options;
    if (bodies !== undefined) return ownCase(decisions.value("body", bodies));
    // Of one event, nothing would be left that could be taken for a success.
    return breakDraft(decisions, beginDraft(decisions, options, { eventsMin: 2 }));
  },
  read: readAnswer,
  stageOf: (answer, { ends }) => {
    const events = eventsIn(answer.pieces);
    if (bodyOf(answer).length === 0) return "connected";
    if (events.length === 0) return "first byte";
    const isWhole = ends === undefined && messageProblem(answer) === undefined;
    return isWhole || events.some(({ data }) => data === ends) ? "end" : "first event";
  },
  lines: answerLines,
  oracles: [...containment, legalIsRight],
  faults: sseFaults,
  samples: [
    {},
    { json: true, ends: "[DONE]" },
    { events: [{ data: '{"n":1}' }, { event: "next", data: "{}" }], json: true, ends: "[DONE]" },
    { events: [{ data: "one\ntwo", id: "7" }, { data: "three" }] },
  ],
};

// --- inside ---

const plain: Variation = {
  name: "a plain stream",
  provenance: { kind: "legal", by: "WHATWG HTML 9.2.6" },
};

function caseOf(
  tier: Case["tier"],
  found: readonly Variation[],
  rest: Pick<Case<HttpAnswer, readonly SseEvent[]>, "payload" | "expected" | "mustFail">,
): Case<HttpAnswer, readonly SseEvent[]> {
  const variations = found.length === 0 ? [plain] : found;
  return { tier, name: nameOf(variations), variations, ...rest };
}

function ownCase(body: string | Uint8Array): Case<HttpAnswer, readonly SseEvent[]> {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  return caseOf("invalid", [{ name: "a body of your own", provenance: { kind: "invented" } }], {
    payload: {
      status: 200,
      headers: [["content-type", "text/event-stream"]],
      pieces: bytes.length === 0 ? [] : [bytes],
      end: "whole",
    },
  });
}

/** One thing is broken, and the rest may vary as it may in a stream that is whole. */
function breakDraft(decisions: Decisions, draft: SseDraft): Case<HttpAnswer, readonly SseEvent[]> {
  const ways = invalidWays.filter(({ needsEnd }) => needsEnd !== true || draft.ends !== undefined);
  const [first] = invalidWays;
  let way = drawWay(decisions, { ways, known: invalidWays }, draft);
  // A stream can be cut whatever is in it.
  if (way === undefined && first?.apply(draft, 0.5) === true) way = first;
  const others = way?.isAll === true ? [] : drawVariations(decisions, legalWays, draft);
  const { name = "", provenance = plain.provenance, mustFail } = way ?? {};
  const broken = [{ name, provenance }, ...others];
  return caseOf("invalid", broken, { payload: finishDraft(draft), mustFail });
}

function readAnswer(answer: HttpAnswer, options: SseOptions): Reading<readonly SseEvent[]> {
  const reader = new SseReader();
  const events = answer.pieces.flatMap((piece) => reader.push(piece));
  const { events: last, isInsideEvent } = reader.end();
  const all = [...events, ...last];
  const { ends } = options;
  const value = ends === undefined ? all : all.filter(({ data }) => data !== ends);
  const wrong =
    headProblem(answer) ??
    messageProblem(answer) ??
    textProblem(bodyOf(answer)) ??
    (isInsideEvent ? "the stream ends inside of an event" : undefined) ??
    (ends !== undefined && value.length === all.length ? "it never says its end" : undefined) ??
    jsonProblem(value, options);
  return { wrong, value };
}

function headProblem(answer: HttpAnswer): string | undefined {
  if (answer.status !== 200) return `the status is ${answer.status}`;
  const [type = ""] = headerOf(answer, "content-type").split(";");
  return type.trim().toLowerCase() === "text/event-stream" ? undefined : `it is ${type}`;
}

function textProblem(body: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(body);
    const isLong = text.split(/[\r\n]/u).some((line) => line.length > lineBytesMax);
    return isLong ? `a line is longer than ${lineBytesMax}` : undefined;
  } catch {
    return "it is not UTF-8";
  }
}

function jsonProblem(events: readonly SseEvent[], { json }: SseOptions): string | undefined {
  const isSpoiled = json === true && events.some(({ data }) => !isJsonText(data));
  return isSpoiled ? "the data of an event is not JSON" : undefined;
}
