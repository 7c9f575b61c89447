import type { CallPlan } from "../../kernel/subject/call-plan.ts";

/**
 * Whether a call gave back undefined as a value of its own type parameter although it was given
 * none: what is declared as `T` can only be what came in as `T`. Where a function was given, what
 * that gave back is made, and never undefined unless its type says so.
 */
export function isNowhereFrom(
  value: unknown,
  { returnsGiven, params }: CallPlan,
  args: readonly unknown[],
): boolean {
  if (returnsGiven === undefined || value !== undefined) return false;
  // What may be left out may stand for a value of T that is not there.
  if (params.some(({ isOptional }, at) => isOptional && args[at] === undefined)) return false;
  return !args.some((one) => mayHoldUndefined(one, 0));
}

// --- inside ---

/** Deeper, or in more parts, than this is not looked at, and may hold anything. */
const depthMax = 6;
const partsMax = 200;

function mayHoldUndefined(value: unknown, depth: number): boolean {
  if (value === undefined) return true;
  if (typeof value !== "object" || value === null) return false;
  if (depth >= depthMax) return true;
  if (Array.isArray(value)) {
    if (value.length > partsMax) return true;
    // By index: a hole reads as undefined.
    return Array.from({ length: value.length }, (_, at) => value[at] as unknown).some((part) =>
      mayHoldUndefined(part, depth + 1),
    );
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return true;
  const parts: readonly unknown[] = Object.values(value);
  return parts.length > partsMax || parts.some((part) => mayHoldUndefined(part, depth + 1));
}
