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
  const runs = runsOf(pieces);
  const shown = runs.length > runsShownMax ? runsShownMax - 1 : runs.length;
  const left = runs.slice(shown).flat();
  return [
    `${status}${told === "" ? "" : ` ${told}`}`,
    ...runs.slice(0, shown).map(runLine),
    ...(left.length === 0 ? [] : [`${left.length} pieces more, ${joinedBytes(left).length} bytes`]),
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

const runsShownMax = 12;
/** So many pieces of a byte in a row are shown as one. */
const dripMin = 4;

/** Pieces, of which many of a byte each in a row are one run. */
function runsOf(pieces: readonly Uint8Array[]): readonly (readonly Uint8Array[])[] {
  const runs: Uint8Array[][] = [];
  for (const piece of pieces) {
    const last = runs.at(-1);
    const isLonger = piece.length === 1 && last?.every(({ length }) => length === 1) === true;
    if (isLonger) last?.push(piece);
    else runs.push([piece]);
  }
  return runs.flatMap((run) => (run.length < dripMin ? run.map((piece) => [piece]) : [run]));
}

function runLine(run: readonly Uint8Array[]): string {
  const bytes = escapedBytes(joinedBytes(run));
  return run.length === 1 ? bytes : `${bytes} in ${run.length} pieces of a byte each`;
}

const endText = {
  closed: "and the connection is closed",
  reset: "and the connection is reset",
  stall: "and nothing more comes",
} as const;
