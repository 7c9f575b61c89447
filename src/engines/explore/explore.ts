import type { CampaignEvent } from "../../kernel/result/campaign-event.ts";
import type { Finding } from "../../kernel/result/finding.ts";
import { gauntletCommand } from "../../kernel/patterns/shell-command.ts";
import { emptyEvidence, type Result } from "../../kernel/result/result.ts";
import { refuseTaken } from "../../store/trace-file.ts";
import type { Suspect } from "../../campaign/proof/prove.ts";
import type { RunTarget } from "../../campaign/proof/record-fresh.ts";
import { controlOf } from "../../campaign/proof/control-of.ts";
import { type CampaignSettings, shrinkMsMax, type SubjectTarget } from "../../campaign/settings.ts";
import { runCampaign } from "../../campaign/campaign.ts";
import type {
  CampaignBudget,
  CampaignNews,
  CampaignOutcome,
} from "../../campaign/campaign-outcome.ts";
import { CampaignMemory } from "./campaign-memory.ts";
import { type EarlyProof, EarlyProofs } from "./early-proofs.ts";
import { Interrupted, watchInterruption } from "../../runner/end-signal.ts";
import { evidenceOf } from "../../campaign/proof/evidence-of.ts";
import { exhaustedCount, exhaustionNotes } from "./exhaustion-notes.ts";
import { knownSuspects } from "./known.ts";
import { placedUses } from "./placed-uses.ts";
import { proveAll } from "./prove-all.ts";
import { recordOne, type RecordTarget } from "./record-one.ts";
import { didRepeat } from "./repeat-sample.ts";
import { sectionOf } from "../../report/section.ts";
import { coverageSection } from "../../report/sections/coverage.ts";
import { searchCoverage } from "./search-coverage.ts";
import { neverRanNotes, nothingJudged, propertyCounts } from "./unjudged.ts";
import { unmetFindings } from "./unmet.ts";

/** What exploring takes. */
export interface ExploreOptions extends Omit<CampaignBudget, "tell"> {
  readonly target: SubjectTarget;
  readonly settings: CampaignSettings;
  /** Where runs are also kept as they first failed, absolute; undefined keeps only small ones. */
  readonly tracesFolder?: string | undefined;
  /** Where failing runs and lists that reached something new are kept for next time, absolute. */
  readonly corpusFolder?: string | undefined;
  /** Whether runs go on where the last campaign stood, instead of only from what it found. */
  readonly resumes?: boolean | undefined;
  /** Whether the search ends with the first failure that is proven. */
  readonly bails?: boolean | undefined;
  /** Is told how far the search is, and each failure that is proven while it goes on. */
  readonly tell?: ((event: CampaignEvent) => void) | undefined;
  /** Where one trace of the campaign is kept besides, whatever came of it. */
  readonly record?: RecordTarget | undefined;
}

/** A campaign that starts again with little time left gets at least so long. */
const againMsMin = 500;

