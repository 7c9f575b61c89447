import type { Finding } from "../../kernel/finding.ts";
import { rulesOverlap } from "../../kernel/rule-overlap.ts";
import type { Trace } from "../../kernel/trace.ts";
import type { UnwrittenFile } from "../../kernel/unwritten-file.ts";
import { keepInCorpus } from "../../runner/corpus-store.ts";
import { type KeptFinding, storeFinding } from "../../runner/finding-store.ts";
import { UnwrittenFiles } from "../../runner/unwritten-files.ts";
import type { Hunted } from "../../search/campaign/hunted.ts";
import { closingMs, endSignal, interruptedMs } from "../../search/end-signal.ts";
import { proofInTime } from "../../search/prove-suspect.ts";
import { type Proof, provenFinding, type Suspect, traceOf, unproven } from "../../search/prove.ts";
import { type Court, Interrupted, recordFresh } from "../../search/record-fresh.ts";
import { SuspectPlaces } from "../../search/suspect-places.ts";
import { scenarioBeside, writeSmallScenario } from "../../search/write-small-scenario.ts";

/** What was seen, and where what comes of it goes. */
export interface ToProve {
  readonly suspects: readonly Suspect[];
  readonly loaded: Hunted["loaded"];
  /** Where runs are also kept as they first failed; undefined keeps only small ones. */
  readonly tracesFolder?: string | undefined;
  readonly corpusFolder?: string | undefined;
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
export async function proveAll(given: ToProve, court: Court): Promise<Proven> {
  const end = endSignal(timeToProve(given), given.signal, interruptedMs);
  try {
    return await proveUntil(given, { ...court, signal: end.signal });
  } finally {
    end.release();
  }
}

// --- inside ---

async function proveUntil(given: ToProve, judge: Court): Promise<Proven> {
  const endMs = performance.now() + timeToProve(given);
  const byRank = given.suspects.toSorted((a, b) => a.runIndex - b.runIndex);
  const findings: Finding[] = [];
  const artifacts: string[] = [];
  const unwritten: UnwrittenFile[] = [];
  const places = new SuspectPlaces(judge);
  let firstTrace: Trace | undefined;
  let overlapping = 0;
  for (const [rank, suspect] of byRank.entries()) {
    const left = byRank.slice(rank);
    const shrinkMs = shareMs(left, { rank, leftMs: endMs - performance.now(), court: judge });
    const shrinkAttemptsMax = rank < shrunkMax ? judge.settings.shrinkAttemptsMax : 0;
    const settings = { ...judge.settings, shrinkAttemptsMax, shrinkMs };
    const proof = await proofInTime(suspect, { ...judge, settings });
    const kept = await keep(suspect, await places.placed(proof, left), { given, judge });
    findings.push(kept.finding);
    artifacts.push(...kept.artifacts);
    unwritten.push(...kept.unwritten);
    firstTrace ??= kept.trace;
    overlapping += rulesOverlap(kept.trace.decisions) ? 1 : 0;
  }
  const notes = [...notesOf(findings, given), ...overlapNotes(overlapping)];
  return { findings, artifacts, firstTrace, unwritten, notes };
}

/** So many different failures are made small; further ones are proven as they were seen. */
const shrunkMax = 10;
/** What is kept back to store each. */
const storingMs = 15;
/** What it takes to show a failure in a process of its own; a hang takes its time limit besides. */
const proofMs = 600;

function timeToProve({ suspects, timeMsMax }: ToProve): number {
  const rest = closingMs + suspects.length * storingMs;
  return Math.max(0, timeMsMax - Math.min(rest, timeMsMax / 2));
}

/**
 * How long one failure may be made small: what is left is shared, so that one slow failure does not
 * leave nothing for the others, and half of it is theirs to be proven in, if they need so much.
 */
function shareMs(
  left: readonly Suspect[],
  of: { readonly rank: number; readonly leftMs: number; readonly court: Court },
): number {
  const { runTimeoutMs } = of.court.settings.limits;
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

async function keep(
  suspect: Suspect,
  proof: Proof,
  { given, judge }: { readonly given: ToProve; readonly judge: Court },
): Promise<KeptFinding & { readonly trace: Trace }> {
  const context = { loaded: given.loaded, settings: judge.settings };
  const { finding: seen, trace } = provenFinding(suspect, proof, context);
  const original = await originalTrace(suspect, judge, given);
  const { projectRoot } = judge.target;
  const stored = await storeFinding(projectRoot, { finding: seen, trace, original });
  const { finding } = stored;
  const refused = new UnwrittenFiles(projectRoot);
  const small = await refused.attempt(() =>
    writeSmallScenario(trace, judge, scenarioBeside(finding, judge)),
  );
  const { corpusFolder } = given;
  if (corpusFolder !== undefined) {
    await refused.attempt(() => keepInCorpus(corpusFolder, finding.identity.key, trace));
  }
  return {
    finding,
    trace,
    artifacts: [...stored.artifacts, ...(small === undefined ? [] : [small])],
    unwritten: [...stored.unwritten, ...refused.list],
  };
}

async function originalTrace(
  suspect: Suspect,
  court: Court,
  { tracesFolder: folder, loaded }: ToProve,
): Promise<{ trace: Trace; folder: string } | undefined> {
  if (folder === undefined) return undefined;
  const following = { how: "strict", decisions: suspect.decisions } as const;
  const { recorded } = await recordFresh(following, court).catch((thrown: unknown) => {
    if (!(thrown instanceof Interrupted)) throw thrown;
    return unproven(suspect);
  });
  return { trace: traceOf(recorded, suspect, { loaded, settings: court.settings }), folder };
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

function notesOf(findings: readonly Finding[], { timeMsMax, signal }: ToProve): readonly string[] {
  const count = findings.filter(({ isUnproven }) => isUnproven === true).length;
  if (count === 0) return [];
  const seconds = Math.max(0, timeMsMax / 1_000).toFixed(0);
  const why =
    signal?.aborted === true
      ? "interrupted before they were proven and made small"
      : `the ${seconds} s to prove failures and make them small were over`;
  const are =
    findings.length === 1 ? "failure is told as it was" : "failures are told as they were";
  const again = "replay one, or explore again";
  return [`${count} of ${findings.length} ${are} seen: ${why}; ${again}`];
}
