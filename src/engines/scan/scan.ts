import path from "node:path";
import type { CallTarget } from "../../kernel/call-plan.ts";
import type { Finding } from "../../kernel/finding.ts";
import { emptyEvidence, type Result } from "../../kernel/result.ts";
import type { ScannedTarget } from "../../kernel/scan.ts";
import type { Saved } from "../../runner/keep/index.ts";
import { storeFolder, writeWhole } from "../../runner/finding-store.ts";
import type { Court } from "../../search/record-fresh.ts";
import type { CampaignSettings } from "../../search/settings.ts";
import { WorkerPool } from "../../search/worker-pool.ts";
import type { ScanConfig, ScanSettings, TargetSelector } from "../../subject/config/index.ts";
import { analyseProject, type ProjectTargets } from "../../subject/plans/index.ts";
import { literalsOf } from "../../subject/source/literals.ts";
import { ProjectSource } from "../../subject/source/project-source.ts";
import { applyPolicy } from "../../search/entries/apply-policy.ts";
import { type Entry, entryText } from "../../search/entries/entry-text.ts";
import { selectTargets } from "../../search/entries/select-targets.ts";
import { keepFindings } from "./keep-findings.ts";
import { blockedTarget, scanTarget, type TargetOutcome } from "./scan-target.ts";
import { withoutPrivate } from "./without-private.ts";

/** A file to scan, and what of it where not all of it is meant. */
export interface ScanFile {
  /** Relative to the project root. */
  readonly file: string;
  /** Instead of the `targets` of its policy. */
  readonly targets?: readonly TargetSelector[] | undefined;
}

/** What scanning takes. */
export interface ScanOptions {
  readonly projectRoot: string;
  readonly files: readonly ScanFile[];
  readonly policies: ScanSettings;
  readonly settings: CampaignSettings;
  /** Also what begins with an underscore, whatever the policy says. */
  readonly includePrivate: boolean;
  /** Runs for each call instead of what the policy says. */
  readonly runsMax?: number | undefined;
  readonly timeMsMax: number;
  /** How many targets are called at once. */
  readonly concurrency: number;
  readonly signal: AbortSignal;
  /** Whether findings are kept as tests of the project. */
  readonly saves: boolean;
  /** Hears of each target when it is done. */
  readonly onTarget?: (scanned: ScannedTarget, findings: readonly Finding[], left: number) => void;
}

/** A scan whose targets are known and not yet called. */
export interface PreparedScan {
  readonly targets: readonly CallTarget[];
  /** Calls them; once. */
  run(): Promise<Result>;
}

/** Calls everything that files export, and proves and judges what fails. */
export async function scan(options: ScanOptions): Promise<Result> {
  return (await prepareScan(options)).run();
}

/** Reads what files export; what it can call is called when it is told to run. */
export async function prepareScan(options: ScanOptions): Promise<PreparedScan> {
  const startMs = performance.now();
  const plan = await planTasks(options);
  const targets = plan.tasks.map(({ target }) => target);
  return { targets, run: () => runPlan(plan, options, startMs) };
}

// --- inside ---

interface ScanPlan {
  readonly tasks: readonly Task[];
  readonly files: { readonly analysed: number; readonly reused: number };
}

async function runPlan(
  { tasks, files }: ScanPlan,
  options: ScanOptions,
  startMs: number,
): Promise<Result> {
  const outcomes = await runTasks(tasks, options, startMs);
  const findings = outcomes.flatMap((outcome) => outcome.findings);
  const targets = outcomes.map(({ scanned }) => scanned);
  const saved = options.saves ? await save(outcomes, tasks, options) : undefined;
  const runs = targets.reduce((sum, target) => sum + target.runs, 0);
  const isCut = outcomes.length < tasks.length;
  return {
    command: "scan",
    subject: "",
    ...verdictOf(findings, { runs, isCut, isInterrupted: options.signal.aborted }),
    summary: {
      runs,
      seconds: (performance.now() - startMs) / 1_000,
      seed: options.settings.seed,
      targets: targets.length,
      blocked: targets.filter(({ blocked }) => blocked !== undefined).length,
      left: tasks.length - outcomes.length,
    },
    findings: findings.toSorted(byLevel),
    properties: [],
    evidence: emptyEvidence,
    scan: { targets, files },
    notes: saved?.notes ?? [],
    artifacts: saved?.artifacts ?? outcomes.flatMap(({ artifacts }) => artifacts),
    next: [],
  };
}

interface Task {
  readonly target: CallTarget;
  readonly entry: Entry;
  readonly policy: ScanConfig;
  readonly court: Court;
}

/** A target gets at most so long, unless runs are asked for. */
const targetMsMax = 10_000;
/** Making the findings of one target small may take so long. */
const shrinkMsMax = 10_000;

async function planTasks(options: ScanOptions): Promise<ScanPlan> {
  const { projectRoot, policies, settings } = options;
  const wanted = new Map(options.files.map(({ file, targets }) => [file, targets]));
  const analysis = await analyse(options);
  const tasks: Task[] = [];
  const pool = new WorkerPool(options.concurrency);
  const source = new ProjectSource(projectRoot);
  for (const { module: file, targets } of analysis.files) {
    const policy = policies.entryFor(file);
    const open = targets.flatMap((target) => withoutPrivate(target, options));
    const chosen = selectTargets(open, wanted.get(file) ?? policy.targets);
    const module = source.module(file);
    const literals = module === undefined ? [] : literalsOf(module);
    const entries = chosen.map((target, at) => ({
      exportName: exportNameOf(target, at),
      ...applyPolicy(target, policies, literals),
    }));
    if (entries.length === 0) continue;
    const entryFile = await writeEntries(file, entries, options);
    for (const entry of entries) {
      const subject = { projectRoot, file: entryFile, exportName: entry.exportName };
      const court = { target: subject, settings, pool };
      tasks.push({ target: entry.target, entry, policy, court });
    }
  }
  return { tasks, files: { analysed: analysis.analysedCount, reused: analysis.reusedCount } };
}

