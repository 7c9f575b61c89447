/**
 * Whether floats keep a number well enough for laws about values: arithmetic with numbers that are
 * not finite, huge or tiny breaks every law of algebra, in correct code as well.
 */
export function isModest(value: number): boolean {
  const size = Math.abs(value);
  return Number.isFinite(value) && size <= sizeMax && (size === 0 || size >= sizeMin);
}

/** Whether all numbers inside of a value are modest. */
export function areModest(value: unknown): boolean {
  return numbersIn(value).every(isModest);
}

/** The size of the largest number inside of values. */
export function sizeOf(...values: readonly unknown[]): number {
  const sizes = values.flatMap((value) => numbersIn(value)).map(Math.abs);
  return sizes.reduce((largest, size) => Math.max(largest, size), 1);
}

/** The numbers inside of a value, up to a limit. */
export function numbersIn(value: unknown): readonly number[] {
  const found: number[] = [];
  try {
    collect(value, found, 0);
  } catch {
    // A getter that throws hides what it has.
  }
  return found;
}

// --- inside ---

const sizeMax = 1e13;
const sizeMin = 1e-6;
const depthMax = 20;
const countMax = 5_000;

function collect(value: unknown, found: number[], depth: number): void {
  if (typeof value === "number") found.push(value);
  if (typeof value !== "object" || value === null) return;
  if (depth > depthMax || found.length > countMax) return;
  if (value instanceof Map || value instanceof Set) {
    for (const part of value) collect(part, found, depth + 1);
    return;
  }
  if (ArrayBuffer.isView(value)) return;
  for (const part of Object.values(value)) collect(part, found, depth + 1);
}
