import type { Generator } from "./generator.ts";
import { decodeLiteral, encodeLiteral } from "../values/literal.ts";

/** A copy of a plain value in which one part is changed. */
export function mutateLiteral(value: unknown, generator: Generator): unknown {
  return mutatePart(decodeLiteral(encodeLiteral(value)), generator, 0);
}

/** A number near another one, half of it, or none. */
export function mutateNumber(value: number, generator: Generator): number {
  switch (generator.integer(0, 3)) {
    case 0:
      return 0;
    case 1:
      return Math.trunc(value / 2) + 0; // never -0: a trace would give back 0
    case 2:
      return value + generator.integer(-8, 8);
    default:
      return value + (1 << generator.integer(0, 20)) * (generator.integer(0, 1) * 2 - 1);
  }
}

// --- inside ---

const depthMax = 8;

/** Changes the value itself where it is a leaf, or one of its parts in place. */
function mutatePart(value: unknown, generator: Generator, depth: number): unknown {
  if (typeof value === "number") return mutateNumber(value, generator);
  if (typeof value === "bigint") return value + BigInt(generator.integer(-3, 3));
  if (typeof value === "boolean") return !value;
  if (typeof value === "string") return mutateText(value, generator);
  if (typeof value !== "object" || value === null || depth >= depthMax) return value;
  if (Array.isArray(value) && generator.integer(0, 2) === 0) return mutateList(value, generator);
  const keys = Object.keys(value);
  const key = keys[generator.integer(0, Math.max(0, keys.length - 1))];
  if (key === undefined) return value;
  Reflect.set(value, key, mutatePart(Reflect.get(value, key), generator, depth + 1));
  return value;
}

/** A character less, twice, or another one next to it. */
function mutateText(value: string, generator: Generator): string {
  if (value === "") return "a";
  const at = generator.integer(0, value.length - 1);
  const [before, after] = [value.slice(0, at), value.slice(at + 1)];
  switch (generator.integer(0, 2)) {
    case 0:
      return before + after;
    case 1:
      return before + value.charAt(at) + value.slice(at);
    default:
      return before + String.fromCharCode(value.charCodeAt(at) ^ 1) + after;
  }
}

/** An item less, or twice. */
function mutateList(value: readonly unknown[], generator: Generator): readonly unknown[] {
  if (value.length === 0) return value;
  const at = generator.integer(0, value.length - 1);
  if (generator.integer(0, 1) === 0) return value.toSpliced(at, 1);
  return value.toSpliced(at, 0, decodeLiteral(encodeLiteral(value[at])));
}