/** Looks for failures of one subject, proves them, makes them small and stores them. */
export async function explore(options: ExploreOptions): Promise<Result> {
  const startMs = watchInterruption(options.signal);
  if (options.record !== undefined) refuseTaken(options.record.file, options.record.collision);
  const runTarget = { target: options.target, settings: options.settings };
  const memory = await openMemory(runTarget, options);
  const { signal, corpusFolder: folder } = options;
  const known = await knownSuspects(runTarget, folder, { timeMsMax: shrinkMsMax / 2, signal });
  const search = { ...options, known: known.suspects, loaded: known.loaded, stopsLoading: true };
  const prepared = await searchAndProve(runTarget, search, memory).catch(orInterrupted);
  if (prepared === undefined) return nothingLoaded(options, startMs);
  const { campaign, judge, notes, early, suspects } = prepared;
  await memory?.close(campaign);
  const searchedMs = performance.now();
  const timeMsMax = shrinkMsMax - known.spentMs; // one budget, and what was known came first
  const repeating = repeatsMeanwhile(campaign, { ...judge, signal });
  const { loaded } = campaign;
  const proven = await proveAll({ ...options, suspects, early, loaded, timeMsMax }, judge);
  const shrinkSeconds = (known.spentMs + performance.now() - searchedMs) / 1_000;
  const findings = [...proven.findings, ...unmetFindings(campaign)];
  const repeats = await repeating;
  const because = signal?.aborted === true ? "interrupted" : reason(campaign, repeats);
  const uncontrolled = await placedUses(campaign, judge);
  const kept = await recordOne({ first: proven.firstTrace, campaign, judge }, options);
  return {
    command: "explore",
    subject: loaded.subject.name,
    verdict: findings.length > 0 ? "broken" : because === "" ? "held" : "unknown",
    because,
    summary: {
      runs: campaign.runs,
      seconds: (performance.now() - startMs) / 1_000,
      seed: options.settings.seed,
      shrinkSeconds,
      wakes: campaign.wakes,
      unknownRuns: campaign.unknownRuns,
      ...(options.settings.guidance === undefined ? {} : reachedCounts(campaign)),
      ...exhaustedCount(campaign),
    },
    findings,
    properties: propertyCounts(campaign),
    evidence: evidenceOf(campaign.tally, loaded.declared),
    sections: [sectionOf(coverageSection, [searchCoverage(campaign, options.settings)])],
    ...controlOf({ ...options.settings, ...campaign, uncontrolled }),
    unwritten: [...proven.unwritten, ...kept.unwritten, ...(memory?.unwritten ?? [])],
    // What did not repeat even then has another cause, and the note would mislead.
    notes: [
      ...known.notes,
      ...(memory?.notes ?? []),
      ...(repeats === undefined ? notes : []),
      ...ownNotes(campaign),
      ...proven.notes,
      ...kept.notes,
      ...exhaustionNotes(campaign),
      ...neverRanNotes(campaign),
    ],
    traces: [...kept.traces, ...findings.flatMap(({ trace }) => trace ?? [])],
    artifacts: [...kept.traces, ...proven.artifacts],
    next: nextCommands(findings, options.target, repeats),
  };
}

/** What a campaign that starts again may spend: what the first one left. */
export function timeMsLeft(
  { timeMsMax }: Pick<CampaignBudget, "timeMsMax">,
  { seconds }: Pick<CampaignOutcome, "seconds">,
): number {
  return Math.max(timeMsMax - seconds * 1_000, againMsMin);
}

// --- inside ---

/** Proofs need nothing of it, and most of both is to start processes. */
function repeatsMeanwhile(
  campaign: CampaignOutcome,
  runTarget: RunTarget,
): Promise<string | undefined> | undefined {
  const repeating = campaign.runs > 0 ? didRepeat(campaign, runTarget) : undefined;
  repeating?.catch(() => {}); // told to whoever waits for it, when nothing of the proofs goes on
  return repeating;
}

/** What the campaign itself has to say, and what was seen while the code was loaded. */
function ownNotes({ notes, loaded }: CampaignOutcome): readonly string[] {
  return [...notes, ...(loaded.idleNotes ?? [])];
}

/** Whoever interrupts while the code is loaded for the first time does not wait for that. */
function orInterrupted(thrown: unknown): undefined {
  if (!(thrown instanceof Interrupted)) throw thrown;
}

function nothingLoaded({ target, settings }: ExploreOptions, startMs: number): Result {
  return {
    command: "explore",
    subject: target.file,
    verdict: "unknown",
    because: "interrupted",
    summary: { runs: 0, seconds: (performance.now() - startMs) / 1_000, seed: settings.seed },
    findings: [],
    properties: [],
    evidence: emptyEvidence,
    notes: ["interrupted while the code was being loaded"],
    artifacts: [],
    next: [],
  };
}

interface PreparedCampaign {
  readonly campaign: CampaignOutcome;
  readonly judge: RunTarget;
  readonly notes: readonly string[];
  /** What was proven while the search went on. */
  readonly early: ReadonlyMap<string, EarlyProof>;
  /** What is to be proven. */
  readonly suspects: readonly Suspect[];
}

