/**
 * The most that a call may do, in blocks entered. On a busy machine with blocks that allocate it is
 * a part of the second after which a process counts as hanging, and far from filling its memory.
 */
const workMax = 300_000;

/** What a call with nothing in it may do; for each unit of size, twice as much. */
const workBase = 32_000;

/** Up to here an input is small: the limit is more than work that doubles with each unit. */
export const smallSizeMax = 3;

/** From here on an input is large: work that grows with its square explains the limit. */
const largeSizeMin = 300;

/** A call of the same function that does this part of the limit or less did little. */
export const lightShare = 0.01;

/** What a call may do, and how its input is judged by its size. */
export interface WorkLimit {
  readonly max: number;
  readonly input: "small" | "middling" | "large";
}

/**
 * What a call with an input of this size may do. It depends on nothing else, so that a call is
 * judged in the same way in every run and on every machine.
 */
export function workLimitOf(size: number): WorkLimit {
  if (size >= largeSizeMin) return { max: workMax, input: "large" };
  if (size > smallSizeMax) return { max: workMax, input: "middling" };
  return { max: Math.min(workMax, workBase * 2 ** size), input: "small" };
}

/**
 * How large values are: what numbers count to, and how many characters and items there are.
 */
export function inputSize(values: readonly unknown[]): number {
  const seen = new Set<object>();
  return values.reduce<number>((sum, value) => sum + sizeOf(value, seen), 0);
}

/** How much a result holds: characters of a text, items of a collection. */
export function outputSize(value: unknown): number {
  if (typeof value === "string" || Array.isArray(value)) return value.length;
  if (value instanceof Map || value instanceof Set) return value.size;
  if (ArrayBuffer.isView(value)) return value.byteLength;
  return 0;
}

// --- inside ---

function sizeOf(value: unknown, seen: Set<object>): number {
  switch (typeof value) {
    case "number":
      return Number.isNaN(value) ? 0 : Math.ceil(Math.abs(value));
    case "bigint":
      return Number(value < 0n ? -value : value);
    case "string":
      return value.length + numbersIn(value);
    case "object":
      return value === null ? 0 : sizeOfObject(value, seen);
    default:
      return 0;
  }
}

function sizeOfObject(value: object, seen: Set<object>): number {
  if (seen.has(value)) return 0;
  seen.add(value);
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (value instanceof ArrayBuffer) return value.byteLength;
  // Who goes from day to day goes far.
  if (value instanceof Date) return sizeOf(value.getTime() / dayMs, seen);
  if (value instanceof Map || value instanceof Set) {
    const items: readonly unknown[] = [...(value as Set<unknown>)];
    return items.reduce<number>((sum, item) => sum + 1 + sizeOf(item, seen), 0);
  }
  const isList = Array.isArray(value);
  return Object.values(value).reduce<number>(
    (sum, part) => sum + (isList ? 1 : 0) + sizeOf(part, seen),
    isList ? holesOf(value) : 0,
  );
}

const dayMs = 86_400_000;

/** A text that is read as a number counts as far as that does. */
function numbersIn(text: string): number {
  let sum = 0;
  for (const [number] of text.matchAll(/\d+(?:\.\d+)?(?:e\+?\d+)?/giu)) sum += Number(number);
  return sum;
}

/** A list that is long by its length alone is long for whoever goes through it. */
function holesOf(list: readonly unknown[]): number {
  return list.length - Object.keys(list).length;
}
