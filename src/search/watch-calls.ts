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

/** Calls to builtins that nothing controls, noted from `start` on. */
export interface CallWatch {
  readonly calls: readonly WitnessedCall[];
  /** Forgets earlier calls and reads from here how far the run has come. */
  start(position: () => RunPosition): void;
}

/**
 * Notes every call to a builtin that nothing controls. It must be there before any user code or
 * package is loaded: a name that was imported earlier stays unwatched.
 */
export function watchCalls(framesOf: (stack: string) => readonly SourcePlace[]): CallWatch {
  const calls: WitnessedCall[] = [];
  let position: (() => RunPosition) | undefined;
  installWitness(uncontrolledBuiltins, ({ name, stack, result }) => {
    if (position === undefined || calls.length >= callsMax) return;
    const { eventsCount, decisionsCount } = position();
    const at = { eventsBefore: eventsCount, decisionsBefore: decisionsCount };
    calls.push({ name, frames: framesOf(stack), result, ...at });
  });
  const start = (read: () => RunPosition): void => {
    calls.length = 0;
    position = read;
  };
  return { calls, start };
}
