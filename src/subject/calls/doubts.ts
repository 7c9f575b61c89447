import { oddText } from "./odd-objects.ts";
import { isUnmade, unmadeKey } from "./unmade.ts";

/** The name of the events that say so. */
export const doubtfulValue = "doubtful value";

/**
 * What in drawn values the types allow and careful readers may not: who judges a failure can weigh
 * it by that. Nothing here is wrong by the declared types.
 */
export function doubtsOf(drawn: unknown): readonly string[] {
  const doubts = new Set<string>();
  look(drawn, doubts, 0);
  return [...doubts].toSorted();
}

// --- inside ---

const depthMax = 20;

function look(value: unknown, doubts: Set<string>, depth: number): void {
  if (typeof value === "number") {
    if (Number.isNaN(value)) doubts.add("NaN");
    else if (!Number.isFinite(value)) doubts.add("an infinite number");
  }
  if (typeof value === "string" && /\p{Surrogate}/u.test(value))
    doubts.add("half of a surrogate pair");
  if (typeof value !== "object" || value === null || depth > depthMax) return;
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime())) doubts.add("an invalid date");
    return;
  }
  if (isUnmade(value) && value[unmadeKey] === "sparse array") doubts.add("an array with holes");
  const odd = oddText(value);
  if (odd !== undefined) doubts.add(odd);
  if (Object.hasOwn(value, "__proto__")) doubts.add("a key `__proto__`");
  const parts = value instanceof Map || value instanceof Set ? [...value] : Object.values(value);
  for (const part of parts) look(part, doubts, depth + 1);
}
