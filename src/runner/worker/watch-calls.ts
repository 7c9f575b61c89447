import type { Failure } from "../../kernel/failure/failure.ts";
import type { SourceLocation } from "../../kernel/result/finding.ts";
import { watchAsync } from "../../world/async-watch.ts";
import { uncontrolledBuiltins } from "../../world/builtins/builtin-table.ts";
import { installWitness } from "../../world/witness.ts";
import type { WitnessedCall } from "../protocol/witnessed-call.ts";

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
  /** The line at which a run that is deadlocked waits. */
  waitsAt(failure: Failure | undefined): SourceLocation | undefined;
}

/**
 * Notes every call to a builtin that nothing controls, and everything that is started in the host.
 * It must be there before any user code or package is loaded: a name that was imported earlier
 * stays unwatched.
 */
export function watchCalls(framesOf: (stack: string) => readonly SourceLocation[]): CallWatch {
  const calls: WitnessedCall[] = [];
  let position: (() => RunPosition) | undefined;
  const keep = (call: Pick<WitnessedCall, "name" | "result" | "isOfHost">, stack: string): void => {
    if (position === undefined || calls.length >= callsMax) return;
    const { eventsCount, decisionsCount } = position();
    const at = { eventsBefore: eventsCount, decisionsBefore: decisionsCount };
    calls.push({ ...call, frames: framesOf(stack), ...at });
  };
  installWitness(uncontrolledBuiltins, ({ name, stack, result }) => keep({ name, result }, stack));
  const async = watchAsync(({ name, stack }) => {
    keep({ name, result: "started", isOfHost: true }, stack);
  });
  return {
    calls,
    start: (read) => {
      calls.length = 0;
      position = read;
      async.restart();
    },
    waitsAt: (failure) => {
      if (failure?.kind !== "deadlock") return undefined;
      const stack = async.waitingStack();
      return stack === undefined ? undefined : framesOf(stack)[0];
    },
  };
}
