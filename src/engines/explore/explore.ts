import type { Finding } from "../../kernel/finding.ts";
import type { Result } from "../../kernel/result.ts";
import type { Trace } from "../../kernel/trace.ts";
import { keepInCorpus } from "../../runner/corpus-store.ts";
import { storeFinding } from "../../runner/finding-store.ts";
import { refuseTaken } from "../../runner/trace-file.ts";
import { proveSuspect } from "../../search/prove-suspect.ts";
import { scenarioBeside, writeSmallScenario } from "../../search/write-small-scenario.ts";
import { provenFinding, type Suspect, traceOf } from "../../search/prove.ts";
import { type Court, recordFresh } from "../../search/record-fresh.ts";
import { controlOf } from "../../search/control-of.ts";
import { type CampaignSettings, shrinkMsMax, type SubjectTarget } from "../../search/settings.ts";
import { hunt } from "../../search/campaign/hunt.ts";
import type { HuntBudget, Hunted } from "../../search/campaign/hunted.ts";
import { CampaignMemory } from "./campaign-memory.ts";
import { evidenceOf } from "../../search/evidence-of.ts";
import { exhaustedCount, exhaustionNotes } from "./exhaustion-notes.ts";
import { knownSuspects } from "./known.ts";
import { placedUses } from "./placed-uses.ts";
import { recordOne, type RecordTarget } from "./record-one.ts";
import { didRepeat } from "./repeat-sample.ts";
import { searchCoverage } from "./search-coverage.ts";
import { unmetFindings } from "./unmet.ts";

/** What exploring takes. */
export interface ExploreOptions extends HuntBudget {
  readonly target: SubjectTarget;
  readonly settings: CampaignSettings;
  /** Where runs are also kept as they first failed, absolute; undefined keeps only small ones. */
  readonly tracesFolder?: string | undefined;
  /** Where failing runs and lists that reached something new are kept for next time, absolute. */
  readonly corpusFolder?: string | undefined;
  /** Whether runs go on where the last campaign stood, instead of only from what it found. */
  readonly resumes?: boolean | undefined;
  /** Where one trace of the campaign is kept besides, whatever came of it. */
  readonly record?: RecordTarget | undefined;
}

/** So many different failures are made small; further ones are told as they were seen. */
const provenMax = 10;

/** Looks for failures of one subject, proves them, makes them small and stores them. */
export async function explore(options: ExploreOptions): Promise<Result> {
  const startMs = performance.now();
  if (options.record !== undefined) refuseTaken(options.record.file, options.record.collision);
  const court = { target: options.target, settings: options.settings };
  const memory = await openMemory(court, options);
  const known = await knownSuspects(court, options.corpusFolder);
  const { hunted, judge, notes } = await huntFresh(court, options, memory);
  await memory?.close(hunted);
  const suspects = merged(known.suspects, hunted.suspects);
  const huntedMs = performance.now();
  const proven = await proveAll({ ...hunted, suspects }, judge, options);
  const shrinkSeconds = (performance.now() - huntedMs) / 1_000;
  const unmet = unmetFindings(hunted);
  const findings = [...proven.findings, ...unmet];
  const repeats =
    hunted.runs > 0 && hunted.endedEarly !== "interrupted"
      ? await didRepeat(hunted, judge)
      : undefined;
  const because = reason(hunted, repeats);
  const uncontrolled = await placedUses(hunted, judge);
  const kept = await recordOne({ first: proven.firstTrace, hunted, judge }, options);
  return {
    command: "explore",
    subject: hunted.loaded.subject.name,
    verdict: findings.length > 0 ? "broken" : because === "" ? "held" : "unknown",
    because,
    summary: {
      runs: hunted.runs,
      seconds: (performance.now() - startMs) / 1_000,
      seed: options.settings.seed,
      shrinkSeconds,
      wakes: hunted.wakes,
      unknownRuns: hunted.unknownRuns,
      ...(options.settings.guidance === undefined ? {} : reachedCounts(hunted)),
      ...exhaustedCount(hunted),
    },
    findings,
    properties: [...hunted.tally.properties.values()],
    evidence: evidenceOf(hunted.tally, hunted.loaded.declared),
    coverage: [searchCoverage(hunted, options.settings)],
    ...controlOf({ ...options.settings, ...hunted, uncontrolled }),
    // What did not repeat even then has another cause, and the note would mislead.
    notes: [
      ...known.notes,
      ...(memory?.notes ?? []),
      ...(repeats === undefined ? notes : []),
      ...hunted.notes,
      ...kept.notes,
      ...exhaustionNotes(hunted),
    ],
    traces: [...kept.traces, ...findings.flatMap(({ trace }) => trace ?? [])],
    artifacts: [...kept.traces, ...proven.artifacts],
    next: nextCommands(findings, options.target, repeats),
  };
}

// --- inside ---

function reachedCounts({ edges, corpus }: Hunted): Pick<Hunted, "edges" | "corpus"> {
  return { edges, corpus };
}

