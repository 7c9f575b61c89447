import type { Way } from "../draw-variations.ts";
import type { SseDraft } from "./sse-draft.ts";

const grammar = { kind: "legal", by: "WHATWG HTML 9.2.5" } as const;
const reading = { kind: "legal", by: "WHATWG HTML 9.2.6" } as const;
const chunks = { kind: "legal", by: "RFC 9112 7.1" } as const;

/** How a stream may vary without meaning anything else. */
export const legalWays: readonly Way<SseDraft>[] = [
  ending("CRLF line ends", "\r\n"),
  ending("CR line ends", "\r"),
  ending("mixed line ends", "mixed"),
  {
    name: "a byte order mark",
    provenance: grammar,
    apply: (draft) => !draft.hasMark && (draft.hasMark = true),
  },
  inserted("a comment", [": ping"]),
  inserted("an empty comment", [":"]),
  inserted("a comment of more than ASCII", [": 雪"]),
  inserted("a retry field", ["retry: 3000"]),
  inserted("an unknown field", ["trace: 00-4bf92f"]),
  inserted("a field without a colon", ["heartbeat"]),
  block("a comment alone", [": keep-alive"]),
  block("a name without data", ["event: ping"]),
  block("a second blank line", []),
  {
    name: "no space after the colon",
    provenance: reading,
    // A space that belongs to the value would then be taken for the one after the colon.
    apply: (draft, at) =>
      changeLine(draft, { at, is: /^[a-z]+: (?! )/u }, (line) => line.replace(": ", ":")),
  },
  {
    name: "an id",
    provenance: reading,
    apply: (draft, at) => {
      const free = draft.blocks.filter((lines) => lines.every((line) => !line.startsWith("id:")));
      return draft.hasIds && insert(free, at, ["id: \u0000"]);
    },
  },
  {
    name: "the name after the data",
    provenance: reading,
    apply: (draft, at) => {
      const named = draft.blocks.filter(([first = ""]) => first.startsWith("event:"));
      const lines = chosen(named, at);
      const [first, ...rest] = lines ?? [];
      if (lines === undefined || first === undefined || rest.length === 0) return false;
      lines.splice(0, lines.length, ...rest, first);
      return true;
    },
  },
  cut("cut at any byte", (bytes, at) => [Math.floor(at * bytes.length)]),
  cut("cut at two bytes", (bytes, at) => {
    const place = Math.floor(at * bytes.length);
    return [place, place + 2];
  }),
  cut("cut inside of a character", (bytes, at) => {
    const inside = placesOf(bytes, (byte) => (byte & 0xc0) === 0x80);
    return [chosen(inside, at) ?? 0];
  }),
  {
    name: "cut between CR and LF",
    provenance: chunks,
    apply: (draft, at) => {
      const isOther = draft.lineEnds !== "\n" && draft.lineEnds !== "\r\n";
      if (isOther || draft.hasLength) return false;
      draft.lineEnds = "\r\n";
      draft.cuts.push((bytes) => [
        chosen(
          placesOf(bytes, (byte, place) => byte === 10 && bytes[place - 1] === 13),
          at,
        ) ?? 0,
      ]);
      return true;
    },
  },
  cut("a byte at a time", (bytes) => {
    return Array.from({ length: Math.min(bytes.length, dripMax) }, (_, place) => place);
  }),
  typed("a charset", "text/event-stream; charset=utf-8"),
  typed("a charset without a space", "text/event-stream;charset=UTF-8"),
  typed("a content type in capitals", "Text/Event-Stream"),
  {
    name: "a content length instead of chunks",
    provenance: { kind: "legal", by: "RFC 9112 6.2" },
    apply: (draft) => draft.cuts.length === 0 && !draft.hasLength && (draft.hasLength = true),
  },
];

/** The one of a list that lies at a place from 0 to 1. */
export function chosen<T>(list: readonly T[], at: number): T | undefined {
  return list[Math.floor(at * list.length)];
}

// --- inside ---

/** A long stream is cut byte for byte only so far. */
const dripMax = 4_096;

function ending(name: string, ends: SseDraft["lineEnds"]): Way<SseDraft> {
  return {
    name,
    provenance: grammar,
    apply: (draft) => {
      if (draft.lineEnds !== "\n") return false;
      draft.lineEnds = ends;
      return true;
    },
  };
}

function inserted(name: string, lines: readonly string[]): Way<SseDraft> {
  const apply = (draft: SseDraft, at: number): boolean => insert(draft.blocks, at, lines);
  return { name, provenance: reading, apply };
}

function insert(blocks: readonly string[][], at: number, lines: readonly string[]): boolean {
  const place = at * blocks.length;
  const into = blocks[Math.floor(place)];
  into?.splice(Math.floor((place % 1) * (into.length + 1)), 0, ...lines);
  return into !== undefined;
}

function block(name: string, lines: readonly string[]): Way<SseDraft> {
  return {
    name,
    provenance: reading,
    apply: ({ blocks }, at) => {
      blocks.splice(Math.floor(at * (blocks.length + 1)), 0, [...lines]);
      return true;
    },
  };
}

function cut(
  name: string,
  places: (bytes: Uint8Array, at: number) => readonly number[],
): Way<SseDraft> {
  return {
    name,
    provenance: chunks,
    apply: (draft, at) => {
      if (draft.hasLength) return false;
      draft.cuts.push((bytes) => places(bytes, at));
      return true;
    },
  };
}

function typed(name: string, type: string): Way<SseDraft> {
  return {
    name,
    provenance: { kind: "legal", by: "RFC 9110 8.3.1" },
    apply: (draft) => {
      if (draft.type !== "text/event-stream") return false;
      draft.type = type;
      return true;
    },
  };
}

function changeLine(
  { blocks }: SseDraft,
  { at, is }: { readonly at: number; readonly is: RegExp },
  change: (line: string) => string,
): boolean {
  const found = blocks.flatMap((lines) =>
    lines.flatMap((line, index) => (is.test(line) ? [{ lines, index }] : [])),
  );
  const place = chosen(found, at);
  if (place === undefined) return false;
  place.lines[place.index] = change(place.lines[place.index] ?? "");
  return true;
}

function placesOf(
  bytes: Uint8Array,
  is: (byte: number, place: number) => boolean,
): readonly number[] {
  const places: number[] = [];
  for (let place = 0; place < bytes.length; place += 1) {
    if (is(bytes[place] ?? 0, place)) places.push(place);
  }
  return places;
}
