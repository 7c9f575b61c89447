import { assert } from "../kernel/assert.ts";
import { emptyEvidence, type Result } from "../kernel/result.ts";
import type { Job } from "./settings.ts";

/** What a verb says of a subject that it only lists: it is no success. */
export function notExecutedResult(command: string, job: Job): Result {
  const { target, settings, notExecuted } = job;
  assert(notExecuted !== undefined, "what is listed has a reason");
  const { name, because } = notExecuted;
  const verdict = "not executed";
  return {
    command,
    subject: name,
    verdict: "unknown",
    because: "not every scenario was executed",
    summary: { runs: 0, seconds: 0, seed: settings.seed },
    cases: [{ name, file: target.file, verdict, because, seconds: 0, findings: [] }],
    findings: [],
    properties: [],
    evidence: emptyEvidence,
    notes: [],
    artifacts: [],
    next: [],
  };
}
