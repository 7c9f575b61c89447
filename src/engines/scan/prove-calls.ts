import type { CallTarget } from "../../kernel/subject/call-plan.ts";
import type { Failure } from "../../kernel/failure/failure.ts";
import type { Finding } from "../../kernel/result/finding.ts";
import type { Trace } from "../../kernel/trace/trace.ts";
import type { UnwrittenFile } from "../../kernel/result/unwritten-file.ts";
import { storeFinding } from "../../store/finding-store.ts";
import type { CampaignOutcome } from "../../campaign/campaign-outcome.ts";
import { decodeDecisions } from "../../kernel/trace/decode-decisions.ts";
import { proofInTime } from "../../campaign/proof/prove-suspect.ts";
import { type Proof, provenFinding, type Suspect } from "../../campaign/proof/prove.ts";
import { Interrupted } from "../../runner/end-signal.ts";
import { type RunTarget, recordFresh } from "../../campaign/proof/record-fresh.ts";
import { SuspectLocations } from "../../campaign/proof/suspect-locations.ts";
import type { ByFunction } from "../../config/index.ts";
import { type Claims, evidenceOf } from "./evidence-level.ts";
import type { ScanTime } from "./scan-time.ts";

/** A target and what is claimed of its calls besides what is claimed of all. */
export interface ClaimedTarget {
  readonly target: CallTarget;
  readonly claims: Claims;
  /** Properties that the author has confirmed, by function. */
  readonly confirmed: ByFunction;
  readonly hasFaults: boolean;
}

/** A finding with the run that shows it. */
export interface ProvenCall {
  readonly finding: Finding;
  readonly trace: Trace;
  readonly failure: Failure;
}

/** What came of what failed. */
export interface ProvenCalls {
  readonly proven: readonly ProvenCall[];
  readonly artifacts: readonly string[];
  /** What could not be written, and why. */
  readonly unwritten: readonly UnwrittenFile[];
}

/** What proving what failed in one pass over a target takes. */
export interface ProofBudget {
  /** Making its findings small may take so long in all. */
  readonly shrinkMsMax: number;
  /** When there is no time for it any more. */
  readonly time: ScanTime;
  /** Whether only what a fresh process shows again can be supported. */
  readonly requiresReplay: boolean;
  /** What is proven already, and need not be proven again. */
  readonly known?: readonly ProvenCall[] | undefined;
}

/**
 * Proves what failed, each claim once, and says what it is worth. What there is no time for is told
 * and stored as it was seen.
 */
export async function proveCalls(
  { target, claims, confirmed }: ClaimedTarget,
  campaign: CampaignOutcome,
  { runTarget, budget }: { readonly runTarget: RunTarget; readonly budget: ProofBudget },
): Promise<ProvenCalls> {
  const { requiresReplay, time } = budget;
  const proven: ProvenCall[] = [];
  const artifacts: string[] = [];
  const unwritten: UnwrittenFile[] = [];
  const suspects = onePerProperty(campaign.suspects).slice(0, provenMax);
  const judge = { ...runTarget, signal: time.provingSignal };
  const places = new SuspectLocations({ ...runTarget, signal: undefined });
  for (const [rank, suspect] of suspects.entries()) {
    const known = knownOf(suspect, budget.known);
    if (known !== undefined) {
      proven.push(known);
      continue;
    }
    const left = suspects.slice(rank);
    const shrinkMs = shareMs(budget, { count: suspects.length, leftCount: left.length });
    const settings = { ...runTarget.settings, shrinkMs };
    const proof = await surely(await proofInTime(suspect, { ...judge, settings }), judge);
    // What ends when it is given time was slow, or the machine was: there is nothing to tell.
    const isSlow = suspect.failure.kind === "timeout" && !proof.isConfirmed;
    if (isSlow && proof.isUnproven !== true) continue;
    const placed = await places.placed(proof, left);
    const context = { loaded: campaign.loaded, settings: runTarget.settings };
    const { finding, trace } = provenFinding(suspect, placed, context);
    const decisions = decodeDecisions(proof.recorded.decisions);
    const evidence = evidenceOf({ finding, target, decisions, claims, confirmed, requiresReplay });
    const told = { ...finding, evidence };
    const kept = await storeFinding(runTarget.target.projectRoot, { finding: told, trace });
    artifacts.push(...kept.artifacts);
    unwritten.push(...kept.unwritten);
    const failure = proof.recorded.failure ?? suspect.failure;
    proven.push({ finding: kept.finding, trace, failure });
  }
  return { proven, artifacts, unwritten };
}

// --- inside ---

/** So many different failures of one target are proven; the rest are counted by the report. */
const provenMax = 5;

/** The same failure as it is proven already, now seen so often. */
function knownOf(
  { identity, occurrences }: Suspect,
  all: readonly ProvenCall[] = [],
): ProvenCall | undefined {
  const known = all.find(({ finding }) => finding.identity.key === identity.key);
  return known && { ...known, finding: { ...known.finding, occurrences } };
}

/** How long one failure may be made small: when time is short, half of it is left to prove. */
function shareMs(
  { shrinkMsMax, time }: ProofBudget,
  { count, leftCount }: { readonly count: number; readonly leftCount: number },
): number {
  return Math.min(shrinkMsMax / count, time.provingLeftMs() / 2 / leftCount);
}

/** What a property says is broken in one way or another is one finding: the first is told. */
function onePerProperty(all: readonly Suspect[]): readonly Suspect[] {
  const byClaim = new Map<string, Suspect>();
  for (const suspect of all.toSorted((a, b) => a.runIndex - b.runIndex)) {
    const { property, key } = suspect.identity;
    const claim = property === "" ? key : property;
    const known = byClaim.get(claim);
    if (known === undefined) byClaim.set(claim, suspect);
    else byClaim.set(claim, { ...known, occurrences: known.occurrences + suspect.occurrences });
  }
  return [...byClaim.values()];
}

/**
 * Calls that hang are made small with little patience; that the smallest one hangs is only believed
 * of a process that was given much longer, because a machine may be busy.
 */
async function surely(proof: Proof, runTarget: RunTarget): Promise<Proof> {
  const { recorded } = proof;
  if (recorded.failure?.kind !== "timeout" || !proof.isConfirmed) return proof;
  const limits = { ...runTarget.settings.limits, runTimeoutMs: sureMs };
  const following = { how: "strict", decisions: recorded.decisions } as const;
  const patient = { ...runTarget, settings: { ...runTarget.settings, limits } };
  try {
    const again = await recordFresh(following, patient);
    return { ...proof, isConfirmed: again.recorded.failure?.kind === "timeout" };
  } catch (thrown) {
    if (!(thrown instanceof Interrupted)) throw thrown;
    return { ...proof, isConfirmed: false, isUnproven: true };
  }
}

/** A call that gives no sign of life for so long does not end. */
const sureMs = 6_000;
