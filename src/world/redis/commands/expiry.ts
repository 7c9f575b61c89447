import type { Call } from "../call.ts";
import { wholeNumber } from "../numbers.ts";
import { RedisError, refused } from "../reply.ts";

/** How a time is meant: its unit, and whether it is counted from 1970 or from now. */
export interface TimeKind {
  readonly unitMs: number;
  readonly isAbsolute: boolean;
}

/** The moment that `EX 10`, `PX`, `EXAT` or `PXAT` at an argument names. */
export function readExpiry(call: Call, index: number): number {
  const kind = timeKinds[call.word(index)];
  if (kind === undefined || call.args[index + 1] === undefined) throw refused.syntax();
  return expiryAt(call, wholeNumber(call.at(index + 1)), kind);
}

/** The moment that a time means, which must be after the beginning. */
export function expiryAt(call: Call, time: number, { unitMs, isAbsolute }: TimeKind): number {
  const atMs = time * unitMs + (isAbsolute ? 0 : call.host.nowMs());
  if (time <= 0 || atMs > timeMsMax) {
    throw new RedisError(`ERR invalid expire time in '${call.name}' command`);
  }
  return atMs;
}

// --- inside ---

const timeMsMax = 2 ** 63 - 1;

const timeKinds: Readonly<Record<string, TimeKind>> = {
  EX: { unitMs: 1_000, isAbsolute: false },
  PX: { unitMs: 1, isAbsolute: false },
  EXAT: { unitMs: 1_000, isAbsolute: true },
  PXAT: { unitMs: 1, isAbsolute: true },
};
