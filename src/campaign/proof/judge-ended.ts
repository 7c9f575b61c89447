import { exitText } from "../../kernel/failure/exit-mode.ts";
import type { Failure } from "../../kernel/failure/failure.ts";
import type { SourceLocation } from "../../kernel/result/finding.ts";
import { identify } from "../../kernel/failure/identity.ts";
import type { RunRecording } from "../../runner/protocol/protocol.ts";
import { projectPaths } from "../../runner/project-paths.ts";
import type { WorkerEnded } from "../../runner/worker-ended.ts";

/** The failure that the end of a process is. */
export function failureOfEnd({ exit, lastMessages }: WorkerEnded): Failure {
  if (lastMessages.intendedExit !== undefined && exit.kind === "exit") {
    return { ...lastMessages.intendedExit.failure, exitMode: exit };
  }
  const seen = { message: exitText(exit), stack: "", exitMode: exit };
  switch (exit.kind) {
    case "timeout":
      // Where it was seen is no part of the identity: a loop is caught in another line each time.
      return { kind: "timeout", error: "Timeout", ...seen };
    case "memory":
      return { kind: "memory", error: "OutOfMemory", ...seen };
    case "output":
      return { kind: "output", error: "OutputFlood", ...seen };
    default:
      return { kind: "crash", error: "ProcessEnded", ...seen };
  }
}

/** A run that killed its process, as far as its process reported it. */
export function recordedEnd(
  ended: WorkerEnded,
  options: { readonly projectRoot: string; readonly place?: SourceLocation | undefined },
): RunRecording {
  const failure = failureOfEnd(ended);
  const { intendedExit, decisions, events } = ended.lastMessages;
  return {
    type: "recorded",
    verdict: "broken",
    because: "",
    divergence: undefined,
    failure,
    identity: identify(failure, projectPaths(options.projectRoot)),
    place: intendedExit?.place ?? options.place,
    decisions,
    events,
    decisionFrames: [],
    witnessed: [],
    uncontrolled: [],
  };
}
