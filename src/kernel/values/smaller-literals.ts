import { decodeLiteral, encodeLiteral } from "./literal.ts";

/**
 * Copies of plain data that are simpler in one part, the largest gains first: items and fields left
 * out, texts shortened, numbers brought towards zero. Going on from any of them comes to an end.
 */
export function* smallerLiterals(value: unknown): Generator {
  yield* smaller(value, 0);
}

// --- inside ---

/** So many places of one text or list are tried, and so deep. */
const placesMax = 40;
const depthMax = 12;

function* smaller(value: unknown, depth: number): Generator {
  if (depth > depthMax) return;
  switch (typeof value) {
    case "string":
      yield* smallerTexts(value);
      return;
    case "number":
      yield* smallerNumbers(value);
      return;
    case "bigint":
      if (value !== 0n) yield 0n;
      if (value < -1n || value > 1n) yield value / 2n;
      return;
    case "boolean":
      if (value) yield false;
      return;
    case "object":
      if (value !== null) yield* smallerObjects(value, depth);
      return;
    default:
  }
}

function* smallerTexts(text: string): Generator<string> {
  if (text === "") return;
  yield "";
  const half = Math.floor(text.length / 2);
  if (half > 0) {
    yield text.slice(0, half);
    yield text.slice(half);
  }
  const places = Math.min(text.length, placesMax);
  for (let at = 0; at < places && text.length > 1; at++)
    yield text.slice(0, at) + text.slice(at + 1);
  for (let at = 0; at < places; at++) {
    // Only towards `a`, or it would never end.
    if (text[at] !== "a") yield `${text.slice(0, at)}a${text.slice(at + 1)}`;
  }
}

function* smallerNumbers(value: number): Generator<number> {
  if (Object.is(value, 0)) return;
  yield 0;
  if (value < 0) yield -value;
  if (!Number.isFinite(value)) return;
  const whole = Math.trunc(value);
  if (whole !== value) yield whole;
  const half = Math.trunc(value / 2);
  // By whole numbers only: halves of a fraction would go on for a thousand steps.
  if (Math.abs(half) < Math.abs(value) && half !== 0) yield half;
  if (Number.isSafeInteger(value) && Math.abs(value) > 1) yield value - Math.sign(value);
}

function* smallerObjects(value: object, depth: number): Generator {
  if (Array.isArray(value)) {
    yield* smallerLists(value, { depth, made: (items) => items });
  } else if (value instanceof Set) {
    yield* smallerLists([...value], { depth, made: (items) => new Set(items) });
  } else if (value instanceof Map) {
    const made = (items: readonly unknown[]): unknown => new Map(items as [unknown, unknown][]);
    yield* smallerLists([...value], { depth, made, smallerItems: smallerPairs });
  } else if (value instanceof Date) {
    if (value.getTime() !== 0) yield new Date(0);
  } else if (Object.getPrototypeOf(value) === Object.prototype) {
    yield* smallerFields(Object.entries(value), depth);
  }
}

interface ListKind {
  readonly depth: number;
  readonly made: (items: readonly unknown[]) => unknown;
  /** What an item may become, where it is not any value. */
  readonly smallerItems?: (item: unknown, depth: number) => Generator;
}

function* smallerLists(items: readonly unknown[], kind: ListKind): Generator {
  const { depth, made, smallerItems = smaller } = kind;
  if (items.length === 0) return;
  yield made([]);
  const half = Math.floor(items.length / 2);
  if (half > 0) {
    yield made(copies(items.slice(0, half)));
    yield made(copies(items.slice(half)));
  }
  const places = Math.min(items.length, placesMax);
  for (let at = 0; at < places && items.length > 1; at++) {
    yield made(copies(items.toSpliced(at, 1)));
  }
  for (let at = 0; at < places; at++) {
    for (const item of smallerItems(items[at], depth + 1)) yield made(copies(items.with(at, item)));
  }
}

/** An entry of a map stays a pair. */
function* smallerPairs(pair: unknown, depth: number): Generator {
  const [key, value] = pair as readonly [unknown, unknown];
  for (const simpler of smaller(key, depth)) yield [simpler, value];
  for (const simpler of smaller(value, depth)) yield [key, simpler];
}

function* smallerFields(
  entries: readonly (readonly [string, unknown])[],
  depth: number,
): Generator {
  for (let at = 0; at < entries.length; at++) {
    yield Object.fromEntries(copies(entries.toSpliced(at, 1)) as [string, unknown][]);
  }
  for (const [at, [key, field]] of entries.entries()) {
    for (const simpler of smaller(field, depth + 1)) {
      yield Object.fromEntries(copies(entries.with(at, [key, simpler])) as [string, unknown][]);
    }
  }
}

/** Each candidate by itself: one object in two of them could not be written down. */
function copies(items: readonly unknown[]): unknown[] {
  const plain = encodeLiteral(items);
  return plain === undefined ? [...items] : (decodeLiteral(plain) as unknown[]);
}
