import { assert } from "../kernel/errors/assert.ts";
import { emptyEvidence, type Result } from "../kernel/result/result.ts";
import { sectionOf } from "../report/section.ts";
import { casesSection } from "../report/sections/cases.ts";
import { LoadKilled } from "../runner/worker-ended.ts";

import type { Job } from "./settings.ts";

/** What a verb says of a subject that it only lists: it is no success. */
export function notExecutedResult(command: string, job: Job): Result {
  assert(job.notExecuted !== undefined, "what is listed has a reason");
  return unknownResult(command, job, job.notExecuted);
}

/** What is known of a subject whose process was killed: nothing, and the others are looked at. */
export function killedResult(command: string, job: Job, thrown: unknown): Result {
  if (!(thrown instanceof LoadKilled)) throw thrown;
  const because = thrown.what;
  const notes = thrown.help === undefined ? [] : [thrown.help];
  return { ...unknownResult(command, job, { name: job.target.file, because }), because, notes };
}

// --- inside ---

function unknownResult(
  command: string,
  { target, settings }: Job,
  { name, because }: NonNullable<Job["notExecuted"]>,
): Result {
  const verdict = "not executed";
  return {
    command,
    subject: name,
    verdict: "unknown",
    because: "not every scenario was executed",
    summary: { runs: 0, seconds: 0, seed: settings.seed },
    sections: [
      sectionOf(casesSection, [
        { name, file: target.file, verdict, because, seconds: 0, findings: [] },
      ]),
    ],
    findings: [],
    properties: [],
    evidence: emptyEvidence,
    notes: [],
    artifacts: [],
    next: [],
  };
}
