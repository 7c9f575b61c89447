import { assert } from "../../kernel/assert.ts";
import type { CallTarget } from "../../kernel/call-plan.ts";
import type { Failure } from "../../kernel/failure.ts";
import type { Finding } from "../../kernel/finding.ts";
import { GauntletError } from "../../kernel/gauntlet-error.ts";
import type { Evidence } from "../../kernel/result.ts";
import type { ExpectedThrow, ScannedTarget } from "../../kernel/scan.ts";
import type { Tally } from "../../kernel/tally.ts";
import type { Trace } from "../../kernel/trace.ts";
import { storeFinding } from "../../runner/finding-store.ts";
import { hunt } from "../../search/campaign/hunt.ts";
import type { Hunted } from "../../search/campaign/hunted.ts";
import { decodeDecisions } from "../../search/decode-decisions.ts";
import { proveSuspect } from "../../search/prove-suspect.ts";
import { type Proof, provenFinding, type Suspect } from "../../search/prove.ts";
import { evidenceOf } from "../../search/evidence-of.ts";
import { type Court, recordFresh } from "../../search/record-fresh.ts";
import { type Claims, evidenceOf as judgeEvidence } from "./evidence-level.ts";
import { neverMade, uncalledNotes } from "./never-made.ts";

/** What calling one target takes. */
export interface TargetBudget {
  readonly runsMax: number;
  readonly timeMsMax: number;
  /** Making its findings small may take so long in all. */
  readonly shrinkMsMax: number;
  readonly signal: AbortSignal;
  /** Whether only what a fresh process shows again can be supported. */
  readonly requiresReplay: boolean;
}

/** What calling one target brought. */
export interface TargetOutcome {
  readonly scanned: ScannedTarget;
  readonly findings: readonly Finding[];
  /** The same with what keeping them needs. */
  readonly proven: readonly ProvenCall[];
  readonly artifacts: readonly string[];
  /** Why nothing of its module can be called: the module itself could not be loaded. */
  readonly unloaded?: ScannedTarget["blocked"];
  /** What met what, of calls around which something went wrong. */
  readonly evidence?: Evidence | undefined;
  /** Passes that could not be made, each with why. */
  readonly notes?: readonly string[] | undefined;
}

/** A target and what is claimed of its calls besides what is claimed of all. */
export interface ClaimedTarget {
  readonly target: CallTarget;
  readonly claims: Claims;
  readonly hasFaults: boolean;
}

/** A finding with the run that shows it. */
export interface ProvenCall {
  readonly finding: Finding;
  readonly trace: Trace;
  readonly failure: Failure;
}

/** Calls a target as often as its budget allows and proves what fails. */
export async function scanTarget(
  { target, claims, hasFaults }: ClaimedTarget,
  court: Court,
  budget: TargetBudget,
): Promise<TargetOutcome> {
  const startMs = performance.now();
  const about = aboutOf(target);
  if (target.blocked !== undefined) return blockedTarget(target, target.blocked);
  let hunted: Hunted;
  try {
    hunted = await hunt(court, budget);
  } catch (thrown) {
    if (!(thrown instanceof GauntletError)) throw thrown;
    const unloaded = { why: thrown.what, help: thrown.help ?? "" };
    return { ...blockedTarget(target, unloaded), unloaded };
  }
  const { proven, artifacts } = await proveAll({ target, claims, hasFaults }, hunted, {
    court,
    budget,
  });
  const findings = proven.map(({ finding }) => finding);
  const scanned = {
    ...about,
    runs: hunted.runs,
    seconds: (performance.now() - startMs) / 1_000,
    blocks: hunted.blocks,
    findings: findings.map(({ id }) => id),
    expected: expectedIn(hunted.tally),
    uncontrolled: hunted.uncontrolled,
  };
  const uncalled = findings.length === 0 ? neverMade(target, hunted.tally) : undefined;
  if (uncalled !== undefined) return blockedTarget(target, uncalled);
  const evidence = hasFaults ? evidenceOf(hunted.tally, hunted.loaded.declared) : undefined;
  const notes = [...uncalledNotes(target, hunted.tally), ...unexercised(target, claims, hunted)];
  return { scanned, findings, proven, artifacts, evidence, notes };
}

