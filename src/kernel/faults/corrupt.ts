import { isTypedArray } from "./answer-kind.ts";
import { unchanged } from "./change-answer.ts";
import type { Hit } from "./make-fault.ts";
import { copyBytes, leafAt, replaceAt, spotsOf } from "./value-spots.ts";

/** A value with one place wrong; which one and how is drawn. */
export function corrupted<S>(value: unknown, hit: Hit<S>): unknown {
  const spots = spotsOf(value, isCorruptible);
  if (spots.length === 0) return unchanged;
  const spot = spots[hit.draw("spoils", spots.length - 1)] ?? [];
  return replaceAt(value, spot, corruptedLeaf(leafAt(value, spot), hit));
}

/** Bytes or text with one byte or character that is another. */
export function spoiled<S>(value: unknown, hit: Hit<S>): unknown {
  const isSpoilable = typeof value === "string" || isTypedArray(value);
  return isSpoilable && isCorruptible(value) ? corruptedLeaf(value, hit) : unchanged;
}

// --- inside ---

function isCorruptible(value: unknown): boolean {
  if (typeof value === "string") return value !== "";
  if (isTypedArray(value)) return value instanceof Uint8Array && value.length > 0;
  return ["number", "bigint", "boolean"].includes(typeof value);
}

function corruptedLeaf<S>(leaf: unknown, hit: Hit<S>): unknown {
  if (typeof leaf === "boolean") return !leaf;
  if (typeof leaf === "bigint") return leaf ^ (1n << BigInt(hit.draw("bit", 62)));
  if (typeof leaf === "number") return otherNumber(leaf, hit);
  if (typeof leaf === "string") {
    const at = hit.draw("at", leaf.length - 1);
    const code = leaf.charCodeAt(at) ^ (hit.draw("bits", 126) + 1);
    return leaf.slice(0, at) + String.fromCharCode(code) + leaf.slice(at + 1);
  }
  const bytes = copyBytes(leaf as Uint8Array);
  const at = hit.draw("at", bytes.length - 1);
  bytes[at] = (bytes[at] ?? 0) ^ (hit.draw("bits", 254) + 1);
  return bytes;
}

// One bit of a whole number, as a bad cable would do; a fraction has no short bits, so its sign.
function otherNumber<S>(leaf: number, hit: Hit<S>): number {
  if (!Number.isInteger(leaf) || Math.abs(leaf) > 0x7fff_ffff) {
    return Number.isNaN(leaf) ? 0 : -leaf;
  }
  return leaf ^ (1 << hit.draw("bit", 30));
}