/** A campaign whose failures are proven while it goes on. */
async function searchAndProve(
  runTarget: RunTarget,
  options: ExploreOptions & { readonly known: readonly Suspect[] },
  memory: CampaignMemory | undefined,
): Promise<PreparedCampaign> {
  const { known } = options;
  const proofs = new EarlyProofs(runTarget, options);
  for (const suspect of known) proofs.add(suspect);
  const watched = {
    ...options,
    tell: (news: CampaignNews) => {
      if (news.type === "runs") options.tell?.(news);
      else if (news.type === "loaded") proofs.begin(news.loaded);
      else if (news.type === "sighting") proofs.add(news.suspect);
      else memory?.keep(news.list);
    },
    isEnough: () => proofs.isEnough,
  };
  const searching = runFreshCampaign(runTarget, watched, memory);
  await searching.catch(() => {}); // told below, when nothing of the proofs goes on
  const early = await proofs.close();
  const found = await searching;
  const seen = merged(known, found.campaign.suspects);
  const isBailed = proofs.isEnough !== undefined;
  const suspects = isBailed ? seen.filter(({ identity }) => early.has(identity.key)) : seen;
  return { ...found, early, suspects };
}

function reachedCounts({
  edges,
  corpus,
}: CampaignOutcome): Pick<CampaignOutcome, "edges" | "corpus"> {
  return { edges, corpus };
}

async function openMemory(
  runTarget: RunTarget,
  { corpusFolder, resumes = false }: ExploreOptions,
): Promise<CampaignMemory | undefined> {
  if (corpusFolder === undefined) return undefined;
  return CampaignMemory.open(runTarget, { folder: corpusFolder, resumes });
}

/** A failure that is known and was seen again is one failure; what was known is the smaller. */
function merged(known: readonly Suspect[], campaign: readonly Suspect[]): readonly Suspect[] {
  const byKey = new Map(campaign.map((suspect) => [suspect.identity.key, suspect]));
  for (const suspect of known) {
    const again = byKey.get(suspect.identity.key);
    const occurrences = again?.occurrences ?? suspect.occurrences;
    const firstLength = again?.firstLength ?? suspect.firstLength;
    byKey.set(suspect.identity.key, { ...suspect, occurrences, firstLength });
  }
  return [...byKey.values()];
}

/**
 * Searches; when shared modules turn out to keep state, once more with every module fresh, in the
 * time that is left. None of the first runs count, so the second campaign may make as many.
 */
async function runFreshCampaign(
  runTarget: RunTarget,
  options: CampaignBudget,
  memory: CampaignMemory | undefined,
): Promise<{ campaign: CampaignOutcome; judge: RunTarget; notes: string[] }> {
  const budget = memory === undefined ? options : { ...options, begin: memory.begin };
  const campaign = await runKeptCampaign(runTarget, budget, memory);
  if (campaign.impureRun === undefined) return { campaign, judge: runTarget, notes: [] };
  const judge = { ...runTarget, isEverythingFresh: true };
  const note =
    `run ${campaign.impureRun} came out differently with every module fresh: a module that ` +
    "looked stateless keeps state, so all modules are made fresh in each run";
  const timeMsMax = timeMsLeft(budget, campaign);
  return {
    campaign: await runKeptCampaign(judge, { ...budget, timeMsMax }, memory),
    judge,
    notes: [note],
  };
}

/** What was found stays found, even if the campaign itself ends in an error. */
async function runKeptCampaign(
  runTarget: RunTarget,
  budget: CampaignBudget,
  memory: CampaignMemory | undefined,
): Promise<CampaignOutcome> {
  try {
    return await runCampaign(runTarget, budget);
  } finally {
    await memory?.flush();
  }
}

function reason(campaign: CampaignOutcome, repeats: string | undefined): string {
  if (campaign.endedEarly === "interrupted") return campaign.endedEarly;
  if (campaign.runs === 0) return "nothing ran";
  if (campaign.endedEarly !== undefined) return campaign.endedEarly;
  if (campaign.unknownRuns === campaign.runs) return "no run could be judged";
  return repeats ?? nothingJudged(campaign);
}

function nextCommands(
  findings: readonly Finding[],
  target: SubjectTarget,
  repeats: string | undefined,
): readonly string[] {
  if (repeats !== undefined) return [gauntletCommand("doctor", { words: [target.file] })];
  const replay = findings.find((finding) => finding.replay !== undefined)?.replay;
  return replay === undefined ? [] : [replay];
}
