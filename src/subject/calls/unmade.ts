/**
 * A value that is more than its data, before it is made: what `of` holds is drawn, recorded and
 * shrunk like any data, and the value itself is made of it afterwards, in the run. Code of the
 * user's, a constructor, must not run while a value is drawn: what it draws would come first.
 */
export interface Unmade {
  readonly [unmadeKey]: string;
  readonly of: unknown;
}

/** The key by which such data is known; it names what makes the value. */
export const unmadeKey = "gauntlet:make";

/** Data that stands for a value of this maker. */
export function unmade(maker: string, of: unknown): Unmade {
  return { [unmadeKey]: maker, of };
}

/** Whether a value that is made later is somewhere in drawn data. */
export function holdsUnmade(value: unknown, depth = 0): boolean {
  if (typeof value !== "object" || value === null || depth > depthMax) return false;
  if (isUnmade(value)) return true;
  const parts = value instanceof Map ? [...value].flat() : value instanceof Set ? [...value] : [];
  return [...parts, ...Object.values(value)].some((part) => holdsUnmade(part, depth + 1));
}

/** Whether data stands for a value that is made later. */
export function isUnmade(value: unknown): value is Unmade {
  return typeof value === "object" && value !== null && Object.hasOwn(value, unmadeKey);
}

// --- inside ---

/** Drawn data is never as deep. */
const depthMax = 200;
