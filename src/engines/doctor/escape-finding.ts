import type { Finding } from "../../kernel/result/finding.ts";
import type { Uncontrolled } from "../../kernel/trace/trace.ts";
import { provenFinding } from "../../campaign/proof/prove.ts";
import { recordFresh } from "../../campaign/proof/record-fresh.ts";
import type { Comparison, DoctorOptions } from "./compare.ts";

/** What a run that left the simulated world shows when it is looked at. */
export interface EscapeEvidence {
  /** The escape as a finding; none where runs may leave. */
  readonly findings: readonly Finding[];
  readonly uncontrolled: readonly Uncontrolled[];
}

/**
 * Looks at the first run that left the simulated world, if one did. Two processes that agree say
 * little about such a run: what it waited for may come at another time tomorrow.
 */
export async function lookAtEscape(
  { escaped, loaded }: Comparison,
  { target, settings }: DoctorOptions,
): Promise<EscapeEvidence> {
  const [run] = escaped;
  if (run === undefined) return { findings: [], uncontrolled: [] };
  const following = { how: "random", seed: settings.seed, runIndex: run } as const;
  const runTarget = { target, settings };
  const { recorded } = await recordFresh(following, runTarget, { isWitnessed: true });
  const { failure, identity, decisions, uncontrolled } = recorded;
  if (failure?.kind !== "escape" || identity === undefined) return { findings: [], uncontrolled };
  const { length } = decisions;
  const sighting = { runIndex: run, identity, failure, decisions, firstLength: length };
  const suspect = { ...sighting, occurrences: escaped.length };
  const proof = { recorded, attempts: 0, isConfirmed: true };
  const { finding } = provenFinding(suspect, proof, { loaded, settings });
  // Nothing is stored by a check-up; the seed and the number of the run are enough.
  return { uncontrolled, findings: [{ ...finding, trace: undefined, replay: undefined }] };
}
