import { sameValue } from "./same-value.ts";

/**
 * Whether a value is what documentation says. Documentation is written for readers: it leaves out
 * fields that are undefined, rounds, and writes what is printed without quotes. Undefined where it
 * cannot be told, as for an instance that is shown as a plain object.
 */
export function agrees(got: unknown, said: unknown, written: string): boolean | undefined {
  if (isSameText(got, written) || isRounded(got, said, written)) return true;
  const list = Array.isArray(said) ? listed(got) : got;
  const [one, other] = [withoutUndefined(list, 0), withoutUndefined(said, 0)];
  const same = sameValue(one, other);
  if (same === false && isShownOtherwise(list, said)) return undefined;
  return same;
}

// --- inside ---

function isSameText(got: unknown, written: string): boolean {
  return typeof got === "string" && got === written;
}

/** `0.33` for a third. */
function isRounded(got: unknown, said: unknown, written: string): boolean {
  if (typeof got !== "number" || typeof said !== "number") return false;
  const digits = /\.(\d+)/u.exec(written)?.[1]?.length ?? 0;
  return digits > 0 && digits <= 20 && Number(got.toFixed(digits)) === said;
}

function listed(got: unknown): unknown {
  if (typeof got !== "object" || got === null || Array.isArray(got)) return got;
  if (got instanceof Map || got instanceof Set) return got;
  return Symbol.iterator in got ? [...(got as Iterable<unknown>)].slice(0, 1_000) : got;
}

/** An object of a class says itself in ways that are not its fields. */
function isShownOtherwise(got: unknown, said: unknown): boolean {
  if (typeof got === "function") return true;
  if (typeof got !== "object" || got === null || Array.isArray(got)) return false;
  const prototype: unknown = Object.getPrototypeOf(got);
  if (prototype === Object.prototype || prototype === null) return false;
  return typeof said !== "object" || said === null || Object.getPrototypeOf(said) !== prototype;
}

const depthMax = 20;

function withoutUndefined(value: unknown, depth: number): unknown {
  if (typeof value !== "object" || value === null || depth > depthMax) return value;
  if (Array.isArray(value)) return value.map((item) => withoutUndefined(item, depth + 1));
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  const entries = Object.entries(value).filter(([, part]) => part !== undefined);
  return Object.fromEntries(entries.map(([key, part]) => [key, withoutUndefined(part, depth + 1)]));
}
