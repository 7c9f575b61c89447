import type { Decision } from "../../kernel/decisions/decision.ts";
import { decodeLiteral, encodeLiteral } from "../../kernel/values/literal.ts";
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
  for (const change of [changedValues, movedValues]) {
    for (const hint of hintsOf(decisions, compared, change)) {
      hints.set(`${String(hint.at)} ${JSON.stringify(hint.value)}`, hint);
      if (hints.size >= hintsMax) return [...hints.values()];
    }
  }
  return [...hints.values()];
}

// --- inside ---

function* hintsOf(
  decisions: readonly Decision[],
  compared: readonly Compared[],
  change: (value: unknown, left: unknown, right: unknown) => Generator,
): Generator<Hint> {
  // The last values first: what was drawn last is what the newest code looked at.
  for (let at = decisions.length - 1; at >= 0; at--) {
    const decision = decisions[at];
    if (decision?.kind !== "value" || decision.literal === undefined) continue;
    for (const [left, right] of compared) {
      for (const changed of change(decision.literal.value, left, right)) {
        const value = encodeLiteral(changed);
        if (value !== undefined) yield { at, value };
      }
    }
  }
}

const depthMax = 4;

type Pair = readonly [from: unknown, to: unknown];

/** What a part of a value may become, given a comparison. */
interface Change {
  readonly pair: Pair;
  readonly numbers: (value: number, pair: Pair) => Generator<number>;
}

/** Copies of a value in which one operand stands where the other one was. */
function* changedValues(value: unknown, left: unknown, right: unknown): Generator {
  yield* replaced(value, { pair: [left, right], numbers: changedNumbers }, 0);
  if (left === undefined) return;
  yield* replaced(value, { pair: [right, left], numbers: changedNumbers }, 0);
}

/**
 * Copies of a value in which one number is moved by what the operands differ: where an operand was
 * computed from several parts, this makes both equal as often as not.
 */
function* movedValues(value: unknown, left: unknown, right: unknown): Generator {
  if (typeof left !== "number" || typeof right !== "number" || left === right) return;
  if (!Number.isFinite(left) || !Number.isFinite(right)) return;
  yield* replaced(value, { pair: [left, right], numbers: movedNumbers }, 0);
}

function* replaced(value: unknown, change: Change, depth: number): Generator {
  const { pair, numbers } = change;
  if (typeof value === "number") yield* numbers(value, pair);
  else if (typeof value === "string") yield* changedTexts(value, pair);
  else if (typeof value === "bigint" || typeof value === "boolean") {
    if (value === pair[0] && typeof pair[1] === typeof value) yield pair[1];
  } else if (typeof value === "object" && value !== null && depth < depthMax) {
    yield* changedParts(value, change, depth);
  }
}

/** By their difference for sums, by their ratio for products. */
function* movedNumbers(value: number, [left, right]: Pair): Generator<number> {
  if (typeof left !== "number" || typeof right !== "number") return;
  yield value + (left - right);
  yield value - (left - right);
  for (const [one, other] of [
    [left, right],
    [right, left],
  ] as const) {
    const scaled = (value * one) / other;
    if (Number.isFinite(scaled)) yield Number.isInteger(value) ? Math.round(scaled) : scaled;
  }
}

function* changedNumbers(value: number, [from, to]: Pair): Generator<number> {
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

function* changedParts(value: object, change: Change, depth: number): Generator {
  if (Array.isArray(value)) yield* changedLengths(value, change.pair);
  for (const key of Object.keys(value)) {
    for (const part of replaced(Reflect.get(value, key), change, depth + 1)) {
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
  // Each item by itself: an object that is there twice is another value than two that are equal.
  const items = Array.from({ length: to }, (_, at) => value[at % Math.max(value.length, 1)]);
  if (value.length > 0 || to === 0) yield items.map((item) => decodeLiteral(encodeLiteral(item)));
}
