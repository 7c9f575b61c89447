import type { Decision } from "../decisions/decision.ts";

/** The decision of a run on whether its rules overlap, where the author does not say. */
export const overlapLabel = "rules overlap";

/** Whether rules overlap in a run whose author did not ask for it. */
export function rulesOverlap(list: readonly Decision[]): boolean {
  return list.some((d) => d.kind === "chance" && d.label === overlapLabel && d.value);
}

/**
 * Whether a list is the better one to start shrinking from: without overlapping rules, since a
 * failure that does not need them is easier to read without, and then the shorter one.
 */
export function isBetterStart(first: readonly Decision[], second: readonly Decision[]): boolean {
  const [a, b] = [rulesOverlap(first), rulesOverlap(second)];
  return a === b ? first.length < second.length : b;
}
