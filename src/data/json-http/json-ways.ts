import type { Way } from "../draw-variations.ts";
import type { HttpAnswer } from "../http/http-answer.ts";
import { type JsonDraft, truncated } from "./json-draft.ts";

const json = { kind: "legal", by: "RFC 8259 2" } as const;
const chunks = { kind: "legal", by: "RFC 9112 7.1" } as const;
const media = { kind: "legal", by: "RFC 9110 8.3.1" } as const;
const incomplete = { kind: "legal", by: "RFC 9112 8: a message that is incomplete" } as const;

/** How an answer may vary without meaning anything else. */
export const legalWays: readonly Way<JsonDraft>[] = [
  styled("spaces and line ends", "isSpread"),
  styled("characters as escapes", "isEscaped"),
  styled("fields in another order", "isReversed"),
  styled("whole numbers with a point", "isFloat"),
  way("a line end after it", json, (draft) => {
    draft.after += "\r\n";
    return true;
  }),
  way("a charset", media, (draft) => retyped(draft, "application/json; charset=utf-8")),
  way("a content type in capitals", media, (draft) => retyped(draft, "Application/JSON")),
  way("header names in capitals", media, (draft) => !draft.isCapital && (draft.isCapital = true)),
  way("a content length instead of chunks", media, (draft) => {
    return draft.cuts.length === 0 && !draft.hasLength && (draft.hasLength = true);
  }),
  cut("cut at any byte", (bytes, at) => [Math.floor(at * bytes.length)]),
  cut("cut inside of a character", (bytes, at) => {
    const inside = [...bytes.keys()].filter((place) => ((bytes[place] ?? 0) & 0xc0) === 0x80);
    return [inside[Math.floor(at * inside.length)] ?? 0];
  }),
  cut("a byte at a time", (bytes) => [...bytes.keys()].slice(0, dripMax)),
];

/** How an answer may be broken, with the reason why nobody may take it for a success. */
export interface BreakingWay extends Way<JsonDraft> {
  readonly mustFail?: string | undefined;
  /** Whether nothing of the answer is left, so that nothing else of it can vary. */
  readonly isAll?: boolean;
}

/** The faults of answers. */
export function invalidWays({
  validates,
}: {
  readonly validates: boolean;
}): readonly BreakingWay[] {
  return [
    breaking("closed in the middle", "the connection was closed before the body ended", "closed"),
    breaking("reset in the middle", "the connection was reset before the body ended", "reset"),
    breaking("nothing more comes", "the answer stopped in the middle", "stall"),
    breaking("ends in the middle", "the JSON was cut off", "whole"),
    {
      name: "another value after it",
      provenance: { kind: "invented" },
      mustFail: "there is more than one value",
      apply: ({ rewrites }) => rewrites.push((text) => `${text} {}`) > 0,
    },
    {
      name: "a comma too many",
      provenance: { kind: "invented" },
      mustFail: "it is not JSON",
      apply: ({ rewrites, value }) =>
        isNested(value) && rewrites.push((text) => text.replace(/([\]}])\s*$/u, ",$1")) > 0,
    },
    {
      name: "a value that the schema does not allow",
      provenance: { kind: "invented" },
      weight: 4,
      mustFail: validates ? "the schema does not allow it" : undefined,
      apply: ({ other, rewrites }) =>
        other !== undefined && rewrites.push(() => JSON.stringify(other.value)) > 0,
    },
    whole("an HTML page", "a page of HTML was answered", {
      status: 200,
      type: "text/html; charset=utf-8",
      body: "<!doctype html><title>502</title><h1>Bad gateway</h1>\n",
    }),
    whole("a server error", "the server answered with an error", {
      status: 503,
      type: "application/json",
      body: '{"error":{"message":"Overloaded"}}',
    }),
    whole("too many requests", "the server answered with an error", {
      status: 429,
      type: "application/json",
      body: '{"error":{"message":"Slow down"}}',
    }),
  ];
}

// --- inside ---

const dripMax = 4_096;
const encoder = new TextEncoder();

function way(
  name: string,
  provenance: Way<JsonDraft>["provenance"],
  apply: (draft: JsonDraft, at: number) => boolean,
): Way<JsonDraft> {
  return { name, provenance, apply };
}

function styled(name: string, key: keyof JsonDraft["style"]): Way<JsonDraft> {
  return way(name, json, ({ style }) => !style[key] && (style[key] = true));
}

function retyped(draft: JsonDraft, type: string): boolean {
  if (draft.type !== "application/json") return false;
  draft.type = type;
  return true;
}

function cut(
  name: string,
  places: (bytes: Uint8Array, at: number) => readonly number[],
): Way<JsonDraft> {
  return way(name, chunks, (draft, at) => {
    return !draft.hasLength && draft.cuts.push((bytes) => places(bytes, at)) > 0;
  });
}

/** Of what is not nested, a part may be JSON as well. */
function isNested(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

function breaking(name: string, mustFail: string, end: HttpAnswer["end"]): BreakingWay {
  return {
    name,
    provenance: end === "closed" || end === "reset" ? incomplete : { kind: "invented" },
    weight: end === "stall" ? 1 : 3,
    mustFail,
    apply: (draft, at) => {
      if (!isNested(draft.value)) return false;
      // What comes after the value may be missing.
      draft.after = "";
      draft.edits.push((answer) => ({ ...truncated(withoutLength(answer), at), end }));
      return true;
    },
  };
}

function withoutLength(answer: HttpAnswer): HttpAnswer {
  const headers = answer.headers.filter(([name]) => name.toLowerCase() !== "content-length");
  return { ...answer, headers };
}

function whole(
  name: string,
  mustFail: string,
  { status, type, body }: { readonly status: number; readonly type: string; readonly body: string },
): BreakingWay {
  return {
    name,
    provenance: status === 200 ? { kind: "invented" } : { kind: "legal", by: "RFC 9110 15" },
    mustFail,
    isAll: true,
    apply: ({ edits }) =>
      edits.push(() => ({
        status,
        headers: [["content-type", type]],
        pieces: [encoder.encode(body)],
        end: "whole",
      })) > 0,
  };
}
