import { type HttpAnswer, joinedBytes } from "../http/http-answer.ts";
import type { SeededFault } from "../pack.ts";

/**
 * What readers of streams get wrong, done to the answer before they see it: whoever does not notice
 * the loss would not notice it in the reader either.
 */
export const sseFaults: readonly SeededFault<HttpAnswer>[] = [
  {
    name: "decodes every chunk by itself",
    tier: "legal",
    spoil: (answer) => ({
      ...withoutLength(answer),
      pieces: answer.pieces.map((piece) => encoder.encode(decoder.decode(piece))),
    }),
  },
  {
    name: "takes every chunk for whole lines",
    tier: "legal",
    spoil: (answer) => ({
      ...withoutLength(answer),
      pieces: answer.pieces.map((piece, at) => {
        const isLast = at === answer.pieces.length - 1;
        return isLast || piece.at(-1) === 10 ? piece : joinedBytes([piece, encoder.encode("\n")]);
      }),
    }),
  },
  {
    name: "knows no carriage return",
    tier: "legal",
    spoil: (answer) => ({
      ...withoutLength(answer),
      pieces: answer.pieces.map((piece) => piece.map((byte) => (byte === 13 ? 32 : byte))),
    }),
  },
  {
    name: "drops the last chunk",
    tier: "legal",
    spoil: (answer) => ({ ...withoutLength(answer), pieces: answer.pieces.slice(0, -1) }),
  },
  {
    name: "takes a broken connection for an end",
    tier: "invalid",
    spoil: (answer) => ({ ...withoutLength(answer), end: "whole" }),
  },
  {
    name: "swallows the error",
    tier: "invalid",
    wrap: (target) => target().catch(() => undefined),
  },
];

// --- inside ---

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

function withoutLength(answer: HttpAnswer): HttpAnswer {
  const headers = answer.headers.filter(([name]) => name !== "content-length");
  return { ...answer, headers };
}
