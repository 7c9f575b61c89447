import { cutAt, type HttpAnswer, joinedBytes } from "../http/http-answer.ts";

/** What an answer of JSON is about. */
export interface JsonOptions {
  /** What the answer is, as a JSON Schema. */
  readonly schema: unknown;
  /** Whether the code judges what it reads by the schema, so that other JSON must be refused. */
  readonly validates?: boolean | undefined;
}

/** An answer that is being made. */
export interface JsonDraft {
  readonly value: unknown;
  /** A value that the schema does not allow, to be sent instead. */
  readonly other: { readonly value: unknown } | undefined;
  style: { isSpread: boolean; isEscaped: boolean; isReversed: boolean; isFloat: boolean };
  after: string;
  type: string;
  hasLength: boolean;
  isCapital: boolean;
  /** Each changes the text, in order. */
  readonly rewrites: ((text: string) => string)[];
  /** Each gives places where the bytes are cut. */
  readonly cuts: ((bytes: Uint8Array) => readonly number[])[];
  /** Each changes the answer at last, in order. */
  readonly edits: ((answer: HttpAnswer) => HttpAnswer)[];
}

/** Begins with the plainest answer of a value. */
export function beginDraft(value: unknown, other?: JsonDraft["other"]): JsonDraft {
  return {
    value,
    other,
    style: { isSpread: false, isEscaped: false, isReversed: false, isFloat: false },
    after: "",
    type: "application/json",
    hasLength: false,
    isCapital: false,
    rewrites: [],
    cuts: [],
    edits: [],
  };
}

/** The answer that a draft stands for. */
export function finishDraft(draft: JsonDraft): HttpAnswer {
  const { value, style, after, type, hasLength, isCapital, rewrites, cuts, edits } = draft;
  const plain = `${written(value, style)}${after}`;
  const text = rewrites.reduce((given, rewrite) => rewrite(given), plain);
  const bytes = new TextEncoder().encode(text);
  const length: HttpAnswer["headers"] = hasLength ? [["content-length", `${bytes.length}`]] : [];
  const headers: HttpAnswer["headers"] = [["content-type", type], ...length];
  const answer: HttpAnswer = {
    status: 200,
    headers: isCapital ? headers.map(([name, said]) => [name.toUpperCase(), said]) : headers,
    pieces: cutAt(bytes, hasLength ? [] : cuts.flatMap((cut) => cut(bytes))),
    end: "whole",
  };
  return edits.reduce((given, edit) => edit(given), answer);
}

/** The answer up to a part of its bytes; at least one is lost. */
export function truncated(answer: HttpAnswer, at: number): HttpAnswer {
  const body = joinedBytes(answer.pieces);
  const kept = Math.min(body.length - 1, Math.floor((0.2 + at * 0.8) * body.length));
  let before = 0;
  const borders = answer.pieces.map(({ length }) => (before += length));
  return { ...answer, pieces: cutAt(body.subarray(0, Math.max(0, kept)), borders) };
}

// --- inside ---

function written(value: unknown, style: JsonDraft["style"]): string {
  const [space, line] = style.isSpread ? [" ", "\n"] : ["", ""];
  if (Array.isArray(value)) {
    return `[${value.map((one) => `${line}${written(one, style)}`).join(`${space},`)}${line}]`;
  }
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value);
    const ordered = style.isReversed ? entries.toReversed() : entries;
    const parts = ordered.map(
      ([key, one]) => `${line}${written(key, style)}${space}:${space}${written(one, style)}`,
    );
    return `{${parts.join(",")}${line}}`;
  }
  const text = JSON.stringify(value);
  if (typeof value === "string" && style.isEscaped) return text.replaceAll(/[^ -~]|\//gu, escaped);
  const isWhole = typeof value === "number" && /^-?\d+$/u.test(text);
  return isWhole && style.isFloat ? `${text}.0` : text;
}

function escaped(character: string): string {
  return Array.from({ length: character.length }, (_, at) => {
    const unit = character.charCodeAt(at).toString(16).padStart(4, "0");
    return `\\u${unit}`;
  }).join("");
}
