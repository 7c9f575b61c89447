import { assert } from "../../kernel/errors/assert.ts";
import type { CallTarget } from "../../kernel/subject/call-plan.ts";
import type { Finding } from "../../kernel/result/finding.ts";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import type { Evidence } from "../../kernel/result/result.ts";
import type { ExpectedThrow, ScannedTarget } from "../../kernel/result/scan.ts";
import type { Tally } from "../../kernel/judge/tally.ts";
import type { UnwrittenFile } from "../../kernel/result/unwritten-file.ts";
import { runCampaign } from "../../campaign/campaign.ts";
import type { CampaignOutcome } from "../../campaign/campaign-outcome.ts";
import { evidenceOf } from "../../campaign/proof/evidence-of.ts";
import type { RunTarget } from "../../campaign/proof/record-fresh.ts";
import { LoadKilled } from "../../runner/worker-ended.ts";
import { loadMsDefault } from "../../runner/subject-runner.ts";
import type { Claims } from "./evidence-level.ts";
import { neverMade, uncalledNotes, withoutValues } from "./never-made.ts";
import {
  type ClaimedTarget,
  type ProofBudget,
  type ProvenCall,
  proveCalls,
} from "./prove-calls.ts";
import type { ScanTime } from "./scan-time.ts";

/** What calling one target takes. */
export interface TargetBudget extends ProofBudget {
  readonly runsMax: number;
  readonly timeMsMax: number;
  readonly signal: AbortSignal;
  /** Whether so much time is less than it would have were there fewer targets. */
  readonly isShared?: boolean | undefined;
  /** What is proven of it already. */
  readonly known?: readonly ProvenCall[] | undefined;
}

/** What calling one target brought. */
export interface TargetOutcome {
  readonly scanned: ScannedTarget;
  readonly findings: readonly Finding[];
  /** The same with what keeping them needs. */
  readonly proven: readonly ProvenCall[];
  readonly artifacts: readonly string[];
  /** What could not be written, and why. */
  readonly unwritten: readonly UnwrittenFile[];
  /** Why nothing of its module can be called: the module itself could not be loaded. */
  readonly unloaded?: ScannedTarget["blocked"];
  /** What met what, of calls around which something went wrong. */
  readonly evidence?: Evidence | undefined;
  /** Passes that could not be made, each with why. */
  readonly notes?: readonly string[] | undefined;
  /** Whether the time of the scan was over before it was called in every way and often enough. */
  readonly isCut?: boolean | undefined;
}

/** What was seen while a target was called, or why it was not. */
export type TargetCampaign =
  | { readonly kind: "uncalled"; readonly outcome: TargetOutcome }
  | { readonly kind: "called"; readonly campaign: CampaignOutcome; readonly seconds: number };

/** Calls a target as often as its budget allows and proves what fails. */
export async function scanTarget(
  claimed: ClaimedTarget,
  runTarget: RunTarget,
  budget: TargetBudget,
): Promise<TargetOutcome> {
  return judgeTarget(claimed, await lookAtTarget(claimed, runTarget, budget), {
    runTarget,
    budget,
  });
}

/** Calls a target as often as its budget allows; what fails is not yet proven. */
export async function lookAtTarget(
  { target }: ClaimedTarget,
  runTarget: RunTarget,
  budget: TargetBudget,
): Promise<TargetCampaign> {
  const startMs = performance.now();
  const { time } = budget;
  const without = (outcome: TargetOutcome): TargetCampaign => ({ kind: "uncalled", outcome });
  if (target.blocked !== undefined) return without(blockedTarget(target, target.blocked));
  try {
    const leftMs = (): number => time.leftMs();
    const campaign = await runCampaign(loadedInTime(runTarget, time), { ...budget, leftMs });
    return { kind: "called", campaign, seconds: (performance.now() - startMs) / 1_000 };
  } catch (thrown) {
    if (!(thrown instanceof GauntletError)) throw thrown;
    if (time.isOver) return without({ ...uncalled(target), isCut: true });
    const unloaded = { why: thrown.what, help: thrown.help ?? "" };
    // Nothing is wrong with the module then: the others of it are called.
    if (thrown instanceof LoadKilled) return without(blockedTarget(target, unloaded));
    if (thrown.code === "S007") {
      return without(blockedTarget(target, withoutValues(target, thrown)));
    }
    return without({ ...blockedTarget(target, unloaded), unloaded });
  }
}

/** Proves what failed while a target was called, and says what all of it came to. */
export async function judgeTarget(
  claimed: ClaimedTarget,
  look: TargetCampaign,
  { runTarget, budget }: { readonly runTarget: RunTarget; readonly budget: TargetBudget },
): Promise<TargetOutcome> {
  if (look.kind === "uncalled") return look.outcome;
  const { target, claims, hasFaults } = claimed;
  const { campaign, seconds } = look;
  const isCut = (budget.time.isOver || budget.isShared === true) && campaign.runs < budget.runsMax;
  const startMs = performance.now();
  const { proven, artifacts, unwritten } = await proveCalls(claimed, campaign, {
    runTarget,
    budget,
  });
  const findings = proven.map(({ finding }) => finding);
  const scanned = {
    ...aboutOf(target),
    runs: campaign.runs,
    seconds: seconds + (performance.now() - startMs) / 1_000,
    blocks: campaign.blocks,
    findings: findings.map(({ id }) => id),
    expected: expectedIn(campaign.tally),
    uncontrolled: campaign.uncontrolled,
  };
  const unmade = findings.length === 0 ? neverMade(target, campaign.tally) : undefined;
  if (unmade !== undefined) return { ...blockedTarget(target, unmade), unwritten };
  const evidence = hasFaults ? evidenceOf(campaign.tally, campaign.loaded.declared) : undefined;
  // What was cut short might have come to it.
  const unmet = isCut ? [] : unexercised(target, claims, campaign);
  const notes = [...uncalledNotes(target, campaign.tally), ...unmet];
  return { scanned, findings, proven, artifacts, unwritten, evidence, notes, isCut };
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
    unwritten: outcomes.flatMap(({ unwritten }) => unwritten),
    isCut: outcomes.some(({ isCut }) => isCut === true),
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
  return { ...uncalled(target), scanned: { ...aboutOf(target), blocked } };
}

// --- inside ---

/** Nobody waits for code to be loaded that there will be no time to call. */
function loadedInTime(runTarget: RunTarget, time: ScanTime): RunTarget {
  const { limits } = runTarget.settings;
  const loadMs = Math.min(limits.loadMs ?? loadMsDefault, Math.max(0, time.leftMs()));
  return { ...runTarget, settings: { ...runTarget.settings, limits: { ...limits, loadMs } } };
}

function uncalled(target: CallTarget): TargetOutcome {
  return { scanned: aboutOf(target), findings: [], proven: [], artifacts: [], unwritten: [] };
}

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

/** Claims that somebody wrote down and that no call was put to the test by. */
function unexercised(
  { module }: CallTarget,
  claims: Claims,
  { tally }: CampaignOutcome,
): readonly string[] {
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