async function openMemory(
  court: Court,
  { corpusFolder, resumes = false }: ExploreOptions,
): Promise<CampaignMemory | undefined> {
  if (corpusFolder === undefined) return undefined;
  return CampaignMemory.open(court, { folder: corpusFolder, resumes });
}

/** A failure that is known and was seen again is one failure; what was known is the smaller. */
function merged(known: readonly Suspect[], hunted: readonly Suspect[]): readonly Suspect[] {
  const byKey = new Map(hunted.map((suspect) => [suspect.identity.key, suspect]));
  for (const suspect of known) {
    const again = byKey.get(suspect.identity.key);
    const occurrences = again?.occurrences ?? suspect.occurrences;
    const firstLength = again?.firstLength ?? suspect.firstLength;
    byKey.set(suspect.identity.key, { ...suspect, occurrences, firstLength });
  }
  return [...byKey.values()];
}

/** Hunts; when shared modules turn out to keep state, once more with every module fresh. */
async function huntFresh(
  court: Court,
  options: ExploreOptions,
  memory: CampaignMemory | undefined,
): Promise<{ hunted: Hunted; judge: Court; notes: string[] }> {
  const budget =
    memory === undefined ? options : { ...options, begin: memory.begin, onList: memory.keep };
  const hunted = await huntKept(court, budget, memory);
  if (hunted.impureRun === undefined) return { hunted, judge: court, notes: [] };
  const judge = { ...court, isEverythingFresh: true };
  const note =
    `run ${hunted.impureRun} came out differently with every module fresh: a module that looked ` +
    "stateless keeps state, so all modules are made fresh in each run";
  return { hunted: await huntKept(judge, budget, memory), judge, notes: [note] };
}

/** What was found stays found, even if the hunt itself ends in an error. */
async function huntKept(
  court: Court,
  budget: HuntBudget,
  memory: CampaignMemory | undefined,
): Promise<Hunted> {
  try {
    return await hunt(court, budget);
  } finally {
    await memory?.flush();
  }
}

async function proveAll(
  hunted: Hunted,
  court: Court,
  options: ExploreOptions,
): Promise<{ findings: Finding[]; artifacts: string[]; firstTrace: Trace | undefined }> {
  let firstTrace: Trace | undefined;
  const findings: Finding[] = [];
  const artifacts: string[] = [];
  const context = { loaded: hunted.loaded, settings: court.settings };
  const byRank = hunted.suspects.toSorted((a, b) => a.runIndex - b.runIndex);
  const endMs = performance.now() + shrinkMsMax;
  for (const [rank, suspect] of byRank.entries()) {
    // What is left is shared, so that one slow failure does not leave nothing for the others.
    const shares = Math.max(1, Math.min(byRank.length, provenMax) - rank);
    const shrinkMs = Math.max(0, endMs - performance.now()) / shares;
    const shrinkAttemptsMax = rank < provenMax ? court.settings.shrinkAttemptsMax : 0;
    const settings = { ...court.settings, shrinkAttemptsMax, shrinkMs };
    const proof = await proveSuspect(suspect, { ...court, settings });
    const { finding, trace } = provenFinding(suspect, proof, context);
    const original = await originalTrace(suspect, court, { options, hunted });
    const stored = { finding, trace, original };
    artifacts.push(...(await storeFinding(options.target.projectRoot, stored)));
    const small = await writeSmallScenario(trace, court, scenarioBeside(finding, court));
    if (small !== undefined) artifacts.push(small);
    if (options.corpusFolder !== undefined) {
      await keepInCorpus(options.corpusFolder, finding.identity.key, trace);
    }
    findings.push(finding);
    firstTrace ??= trace;
  }
  return { findings, artifacts, firstTrace };
}

async function originalTrace(
  suspect: Suspect,
  court: Court,
  parts: { readonly options: ExploreOptions; readonly hunted: Hunted },
): Promise<{ trace: ReturnType<typeof traceOf>; folder: string } | undefined> {
  const folder = parts.options.tracesFolder;
  if (folder === undefined) return undefined;
  const following = { how: "strict", decisions: suspect.decisions } as const;
  const { recorded } = await recordFresh(following, court);
  const context = { loaded: parts.hunted.loaded, settings: court.settings };
  return { trace: traceOf(recorded, suspect, context), folder };
}

function reason(hunted: Hunted, repeats: string | undefined): string {
  if (hunted.endedEarly === "interrupted") return hunted.endedEarly;
  if (hunted.runs === 0) return "nothing ran";
  if (hunted.endedEarly !== undefined) return hunted.endedEarly;
  if (hunted.unknownRuns === hunted.runs) return "no run could be judged";
  return repeats ?? "";
}

function nextCommands(
  findings: readonly Finding[],
  target: SubjectTarget,
  repeats: string | undefined,
): readonly string[] {
  if (repeats !== undefined) return [`npx gauntlet doctor ${target.file}`];
  const replay = findings.find((finding) => finding.replay !== undefined)?.replay;
  return replay === undefined ? [] : [replay];
}
