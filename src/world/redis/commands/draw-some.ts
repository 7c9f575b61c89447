import type { Call } from "../call.ts";

/** Some of a list by chance; a negative count may give one twice. */
export function drawSome<T>(call: Call, all: readonly T[], count: number): T[] {
  if (all.length === 0) return [];
  const rest = [...all];
  if (count >= rest.length) return rest;
  const drawn: T[] = [];
  while (drawn.length < Math.min(Math.abs(count), drawsMax)) {
    const at = call.host.draw(`redis ${call.name}`, rest.length);
    const item = rest[at];
    if (item === undefined) break;
    drawn.push(item);
    if (count > 0) rest.splice(at, 1);
  }
  return drawn;
}

// --- inside ---

/** Far above what is asked for; a mistaken count may not fill the memory. */
const drawsMax = 100_000;
