import { isDeepStrictEqual } from "node:util";
import type { Finding } from "../../kernel/result/finding.ts";
import { isBetterStart, rulesOverlap } from "../../kernel/subject/rule-overlap.ts";
import type { Trace } from "../../kernel/trace/trace.ts";
import type { UnwrittenFile } from "../../kernel/result/unwritten-file.ts";
import { decodeDecisions } from "../../kernel/trace/decode-decisions.ts";
import { closingMs, endSignal, interruptedMs } from "../../runner/end-signal.ts";
import { proofInTime } from "../../campaign/proof/prove-suspect.ts";
import type { Proof, Suspect } from "../../campaign/proof/prove.ts";
import type { RunTarget } from "../../campaign/proof/record-fresh.ts";
import { SuspectLocations } from "../../campaign/proof/suspect-locations.ts";
import type { EarlyProof } from "./early-proofs.ts";
import { type ProofFolders, saveProof } from "./save-proof.ts";

/** What was seen, and where what comes of it goes. */
export interface ProofJob extends ProofFolders {
  readonly suspects: readonly Suspect[];
  /** What was proven while the search went on, by the key of the failure. */
  readonly early?: ReadonlyMap<string, EarlyProof> | undefined;
  /** Whether the first proof was all that the search was for. */
  readonly bails?: boolean | undefined;
  /** For all of them together, to prove and to make small. */
  readonly timeMsMax: number;
  /** Somebody does not want to wait for all of it. */
  readonly signal?: AbortSignal | undefined;
}

/** What came of it. */
export interface Proven {
  readonly findings: readonly Finding[];
  readonly artifacts: readonly string[];
  readonly firstTrace: Trace | undefined;
  readonly notes: readonly string[];
  readonly unwritten: readonly UnwrittenFile[];
}

/**
 * Proves suspects, makes them small and stores them, each at once. What there is no time for is
 * told and stored as it was seen: it can still be replayed, and is proven by the next campaign.
 */
export async function proveAll(given: ProofJob, runTarget: RunTarget): Promise<Proven> {
  const end = endSignal(timeToProve(given), given.signal, interruptedMs);
  try {
    return await proveUntil(given, { ...runTarget, signal: end.signal });
  } finally {
    end.release();
  }
}

// --- inside ---

async function proveUntil(given: ProofJob, judge: RunTarget): Promise<Proven> {
  const endMs = performance.now() + timeToProve(given);
  const byRank = given.suspects.toSorted((a, b) => a.runIndex - b.runIndex);
  const findings: Finding[] = [];
  const artifacts: string[] = [];
  const unwritten: UnwrittenFile[] = [];
  const places = new SuspectLocations({ ...judge, signal: given.signal });
  let firstTrace: Trace | undefined;
  let overlapping = 0;
  for (const [rank, suspect] of byRank.entries()) {
    const left = byRank.slice(rank);
    const shrinkMs = shareMs(left, { rank, leftMs: endMs - performance.now(), runTarget: judge });
    // Whoever interrupts sees what happened, at the cost of one run; making it small is for later.
    const isShrunk = rank < shrunkMax && given.signal?.aborted !== true;
    const shrinkAttemptsMax = isShrunk ? judge.settings.shrinkAttemptsMax : 0;
    const settings = { ...judge.settings, shrinkAttemptsMax, shrinkMs };
    const proof = await bestProof(suspect, given, { ...judge, settings });
    // A line is a help, not the finding: nobody who interrupts waits for a process that finds it.
    const isLeft = given.signal?.aborted === true;
    const placed = isLeft ? proof : await places.placed(proof, left);
    const kept = await saveProof({ suspect, proof: placed }, judge, given);
    findings.push(kept.finding);
    artifacts.push(...kept.artifacts);
    unwritten.push(...kept.unwritten);
    firstTrace ??= kept.trace;
    overlapping += rulesOverlap(kept.trace.decisions) ? 1 : 0;
  }
  const notes = [...notesOf(findings, given), ...overlapNotes(overlapping)];
  return { findings, artifacts, firstTrace, unwritten, notes };
}

/**
 * What was proven early stands where it was shrunk from the list that is the best one now. Else the
 * same seed would give another story on a slow machine, where the search goes on for longer.
 */
async function bestProof(
  suspect: Suspect,
  { early, bails = false }: Pick<ProofJob, "early" | "bails">,
  runTarget: RunTarget,
): Promise<Proof> {
  const known = early?.get(suspect.identity.key);
  if (known === undefined) return proofInTime(suspect, runTarget);
  const isFromBest = isDeepStrictEqual(suspect.decisions, known.startedFrom);
  const isFinal = known.cutBy === undefined && isFromBest;
  if (isFinal || bails || runTarget.settings.shrinkAttemptsMax === 0) return known;
  const again = await proofInTime(suspect, runTarget);
  if (!again.isConfirmed) return known;
  const [a, b] = [again, known].map(({ recorded }) => decodeDecisions(recorded.decisions));
  return a !== undefined && b !== undefined && isBetterStart(b, a) ? known : again;
}

/** So many different failures are made small; further ones are proven as they were seen. */
const shrunkMax = 10;
/** What is kept back to store each. */
const storingMs = 15;
/** What it takes to show a failure in a process of its own; a hang takes its time limit besides. */
const proofMs = 600;

function timeToProve({ suspects, timeMsMax }: ProofJob): number {
  const rest = closingMs + suspects.length * storingMs;
  return Math.max(0, timeMsMax - Math.min(rest, timeMsMax / 2));
}

/**
 * How long one failure may be made small: what is left is shared, so that one slow failure does not
 * leave nothing for the others, and half of it is theirs to be proven in, if they need so much.
 */
function shareMs(
  left: readonly Suspect[],
  of: { readonly rank: number; readonly leftMs: number; readonly runTarget: RunTarget },
): number {
  const { runTimeoutMs } = of.runTarget.settings.limits;
  const leftMs = Math.max(0, of.leftMs);
  const needs = left.map(
    ({ failure }) => proofMs + (failure.kind === "timeout" ? runTimeoutMs : 0),
  );
  const proofsMs = Math.min(
    leftMs / 2,
    needs.reduce((sum, ms) => sum + ms, 0),
  );
  const shares = Math.max(1, Math.min(left.length, shrunkMax - of.rank));
  return (leftMs - proofsMs) / shares;
}

/** The author did not ask for overlapping rules, and may have written rules that cannot. */
function overlapNotes(count: number): readonly string[] {
  if (count === 0) return [];
  const where = count === 1 ? "in one of these runs" : `in ${count} of these runs`;
  return [
    `rules overlap ${where}, as asynchronous ones may where a test does not say \`concurrency\`; ` +
      "if no two clients of yours do that, write `concurrency: 1`",
  ];
}

function notesOf(findings: readonly Finding[], { timeMsMax, signal }: ProofJob): readonly string[] {
  const count = findings.filter(({ isUnproven }) => isUnproven === true).length;
  if (count === 0) return [];
  const seconds = Math.max(0, timeMsMax / 1_000).toFixed(0);
  const why =
    signal?.aborted === true
      ? "interrupted before they were proven and minimised"
      : `the ${seconds} s to prove failures and make them small were over`;
  const were = findings.length === 1 ? "failure was" : "failures were";
  const again = "replay one, or explore again";
  return [`${count} of ${findings.length} ${were} not re-checked or minimised: ${why}; ${again}`];
}
