import type { SinkKind } from "./sink.ts";
import type { Check } from "./value.ts";

/** The kinds of sink that a path which stays inside its folder cannot harm. */
export const pathKinds: readonly SinkKind[] = [
  "path traversal",
  "fs write",
  "symlink",
  "import",
  "config mutation",
];

/** The checks that are known to hold after a condition came out true or false. */
export function checksThatHold(checks: readonly Check[], isTrue: boolean): readonly Check[] {
  const other = isTrue ? "if false" : "if true";
  return checks.filter(({ holds }) => holds !== other);
}

/** The same checks of the opposite condition. */
export function negated(checks: readonly Check[]): readonly Check[] {
  return checks.map((check) => {
    if (check.holds === "either way") return check;
    return { ...check, holds: check.holds === "if true" ? "if false" : "if true" };
  });
}
