import { escapedBytes } from "../escaped-bytes.ts";

/** What a server answers to a request, as it goes over the wire; plain data. */
export interface HttpAnswer {
  readonly status: number;
  /** Names and values in order. Without `content-length` the body is sent in chunks. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The body; each piece is a chunk of its own, which readers get as one. */
  readonly pieces: readonly Uint8Array[];
  /**
   * Whether the answer ends, the connection is closed without its end, it breaks, or nothing more
   * comes.
   */
  readonly end: "whole" | "closed" | "reset" | "stall";
}

/** An answer for people: its head, each piece, and how it ends. */
export function answerLines({ status, headers, pieces, end }: HttpAnswer): readonly string[] {
  const told = headers.map(([name, value]) => `${name}: ${value}`).join(", ");
  const shown = pieces.length > piecesShownMax ? piecesShownMax - 1 : pieces.length;
  const left = pieces.slice(shown);
  const bytes = left.reduce((sum, { length }) => sum + length, 0);
  return [
    `${status}${told === "" ? "" : ` ${told}`}`,
    ...pieces.slice(0, shown).map((piece) => escapedBytes(piece)),
    ...(left.length === 0 ? [] : [`${left.length} pieces more, ${bytes} bytes`]),
    ...(end === "whole" ? [] : [endText[end]]),
  ];
}

/** The value of a header; empty where it is missing. */
export function headerOf({ headers }: HttpAnswer, name: string): string {
  return headers.find(([one]) => one.toLowerCase() === name)?.[1] ?? "";
}

/** The body as a whole. */
export function bodyOf({ pieces }: HttpAnswer): Uint8Array {
  return joinedBytes(pieces);
}

/** Bytes one after the other. */
export function joinedBytes(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** Bytes cut at places; places outside, and places that are named twice, cut nothing. */
export function cutAt(bytes: Uint8Array, places: readonly number[]): readonly Uint8Array[] {
  const inside = places.filter((place) => place > 0 && place < bytes.length);
  const borders = [0, ...new Set(inside.toSorted((a, b) => a - b)), bytes.length];
  return borders.slice(1).flatMap((to, at) => {
    const piece = bytes.slice(borders[at], to);
    return piece.length === 0 ? [] : [piece];
  });
}

/**
 * Why an answer is no whole message; undefined where it is. A body that is longer than promised is
 * cut by the receiver.
 */
export function messageProblem(answer: HttpAnswer): string | undefined {
  if (answer.end === "stall") return "the answer never ends";
  if (answer.end !== "whole") return "the connection ends before the answer does";
  const promised = headerOf(answer, "content-length");
  if (promised === "" || Number(promised) === bodyOf(answer).length) return undefined;
  return "the body is not as long as it says";
}

// --- inside ---

const piecesShownMax = 12;

const endText = {
  closed: "and the connection is closed",
  reset: "and the connection is reset",
  stall: "and nothing more comes",
} as const;
