import type { CallObservation } from "../../kernel/subject/call-test.ts";

/** What every call is held to, after its name: a name is no member that every object inherits. */
export const noInherited = "gives no text of a function that objects inherit";

/**
 * Whether a text that was given back, or a key, holds the source of one of the language's own
 * functions: `counts["toString"] + 1` of an object that has no such key. A call that was given
 * such a text may give it back.
 */
export function isInheritedText({ args, outcome }: CallObservation): boolean {
  if (outcome.kind !== "returned" || typeof outcome.value === "function") return false;
  try {
    if (!holdsNative(outcome.value, 0, { looksLeft: looksMax })) return false;
    return !args.some((arg) => holdsNative(arg, 0, { looksLeft: looksMax }));
  } catch {
    return false; // a value that throws when it is looked at is no text of a function
  }
}

// --- inside ---

const depthMax = 6;
const looksMax = 2_000;

interface Limits {
  looksLeft: number;
}

function holdsNative(value: unknown, depth: number, limits: Limits): boolean {
  limits.looksLeft -= 1;
  if (typeof value === "string") return value.includes("() { [native code] }");
  if (typeof value !== "object" || value === null) return false;
  if (depth >= depthMax || limits.looksLeft < 0) return false;
  if (value instanceof Map) return holdsNative([...value], depth, limits);
  if (value instanceof Set || Array.isArray(value)) {
    return [...(value as Iterable<unknown>)].some((item) => holdsNative(item, depth + 1, limits));
  }
  return Object.entries(value).some(
    ([key, part]) => holdsNative(key, depth, limits) || holdsNative(part, depth + 1, limits),
  );
}