/** Reads the types of all files, those with private names apart from the others. */
async function analyse({
  projectRoot,
  files,
  policies,
  ...options
}: ScanOptions): Promise<ProjectTargets> {
  const all = files.map(({ file }) => file);
  const isWhole = (file: string): boolean =>
    options.includePrivate || policies.hasPrivateObjects || policies.entryFor(file).includePrivate;
  const parts = await Promise.all(
    [true, false].map((includePrivate) =>
      analyseProject({
        projectRoot,
        files: all.filter((file) => isWhole(file) === includePrivate),
        includePrivate,
      }),
    ),
  );
  return {
    files: parts.flatMap((part) => part.files),
    analysedCount: parts.reduce((sum, part) => sum + part.analysedCount, 0),
    reusedCount: parts.reduce((sum, part) => sum + part.reusedCount, 0),
  };
}

async function writeEntries(
  file: string,
  entries: readonly Entry[],
  { projectRoot, policies }: ScanOptions,
): Promise<string> {
  const { registries } = policies.entryFor(file);
  const entryFile = `${storeFolder}/scan/${file}.mjs`;
  await writeWhole(path.join(projectRoot, entryFile), entryText(entryFile, entries, registries));
  return entryFile;
}

async function runTasks(
  tasks: readonly Task[],
  options: ScanOptions,
  startMs: number,
): Promise<TargetOutcome[]> {
  const outcomes: TargetOutcome[] = [];
  const pending = [...tasks];
  const leftMs = (): number => options.timeMsMax - (performance.now() - startMs);
  const unloaded = new Map<string, NonNullable<ScannedTarget["blocked"]>>();
  const lane = async (): Promise<void> => {
    for (let task = pending.shift(); task !== undefined; task = pending.shift()) {
      if (options.signal.aborted || leftMs() <= 0) return;
      const { target, policy, court } = task;
      const known = unloaded.get(target.module);
      const outcome =
        known === undefined
          ? await scanTarget(target, court, {
              runsMax: (options.runsMax ?? policy.maxExamples) * target.calls.length,
              timeMsMax: Math.min(targetMsMax, leftMs()),
              shrinkMsMax,
              signal: options.signal,
              requiresReplay: policy.requireReplayable,
            })
          : blockedTarget(target, known);
      if (outcome.unloaded !== undefined) unloaded.set(target.module, outcome.unloaded);
      const told = withLevels(outcome, policy);
      outcomes.push(told);
      options.onTarget?.(told.scanned, told.findings, pending.length);
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.max(1, options.concurrency) }, lane));
  } finally {
    await tasks[0]?.court.pool?.close();
  }
  return outcomes;
}

/** Keeps what is proven and supported; what is doubtful would be a test of nothing. */
function save(
  outcomes: readonly TargetOutcome[],
  tasks: readonly Task[],
  { projectRoot, policies }: ScanOptions,
): Promise<Saved> {
  const taskOf = new Map(tasks.map((task) => [`${task.target.module}:${task.target.name}`, task]));
  const kept = outcomes.flatMap(({ scanned, proven }) => {
    const task = taskOf.get(`${scanned.module}:${scanned.name}`);
    if (task === undefined) return [];
    const { target, entry, court, policy } = task;
    return {
      target,
      entry,
      entryFile: court.target.file,
      registries: policies.entryFor(target.module).registries,
      proven: proven.filter(({ finding }) => finding.evidence?.level === "supported"),
      hasBundles: policy.proofBundles,
    };
  });
  return keepFindings(projectRoot, kept);
}

/** Only what the policy wants to be told. */
function withLevels(outcome: TargetOutcome, { levels }: ScanConfig): TargetOutcome {
  const isTold = ({ evidence }: Finding): boolean =>
    evidence === undefined || levels.includes(evidence.level);
  const { blocked, expected } = outcome.scanned;
  return {
    ...outcome,
    findings: outcome.findings.filter(isTold),
    scanned: {
      ...outcome.scanned,
      blocked: levels.includes("blocked") ? blocked : undefined,
      expected: levels.includes("expected") ? expected : [],
    },
  };
}

function verdictOf(
  findings: readonly Finding[],
  seen: { readonly runs: number; readonly isCut: boolean; readonly isInterrupted: boolean },
): Pick<Result, "verdict" | "because"> {
  if (findings.some(({ evidence }) => evidence?.level === "supported")) {
    return { verdict: "broken", because: "" };
  }
  if (seen.isInterrupted) return { verdict: "unknown", because: "interrupted" };
  if (seen.runs === 0) return { verdict: "unknown", because: "nothing could be called" };
  if (seen.isCut) return { verdict: "unknown", because: "the time was over before all was called" };
  return { verdict: "held", because: "" };
}

/** Supported ones first, in the order of the project. */
function byLevel(a: Finding, b: Finding): number {
  const rank = ({ evidence }: Finding): number => (evidence?.level === "supported" ? 0 : 1);
  return rank(a) - rank(b) || (a.evidence?.target ?? "").localeCompare(b.evidence?.target ?? "");
}

function exportNameOf({ name }: CallTarget, at: number): string {
  const plain = name.replaceAll(/[^A-Za-z0-9_$]/gu, "_");
  return `scan_${String(at)}_${plain}`;
}
