import type { Failure } from "../kernel/failure.ts";
import { identify } from "../kernel/identity.ts";
import type { Recorded } from "./protocol.ts";
import { projectPaths } from "./project-paths.ts";
import { exitText, type WorkerEnded } from "./subject-worker.ts";

/** The failure that the end of a process is. */
export function failureOfEnd(ended: WorkerEnded): Failure {
  if (ended.lastWords !== undefined && ended.exit.kind === "exit") return ended.lastWords;
  const message = exitText(ended.exit);
  switch (ended.exit.kind) {
    case "timeout":
      return { kind: "timeout", error: "Timeout", message, stack: "" };
    case "memory":
      return { kind: "memory", error: "OutOfMemory", message, stack: "" };
    default:
      return { kind: "crash", error: "ProcessEnded", message, stack: "" };
  }
}

/** A run that killed its process, told as far as it was heard. */
export function recordedEnd(ended: WorkerEnded, projectRoot: string): Recorded {
  const failure = failureOfEnd(ended);
  return {
    type: "recorded",
    verdict: "broken",
    because: "",
    divergence: undefined,
    failure,
    identity: identify(failure, projectPaths(projectRoot)),
    place: undefined,
    decisions: ended.decisions,
    events: stepsOf(ended.decisions),
    decisionFrames: [],
    witnessed: [],
  };
}

// --- inside ---

/** A dead process leaves no events; its decisions still say which rules were picked. */
function stepsOf(lines: readonly string[]): Recorded["events"] {
  const events: { atUs: number; kind: "step"; name: string; detail?: string }[] = [];
  for (const line of lines) {
    const decision = JSON.parse(line) as { kind?: string; label?: string; value?: unknown };
    if (decision.kind !== "pick" || decision.label !== "rule") continue;
    events.push({ atUs: 0, kind: "step", name: String(decision.value) });
  }
  return events;
}
