import type { BytesDecision } from "../decisions/decision.ts";
import { bytesFromHex, bytesToHex } from "../values/bytes.ts";
import type { Attempts, ShrinkSteps } from "./shrink-attempts.ts";

/**
 * Leaves out inputs of a sequence: bytes and whether another input follows. Such a pair is no span,
 * because most runs have one input only.
 */
export function* dropInputs(attempt: Attempts): ShrinkSteps<void> {
  for (let at = attempt.best.length - 2; at >= 0 && !attempt.isSpent; at--) {
    const [input, more] = [attempt.best[at], attempt.best[at + 1]];
    if (input?.kind !== "bytes" || more?.kind !== "chance" || !more.value) continue;
    yield* attempt.accepts(attempt.best.toSpliced(at, 2));
  }
}

/** Makes bytes few, large parts first, and then each of those that are left a plain one. */
export function* shrinkBytes(attempt: Attempts): ShrinkSteps<void> {
  for (let at = 0; at < attempt.best.length && !attempt.isSpent; at++) {
    if (attempt.best[at]?.kind !== "bytes") continue;
    yield* dropParts(attempt, at);
    yield* plainBytes(attempt, at);
  }
}

// --- inside ---

function* dropParts(attempt: Attempts, at: number): ShrinkSteps<void> {
  for (let size = bytesAt(attempt, at).length; size >= 1; size = Math.floor(size / 2)) {
    let end = bytesAt(attempt, at).length;
    // From the end: what is late is seldom needed for what is early.
    while (end > 0 && !attempt.isSpent) {
      const bytes = bytesAt(attempt, at);
      const start = Math.max(0, end - size);
      const left = new Uint8Array([...bytes.subarray(0, start), ...bytes.subarray(end)]);
      if (!(yield* accepts(attempt, at, left))) yield* dropCounted(attempt, at, { start, left });
      end = start;
    }
  }
}

/** Leaves out a part that a byte before it counts: it says so much less. */
function* dropCounted(
  attempt: Attempts,
  at: number,
  { start, left }: { readonly start: number; readonly left: Uint8Array },
): ShrinkSteps<void> {
  const { length } = bytesAt(attempt, at);
  const dropped = length - left.length;
  for (let place = Math.max(0, start - headMax); place < start && !attempt.isSpent; place++) {
    const said = left[place] ?? 0;
    // It counts at least what is left out, and no more than what follows it.
    if (said < dropped || said > length - place - 1) continue;
    const changed = left.slice();
    changed[place] = said - dropped;
    if (yield* accepts(attempt, at, changed)) return;
  }
}

/** So far before what it counts a length may stand. */
const headMax = 16;

function* plainBytes(attempt: Attempts, at: number): ShrinkSteps<void> {
  const { length } = bytesAt(attempt, at);
  for (let place = 0; place < length && !attempt.isSpent; place++) {
    for (const plain of plainOf(bytesAt(attempt, at)[place] ?? 0)) {
      const changed = bytesAt(attempt, at).slice();
      changed[place] = plain;
      if (yield* accepts(attempt, at, changed)) break;
    }
  }
}

function* accepts(attempt: Attempts, at: number, bytes: Uint8Array): ShrinkSteps<boolean> {
  const decision = attempt.best[at];
  if (decision?.kind !== "bytes") return false;
  const changed: BytesDecision = { ...decision, value: bytesToHex(bytes) };
  const taken = yield* attempt.try(attempt.best.with(at, changed));
  // Plainer bytes weigh the same.
  if (taken === undefined || !attempt.isNoLarger(taken)) return false;
  attempt.best = taken;
  return true;
}

function bytesAt(attempt: Attempts, at: number): Uint8Array {
  const decision = attempt.best[at];
  const bytes = decision?.kind === "bytes" ? bytesFromHex(decision.value) : undefined;
  return bytes ?? new Uint8Array();
}

const zero = 0x30;
const letter = 0x61;
const space = 0x20;

/** Plainer bytes to try, the best first; none for what is plain, so that this comes to an end. */
function plainOf(byte: number): readonly number[] {
  if (byte === letter || byte === zero || byte === 0) return [];
  if (byte >= 0x31 && byte <= 0x39) return [zero, letter];
  if (byte > space && byte < 0x7f) return [letter, zero];
  return byte === space ? [letter] : [letter, 0];
}
