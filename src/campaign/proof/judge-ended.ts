import { exitText } from "../../kernel/failure/exit-mode.ts";
import type { Failure } from "../../kernel/failure/failure.ts";
import type { SourcePlace } from "../../kernel/result/finding.ts";
import { identify } from "../../kernel/failure/identity.ts";
import type { Recorded } from "../../runner/protocol/protocol.ts";
import { projectPaths } from "../../runner/worker/project-paths.ts";
import type { WorkerEnded } from "../../runner/process/subject-worker.ts";

/** The failure that the end of a process is. */
export function failureOfEnd({ exit, heard }: WorkerEnded): Failure {
  if (heard.lastWords !== undefined && exit.kind === "exit") {
    return { ...heard.lastWords.failure, exitMode: exit };
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

/** A run that killed its process, told as far as it was heard. */
export function recordedEnd(
  ended: WorkerEnded,
  options: { readonly projectRoot: string; readonly place?: SourcePlace | undefined },
): Recorded {
  const failure = failureOfEnd(ended);
  const { lastWords, decisions, events } = ended.heard;
  return {
    type: "recorded",
    verdict: "broken",
    because: "",
    divergence: undefined,
    failure,
    identity: identify(failure, projectPaths(options.projectRoot)),
    place: lastWords?.place ?? options.place,
    decisions,
    events,
    decisionFrames: [],
    witnessed: [],
    uncontrolled: [],
  };
}
