import type { SecretSpan } from "../../kernel/secrets/secret-finder.ts";
import { maskedText, mergedSpans, type SecretMask } from "../../kernel/secrets/secret-mask.ts";

/**
 * The pieces of a body without secrets. A secret may begin in one piece and end in another, and in
 * a stream it may be spread over the texts of many events; the cuts stay where they were.
 */
export function maskPieces(
  pieces: readonly Uint8Array[],
  mask: Pick<SecretMask, "spans">,
): readonly Uint8Array[] {
  const whole = Buffer.concat(pieces);
  const text = textOf(whole);
  const spans = mergedSpans([...mask.spans(text.text), ...spreadSpans(text.text, mask)]);
  if (spans.length === 0) return pieces;
  const cuts = spans.map(({ start, end }) => text.bytesOf({ start, end }));
  let offset = 0;
  return pieces.map((piece) => {
    const masked = maskPiece(piece, offset, cuts);
    offset += piece.length;
    return masked;
  });
}

// --- inside ---

interface BodyText {
  readonly text: string;
  /** The place in bytes of a place in characters. */
  bytesOf(span: SecretSpan): SecretSpan;
}

function textOf(bytes: Buffer): BodyText {
  const utf8 = bytes.toString("utf8");
  // What is no text is looked through byte by byte: keys are plain letters.
  if (!Buffer.from(utf8).equals(bytes)) {
    return { text: bytes.toString("latin1"), bytesOf: (span) => span };
  }
  if (utf8.length === bytes.length) return { text: utf8, bytesOf: (span) => span };
  return {
    text: utf8,
    bytesOf: ({ start, end }) => {
      const first = Buffer.byteLength(utf8.slice(0, start));
      return { start: first, end: first + Buffer.byteLength(utf8.slice(start, end)) };
    },
  };
}

/** Leaves a piece what is not secret; the mask stands where a secret begins. */
function maskPiece(piece: Uint8Array, offset: number, cuts: readonly SecretSpan[]): Uint8Array {
  const parts: Uint8Array[] = [];
  let at = 0;
  for (const { start, end } of cuts) {
    const from = Math.max(0, start - offset);
    const to = Math.min(piece.length, end - offset);
    if (from >= to) continue;
    parts.push(piece.subarray(at, from));
    if (start >= offset) parts.push(new TextEncoder().encode(maskedText));
    at = to;
  }
  return parts.length === 0 ? piece : Buffer.concat([...parts, piece.subarray(at)]);
}

// The texts of which streams of models give a part at a time.
const partText =
  /"(content|arguments|delta|text|partial_json|thinking)"\s*:\s*"((?:[^"\\]|\\.)*)"/g;

interface TextPart {
  /** Where it stands in the body. */
  readonly start: number;
  /** Where it stands in all parts of its kind together. */
  readonly joinedStart: number;
  readonly length: number;
}

/** Secrets that no event has as a whole. */
function spreadSpans(text: string, mask: Pick<SecretMask, "spans">): readonly SecretSpan[] {
  if (!/^data:/mu.test(text)) return [];
  const joined = new Map<string, string>();
  const parts = new Map<string, TextPart[]>();
  for (const match of text.matchAll(partText)) {
    const [all, key = "", part = ""] = match;
    const before = joined.get(key) ?? "";
    const start = match.index + all.length - 1 - part.length;
    const known = parts.get(key) ?? [];
    known.push({ start, joinedStart: before.length, length: part.length });
    parts.set(key, known);
    joined.set(key, before + part);
  }
  return [...joined].flatMap(([key, all]) =>
    mask.spans(all).flatMap((span) => standing(span, parts.get(key) ?? [])),
  );
}

function standing(span: SecretSpan, parts: readonly TextPart[]): readonly SecretSpan[] {
  return parts.flatMap(({ start, joinedStart, length }) => {
    const from = Math.max(span.start, joinedStart);
    const to = Math.min(span.end, joinedStart + length);
    if (from >= to) return [];
    return [{ start: start + from - joinedStart, end: start + to - joinedStart }];
  });
}