/** What several passes over one target brought, together. */
export function joinedOutcome(outcomes: readonly TargetOutcome[]): TargetOutcome {
  const [first, ...rest] = outcomes;
  assert(first !== undefined, "a target has at least one pass");
  // What several passes show is told by the first of them: the plain calls need least.
  const proven = firstOfEach(outcomes.flatMap((outcome) => outcome.proven));
  const findings = proven.map(({ finding }) => finding);
  return {
    ...first,
    findings,
    proven,
    artifacts: outcomes.flatMap(({ artifacts }) => artifacts),
    evidence: outcomes.map(({ evidence }) => evidence).find((one) => one !== undefined),
    notes: [...new Set([...outcomes.flatMap(({ notes = [] }) => notes), ...rest.flatMap(skipped)])],
    scanned: {
      ...first.scanned,
      runs: outcomes.reduce((sum, { scanned }) => sum + scanned.runs, 0),
      seconds: outcomes.reduce((sum, { scanned }) => sum + scanned.seconds, 0),
      findings: findings.map(({ id }) => id),
    },
  };
}

function firstOfEach(proven: readonly ProvenCall[]): readonly ProvenCall[] {
  const byId = new Map<string, ProvenCall>();
  for (const one of proven) if (!byId.has(one.finding.id)) byId.set(one.finding.id, one);
  return [...byId.values()];
}

function skipped({ unloaded, scanned }: TargetOutcome): readonly string[] {
  return unloaded === undefined
    ? []
    : [`${scanned.module}:${scanned.name} was not called in every way: ${unloaded.why}`];
}

/** A target that is not called. */
export function blockedTarget(
  target: CallTarget,
  blocked: NonNullable<ScannedTarget["blocked"]>,
): TargetOutcome {
  return { scanned: { ...aboutOf(target), blocked }, findings: [], proven: [], artifacts: [] };
}

/** Proves what failed, each claim once, and says what it is worth. */
export async function proveAll(
  { target, claims }: ClaimedTarget,
  hunted: Hunted,
  { court, budget }: { readonly court: Court; readonly budget: TargetBudget },
): Promise<Pick<TargetOutcome, "proven" | "artifacts">> {
  const { requiresReplay } = budget;
  const proven: ProvenCall[] = [];
  const artifacts: string[] = [];
  const suspects = onePerProperty(hunted.suspects).slice(0, provenMax);
  const settings = {
    ...court.settings,
    shrinkMs: budget.shrinkMsMax / Math.max(1, suspects.length),
  };
  for (const suspect of suspects) {
    const proof = await surely(await proveSuspect(suspect, { ...court, settings }), court);
    // What ends when it is given time was slow, or the machine was: there is nothing to tell.
    if (suspect.failure.kind === "timeout" && !proof.isConfirmed) continue;
    const context = { loaded: hunted.loaded, settings: court.settings };
    const { finding, trace } = provenFinding(suspect, proof, context);
    const decisions = decodeDecisions(proof.recorded.decisions);
    const evidence = judgeEvidence({ finding, target, decisions, claims, requiresReplay });
    const told = { ...finding, evidence };
    artifacts.push(...(await storeFinding(court.target.projectRoot, { finding: told, trace })));
    proven.push({ finding: told, trace, failure: proof.recorded.failure ?? suspect.failure });
  }
  return { proven, artifacts };
}

// --- inside ---

/** So many different failures of one target are proven; the rest are counted by the report. */
const provenMax = 5;

function aboutOf(target: CallTarget): ScannedTarget {
  return {
    name: target.name,
    module: target.module,
    line: target.calls[0]?.place.line ?? 0,
    runs: 0,
    seconds: 0,
    blocks: { total: 0, reached: 0 },
    findings: [],
    expected: [],
    isWeak: target.isWeak,
    uncontrolled: [],
  };
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
async function surely(proof: Proof, court: Court): Promise<Proof> {
  const { recorded } = proof;
  if (recorded.failure?.kind !== "timeout" || !proof.isConfirmed) return proof;
  const limits = { ...court.settings.limits, runTimeoutMs: sureMs };
  const following = { how: "strict", decisions: recorded.decisions } as const;
  const patient = { ...court, settings: { ...court.settings, limits } };
  const again = await recordFresh(following, patient);
  return { ...proof, isConfirmed: again.recorded.failure?.kind === "timeout" };
}

/** A call that gives no sign of life for so long does not end. */
const sureMs = 6_000;

/** Claims that somebody wrote down and that no call was put to the test by. */
function unexercised({ module }: CallTarget, claims: Claims, { tally }: Hunted): readonly string[] {
  return [...claims].flatMap(([claim, source]) => {
    const { held = 0, broken = 0 } = tally.properties.get(claim) ?? {};
    return source === "configured" && held + broken === 0
      ? [`\`${claim}\` was not exercised in ${module}: nothing of the call fits it`]
      : [];
  });
}

function expectedIn(tally: Tally): readonly ExpectedThrow[] {
  return [...tally.refusals.values()]
    .filter(({ kind }) => kind === "expected")
    .map(({ operation, why, count }) => ({ call: operation, why, count }));
}
