import type { Way } from "../draw-variations.ts";
import { bodyOf, cutAt, type HttpAnswer, joinedBytes } from "../http/http-answer.ts";
import { chosen } from "./legal-ways.ts";
import type { SseDraft } from "./sse-draft.ts";
import { eventsIn } from "./sse-reader.ts";

/** How a stream may be broken, with the reason why nobody may take it for a success. */
export interface BreakingWay extends Way<SseDraft> {
  readonly mustFail?: string;
  /** Whether it is one only where the stream says by itself that it has ended. */
  readonly needsEnd?: boolean;
  /** Whether nothing of the stream is left, so that nothing else of it can vary. */
  readonly isAll?: boolean;
}

const incomplete = { kind: "legal", by: "RFC 9112 8: a message that is incomplete" } as const;
const errors = { kind: "legal", by: "RFC 9110 15.6" } as const;

/** The faults of streams that carry events; the weights keep most cases past the first event. */
export const invalidWays: readonly BreakingWay[] = [
  {
    name: "closed in the middle",
    provenance: incomplete,
    weight: 5,
    mustFail: "the connection was closed before the body ended",
    apply: cutOff("closed"),
  },
  {
    name: "reset in the middle",
    provenance: incomplete,
    weight: 4,
    mustFail: "the connection was reset before the body ended",
    apply: cutOff("reset"),
  },
  {
    name: "shorter than its content length",
    provenance: incomplete,
    weight: 2,
    mustFail: "the body is shorter than its content length",
    apply: (draft, at) => {
      draft.hasLength = true;
      return cutOff("closed")(draft, at);
    },
  },
  {
    name: "nothing more comes",
    provenance: { kind: "invented" },
    mustFail: "the stream stopped in the middle and its signal was aborted",
    apply: cutOff("stall"),
  },
  {
    name: "ends without its last event",
    provenance: { kind: "invented" },
    weight: 2,
    needsEnd: true,
    mustFail: "the event that says the end never came",
    apply: ({ blocks, endBlock }) => {
      const place = endBlock === undefined ? -1 : blocks.indexOf(endBlock);
      return place !== -1 && blocks.splice(place, 1).length > 0;
    },
  },
  {
    name: "ends in the middle",
    provenance: { kind: "invented" },
    weight: 3,
    needsEnd: true,
    mustFail: "the stream ended in the middle",
    apply: cutOff("whole"),
  },
  {
    name: "bytes that are not UTF-8",
    provenance: { kind: "legal", by: "WHATWG HTML 9.2.6: decoded with U+FFFD" },
    weight: 4,
    apply: spoilData,
  },
  {
    name: "data that is not JSON",
    provenance: { kind: "invented" },
    weight: 2,
    mustFail: "the data of an event was cut off and is not JSON",
    apply: (draft, at) => draft.isJson && spoilJson(draft, at),
  },
  {
    name: "an HTML page",
    provenance: { kind: "invented" },
    mustFail: "a page of HTML was answered",
    isAll: true,
    apply: answering(() => ({
      status: 200,
      headers: [["content-type", "text/html; charset=utf-8"]],
      pieces: [encoder.encode("<!doctype html><title>502</title><h1>Bad gateway</h1>\n")],
      end: "whole",
    })),
  },
  {
    name: "another content type",
    provenance: { kind: "legal", by: "WHATWG HTML 9.2.3: the connection fails" },
    weight: 2,
    apply: (draft) => {
      draft.type = "application/json";
      return true;
    },
  },
  {
    name: "a server error",
    provenance: errors,
    mustFail: "the server answered with an error",
    isAll: true,
    apply: answering(serverError),
  },
  {
    name: "a line of more than 1 MB",
    provenance: { kind: "invented" },
    apply: (draft, at) => {
      const lines = chosen(draft.blocks, at);
      lines?.unshift(`: ${"x".repeat(hugeLength)}`);
      return lines !== undefined;
    },
  },
];

/** A line that is longer is not one that a service sends. */
export const lineBytesMax = 1_048_576;

// --- inside ---

const encoder = new TextEncoder();
const hugeLength = lineBytesMax + 1;

/** Becomes a byte that no text in UTF-8 has, when the lines have become bytes. */
const notUtf8 = "\uE0FF";
const notUtf8Bytes = encoder.encode(notUtf8);

const statuses = [500, 502, 503, 529];

function answering(answer: (at: number) => HttpAnswer): BreakingWay["apply"] {
  return (draft, at) => {
    draft.edits.push(() => answer(at));
    return true;
  };
}

function cutOff(end: HttpAnswer["end"]): BreakingWay["apply"] {
  return (draft, at) => {
    draft.edits.push((answer) => ({ ...truncated(answer, at, draft.ends), end }));
    return true;
  };
}

/**
 * The answer up to a byte; the last one is always lost, and so is the event that says the end:
 * whoever got that one may stop reading.
 */
function truncated(answer: HttpAnswer, at: number, ends: string | undefined): HttpAnswer {
  const body = bodyOf(answer);
  let kept = Math.floor(placeOf(at) * body.length);
  while (saysEnd(body.subarray(0, kept), ends)) kept -= 1;
  let before = 0;
  const borders = answer.pieces.map(({ length }) => (before += length));
  return { ...answer, pieces: cutAt(body.subarray(0, kept), borders) };
}

/** Once in five times anywhere; else late: before the first event there is little to get wrong. */
function placeOf(at: number): number {
  return at < 0.2 ? at * 5 : 2 / 3 + (at - 0.2) / 2.4;
}

function saysEnd(body: Uint8Array, ends: string | undefined): boolean {
  return ends !== undefined && eventsIn([body]).some(({ data }) => data === ends);
}

function serverError(at: number): HttpAnswer {
  const message = JSON.stringify({ error: { type: "overloaded_error", message: "Overloaded" } });
  return {
    status: chosen(statuses, at) ?? 500,
    headers: [["content-type", "application/json"]],
    pieces: [encoder.encode(message)],
    end: "whole",
  };
}

function spoilData({ blocks, spoils }: SseDraft, at: number): boolean {
  const found = blocks.flatMap((lines) =>
    lines.flatMap((line, index) => (/^data: ?./u.test(line) ? [{ lines, index }] : [])),
  );
  const place = chosen(found, at);
  if (place === undefined) return false;
  place.lines[place.index] += notUtf8;
  spoils.push(withBadByte);
  return true;
}

/** The event ends where it should, but what it says does not. */
function spoilJson({ blocks }: SseDraft, at: number): boolean {
  const objects = blocks.filter((lines) => lines.some((line) => /^data: ?[[{]/u.test(line)));
  const lines = chosen(objects, at);
  const first = lines?.find((line) => line.startsWith("data:"));
  if (lines === undefined || first === undefined) return false;
  const others = lines.filter((line) => !line.startsWith("data:"));
  lines.splice(0, lines.length, ...others, first.slice(0, first.search(/[[{]/u) + 1));
  return true;
}

function withBadByte(bytes: Uint8Array): Uint8Array {
  const at = bytes.findIndex((_, from) =>
    notUtf8Bytes.every((byte, offset) => bytes[from + offset] === byte),
  );
  if (at === -1) return bytes;
  const rest = bytes.subarray(at + notUtf8Bytes.length);
  return joinedBytes([bytes.subarray(0, at), new Uint8Array([0xff]), rest]);
}
