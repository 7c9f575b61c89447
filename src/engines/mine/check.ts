import type { Finding } from "../../kernel/result/finding.ts";
import { emptyEvidence, type Result } from "../../kernel/result/result.ts";
import type { PropertyCount } from "../../kernel/judge/tally.ts";
import type { UnwrittenFile } from "../../kernel/result/unwritten-file.ts";
import { storeFinding } from "../../store/finding-store.ts";
import { runCampaign } from "../../campaign/campaign.ts";
import type { CampaignOutcome } from "../../campaign/campaign-outcome.ts";
import { lawTarget, type LawContext } from "../../campaign/laws/law-target.ts";
import { proveSuspect } from "../../campaign/proof/prove-suspect.ts";
import { provenFinding } from "../../campaign/proof/prove.ts";
import type { RunTarget } from "../../campaign/proof/record-fresh.ts";
import type { CampaignSettings } from "../../campaign/settings.ts";
import type { ScanSettings } from "../../config/index.ts";
import { findCalls, registriesOf, type WantedCalls } from "./find-calls.ts";
import { type Claim, claimsOf } from "./name-claims.ts";

/** What checking a function takes. */
export interface CheckOptions {
  readonly projectRoot: string;
  readonly wanted: WantedCalls;
  /** Names of laws; the usual ones where none is given. */
  readonly laws: readonly string[];
  readonly contracts: readonly string[];
  readonly policies: ScanSettings;
  readonly settings: CampaignSettings;
  /** Runs for each law. */
  readonly runsMax: number;
  readonly timeMsMax: number;
  readonly signal: AbortSignal;
}

/** Holds a function to laws and contracts by name, and proves what breaks them. */
export async function check(options: CheckOptions): Promise<Result> {
  const startMs = performance.now();
  const { projectRoot, policies, settings, wanted, signal } = options;
  const found = await findCalls([wanted], { projectRoot, policies });
  const claims = await claimsOf(found, { ...options, policies });
  const pool = settings.runners.pool(1);
  const registries = registriesOf([wanted], policies);
  const place: LawContext = { projectRoot, settings, registries, pool };
  const checked: Checked[] = [];
  try {
    for (const claim of claims) {
      const leftMs = options.timeMsMax - (performance.now() - startMs);
      if (signal.aborted || leftMs <= 0) break;
      checked.push(await checkClaim(claim, place, { ...options, timeMsMax: leftMs }));
    }
  } finally {
    await pool.close();
  }
  const seconds = (performance.now() - startMs) / 1_000;
  return resultOf(checked, { options, seconds, isCut: checked.length < claims.length });
}

// --- inside ---

interface Checked {
  readonly claim: Claim;
  readonly runs: number;
  readonly properties: readonly Readonly<PropertyCount>[];
  readonly findings: readonly Finding[];
  readonly artifacts: readonly string[];
  /** What could not be written, and why. */
  readonly unwritten: readonly UnwrittenFile[];
}

async function checkClaim(
  claim: Claim,
  place: LawContext,
  { runsMax, timeMsMax, signal }: CheckOptions,
): Promise<Checked> {
  if (claim.judges.length === 0) {
    return { claim, runs: 0, properties: [], findings: [], artifacts: [], unwritten: [] };
  }
  const runTarget = await lawTarget(claim.applied, claim.judges, place);
  const callsCount = claim.applied.target.calls.length;
  const campaign = await runCampaign(runTarget, {
    runsMax: runsMax * callsCount,
    timeMsMax,
    signal,
  });
  const properties = [...campaign.tally.properties.values()];
  return { claim, runs: campaign.runs, properties, ...(await proven(campaign, runTarget)) };
}

/** One proof for each claim: several ways to break one law are one break. */
async function proven(
  campaign: CampaignOutcome,
  runTarget: RunTarget,
): Promise<Pick<Checked, "findings" | "artifacts" | "unwritten">> {
  const findings: Finding[] = [];
  const artifacts: string[] = [];
  const unwritten: UnwrittenFile[] = [];
  const seen = new Set<string>();
  for (const suspect of campaign.suspects.toSorted((a, b) => a.runIndex - b.runIndex)) {
    const { property, key } = suspect.identity;
    const claim = property === "" ? key : property;
    if (seen.has(claim)) continue;
    seen.add(claim);
    const proof = await proveSuspect(suspect, runTarget);
    const context = { loaded: campaign.loaded, settings: runTarget.settings };
    const made = provenFinding(suspect, proof, context);
    const kept = await storeFinding(runTarget.target.projectRoot, made);
    findings.push(kept.finding);
    artifacts.push(...kept.artifacts);
    unwritten.push(...kept.unwritten);
  }
  return { findings, artifacts, unwritten };
}

function resultOf(
  checked: readonly Checked[],
  about: { readonly options: CheckOptions; readonly seconds: number; readonly isCut: boolean },
): Result {
  const { options, seconds, isCut } = about;
  const { file, targets = [] } = options.wanted;
  const findings = checked.flatMap((one) => one.findings);
  const silent = checked.filter(
    (one) => one.findings.length === 0 && !one.claim.isUsual && isSilent(one),
  );
  return {
    command: "check",
    subject: `${file}:${targets.map(({ name }) => name).join(",")}`,
    ...verdictOf(findings, { silent, isCut, isInterrupted: options.signal.aborted }),
    summary: {
      runs: checked.reduce((sum, { runs }) => sum + runs, 0),
      seconds,
      seed: options.settings.seed,
      claims: checked.length,
    },
    findings,
    properties: checked.flatMap(({ properties }) => properties),
    evidence: emptyEvidence,
    unwritten: checked.flatMap(({ unwritten }) => unwritten),
    notes: findings.length === 0 ? [] : silent.map(({ claim }) => notApplicable(claim)),
    artifacts: checked.flatMap((one) => one.artifacts),
    next: [],
  };
}

/** Whether no call said anything about the claim. */
function isSilent({ properties }: Checked): boolean {
  return properties.every(({ held, broken }) => held + broken === 0);
}

function verdictOf(
  findings: readonly Finding[],
  seen: {
    readonly silent: readonly Checked[];
    readonly isCut: boolean;
    readonly isInterrupted: boolean;
  },
): Pick<Result, "verdict" | "because"> {
  if (findings.length > 0) return { verdict: "broken", because: "" };
  if (seen.isInterrupted) return { verdict: "unknown", because: "interrupted" };
  if (seen.isCut)
    return { verdict: "unknown", because: "the time was over before all was checked" };
  const [silent] = seen.silent;
  if (silent !== undefined) return { verdict: "unknown", because: notApplicable(silent.claim) };
  return { verdict: "held", because: "" };
}

function notApplicable({ name, why }: Claim): string {
  return `\`${name}\` is not applicable: ${why ?? "no call says anything about it"}`;
}
