import type { Decision } from "../../kernel/decision.ts";
import { decodeLiteral, encodeLiteral } from "../../kernel/literal.ts";
import type { Compared } from "../../subject/coverage/index.ts";
import type { Hint } from "./guided-state.ts";

/** So many values are tried for one checkpoint. */
const hintsMax = 48;

/**
 * Values that would have made a comparison come out otherwise: where an operand is a part of a
 * drawn value, the value with that part replaced by the other operand.
 */
export function findHints(
  decisions: readonly Decision[],
  compared: readonly Compared[],
): readonly Hint[] {
  const hints = new Map<string, Hint>();
  // The last values first: what was drawn last is what the newest code looked at.
  for (let at = decisions.length - 1; at >= 0; at--) {
    const decision = decisions[at];
    if (decision?.kind !== "value" || decision.literal === undefined) continue;
    for (const [left, right] of compared) {
      for (const changed of changedValues(decision.literal.value, left, right)) {
        const value = encodeLiteral(changed);
        if (value === undefined) continue;
        hints.set(`${String(at)} ${JSON.stringify(value)}`, { at, value });
        if (hints.size >= hintsMax) return [...hints.values()];
      }
    }
  }
  return [...hints.values()];
}

// --- inside ---

const depthMax = 4;

/** Copies of a value in which one operand stands where the other one was. */
function* changedValues(value: unknown, left: unknown, right: unknown): Generator {
  yield* replaced(value, [left, right], 0);
  if (left !== undefined) yield* replaced(value, [right, left], 0);
}

function* replaced(
  value: unknown,
  pair: readonly [from: unknown, to: unknown],
  depth: number,
): Generator {
  if (typeof value === "number") yield* changedNumbers(value, pair);
  else if (typeof value === "string") yield* changedTexts(value, pair);
  else if (typeof value === "bigint" || typeof value === "boolean") {
    if (value === pair[0] && typeof pair[1] === typeof value) yield pair[1];
  } else if (typeof value === "object" && value !== null && depth < depthMax) {
    yield* changedParts(value, pair, depth);
  }
}

function* changedNumbers(value: number, [from, to]: readonly unknown[]): Generator<number> {
  if (value !== from || typeof to !== "number") return;
  yield to;
  // An order is decided next to the other operand.
  yield to + 1;
  yield to - 1;
}

function* changedTexts(value: string, [from, to]: readonly unknown[]): Generator<string> {
  if (typeof to === "number" && typeof from === "number") {
    yield* changedCharacters(value, from, to);
    return;
  }
  if (typeof to !== "string" || to.length === 0) return;
  if (value === from) yield to;
  if (from === undefined) {
    // Something was looked for, or there was no character at that place.
    yield to;
    yield to + value;
    yield value + to;
  } else if (typeof from === "string" && from.length > 0 && value.includes(from)) {
    for (let at = value.indexOf(from); at >= 0; at = value.indexOf(from, at + 1)) {
      yield value.slice(0, at) + to + value.slice(at + from.length);
    }
  }
}

/** A comparison of character codes, or of a length. */
function* changedCharacters(value: string, from: number, to: number): Generator<string> {
  if (isCode(from) && isCode(to)) {
    const old = String.fromCharCode(from);
    const at = value.indexOf(old);
    if (at >= 0) yield value.slice(0, at) + String.fromCharCode(to) + value.slice(at + 1);
  }
  if (from !== value.length || !Number.isInteger(to) || to < 0 || to > lengthMax) return;
  yield to <= value.length ? value.slice(0, to) : value.padEnd(to, value === "" ? "a" : value);
}

const lengthMax = 4_096;

function isCode(number: number): boolean {
  return Number.isInteger(number) && number >= 0 && number <= 0xffff;
}

function* changedParts(
  value: object,
  pair: readonly [from: unknown, to: unknown],
  depth: number,
): Generator {
  if (Array.isArray(value)) yield* changedLengths(value, pair);
  for (const key of Object.keys(value)) {
    for (const part of replaced(Reflect.get(value, key), pair, depth + 1)) {
      const copy = decodeLiteral(encodeLiteral(value));
      if (typeof copy !== "object" || copy === null) return;
      Reflect.set(copy, key, part);
      yield copy;
    }
  }
}

function* changedLengths(value: readonly unknown[], [from, to]: readonly unknown[]): Generator {
  if (value.length !== from || typeof to !== "number" || !Number.isInteger(to)) return;
  if (to < 0 || to > lengthMax) return;
  const copy = decodeLiteral(encodeLiteral(value));
  if (!Array.isArray(copy)) return;
  if (to <= copy.length) yield copy.slice(0, to);
  else if (copy.length > 0) yield Array.from({ length: to }, (_, at) => copy[at % copy.length]);
}
