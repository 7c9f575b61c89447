import { installWitness } from "../world/witness.ts";
import { uncontrolledBuiltins } from "../world/uncontrolled.ts";
import type { SourcePlace } from "../kernel/finding.ts";
import type { WitnessedCall } from "./protocol.ts";

/** Calls kept of one run; the first that differs is what matters, and it comes early. */
const callsMax = 2_000;

/** How far a run has come, read when a call is seen. */
export interface RunPosition {
  readonly eventsCount: number;
  readonly decisionsCount: number;
}

/** Notes every call to a builtin that nothing controls, until stopped. */
export function watchCalls(framesOf: (stack: string) => readonly SourcePlace[]): {
  readonly calls: readonly WitnessedCall[];
  readonly start: (position: () => RunPosition) => void;
  readonly stop: () => void;
} {
  const calls: WitnessedCall[] = [];
  let position: () => RunPosition = () => ({ eventsCount: 0, decisionsCount: 0 });
  const stop = installWitness(uncontrolledBuiltins, ({ name, stack, result }) => {
    if (calls.length >= callsMax) return;
    const { eventsCount, decisionsCount } = position();
    const at = { eventsBefore: eventsCount, decisionsBefore: decisionsCount };
    calls.push({ name, frames: framesOf(stack), result, ...at });
  });
  const start = (read: () => RunPosition): void => {
    position = read;
  };
  return { calls, start, stop };
}
