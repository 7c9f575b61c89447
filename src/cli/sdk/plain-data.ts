import { GauntletUsageError } from "./sdk-errors.ts";

/** A copy that JSON holds exactly; keys without a value are left out, all else is refused. */
export function plainData(value: unknown, pointer: string, depth = 0): unknown {
  if (depth > depthMax) throw refused(pointer, `nothing deeper than ${depthMax} levels`);
  switch (typeof value) {
    case "string":
      if (!/\p{Surrogate}/u.test(value)) return value;
      throw refused(pointer, "text without half characters");
    case "boolean":
      return value;
    case "number":
      if (!Number.isFinite(value)) throw refused(pointer, `a finite number, got ${value}`);
      if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
        throw refused(pointer, `a number that is held exactly, got ${value}; write it as text`);
      }
      return value === 0 ? 0 : value; // JSON has no -0
    case "object":
      return value === null ? value : inside(value, pointer, depth + 1);
    default:
      throw refused(pointer, "text, a number, true, false, null, a list or a table");
  }
}

// --- inside ---

/** Data this deep refers to itself, or might as well. */
const depthMax = 200;

function inside(value: object, pointer: string, depth: number): unknown {
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    return Array.from(items, (item, index) => plainData(item, `${pointer}/${index}`, depth));
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) {
    throw refused(pointer, `plain data, got a ${value.constructor.name}`);
  }
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return Object.fromEntries(
    entries.map(([key, inner]) => [key, plainData(inner, `${pointer}/${key}`, depth)]),
  );
}

function refused(pointer: string, allowed: string): GauntletUsageError {
  return new GauntletUsageError({
    code: "D004",
    what: `\`${pointer}\` of a scenario must be ${allowed}`,
    where: pointer,
    help: "a scenario is a file: give what JSON can hold",
  });
}
