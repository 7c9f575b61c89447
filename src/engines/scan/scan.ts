import { existsSync } from "node:fs";
import path from "node:path";
import type { CallTarget } from "../../kernel/subject/call-plan.ts";
import type { Finding } from "../../kernel/result/finding.ts";
import { tiersOf } from "../../world/tiers.ts";
import { emptyEvidence, type Result } from "../../kernel/result/result.ts";
import type { ReliabilityCell, ScannedTarget } from "../../kernel/result/scan.ts";
import { sectionOf } from "../../report/section.ts";
import { scanSection } from "../../report/sections/scan.ts";
import type { SaveOutcome } from "../../store/regressions/index.ts";
import { cacheFolder } from "../../config/files/store-links.ts";
import { saveFindings } from "./save-findings.ts";
import type { ScanOptions } from "./scan-options.ts";
import { OutcomeCache } from "./outcome-cache.ts";
import { planTasks, type ScanPlan, type Task } from "./plan-tasks.ts";
import { type TaskOutcome, runTasks } from "./run-tasks.ts";
import { scanLaws } from "./scan-laws.ts";
import { ScanTime } from "./scan-time.ts";
import { leftFaultsNote, reliabilityOf } from "./seams-of.ts";
import { TaskQueue } from "./task-queue.ts";
import { type TimeOver, timeOverNotes, timeOverReason } from "./time-over.ts";

/** A scan whose targets are known and not yet called. */
export interface PreparedScan {
  readonly targets: readonly CallTarget[];
  /** Of how many files the types were read, and of how many they are known from before. */
  readonly files: ScanPlan["files"];
  /** Calls them; once. */
  run(): Promise<Result>;
}

/** Calls everything that files export, as soon as it is known, and proves and judges what fails. */
export async function scan(options: ScanOptions): Promise<Result> {
  const scanning = new Scanning(options);
  scanning.startAhead();
  return scanning.result(scanning.plan());
}

/** Reads what files export; what it can call is called when it is told to run. */
export async function prepareScan(options: ScanOptions): Promise<PreparedScan> {
  const scanning = new Scanning(options);
  const plan = await scanning.plan();
  const targets = scanning.queue.tasks.map(({ target }) => target);
  return { targets, files: plan.files, run: () => scanning.result(Promise.resolve(plan)) };
}

// --- inside ---

class Scanning {
  readonly #startMs = performance.now();
  readonly #options: ScanOptions;
  readonly #time: ScanTime;
  readonly queue: TaskQueue;

  constructor(options: ScanOptions) {
    this.#options = options;
    this.#time = new ScanTime(options);
    this.queue = new TaskQueue(options.settings.runners.pool(options.concurrency));
  }

  async plan(): Promise<ScanPlan> {
    try {
      const plan = await planTasks(this.#options, this.queue, this.#time);
      const { tasks } = this.queue;
      this.#options.tell?.({
        type: "plan",
        files: plan.files.analysed + plan.files.reused,
        targets: tasks.length,
        blocked: tasks.filter(({ target }) => target.blocked !== undefined).length,
        timeMsMax: this.#options.timeMsMax,
      });
      return plan;
    } finally {
      this.queue.close();
    }
  }

  /** The first call needs a process; where no types are kept, it is there before they are read. */
  startAhead(): void {
    const { projectRoot, settings, files } = this.#options;
    const { isHostAllowed = false, isStrict = true } = settings.run;
    const hasPlans = existsSync(path.join(cacheFolder(projectRoot), "plans"));
    if (files.length === 0 || hasPlans || isHostAllowed || !isStrict) return;
    this.queue.pool.startAhead(projectRoot, settings.limits);
  }

  async result(planning: Promise<ScanPlan>): Promise<Result> {
    const options = this.#options;
    const kept = new OutcomeCache(options);
    const { queue } = this;
    try {
      const running = runTasks({ queue, options, time: this.#time, kept });
      const [plan, done] = await Promise.all([planning, running]);
      return await told({ plan, done, kept, queue }, options, {
        startMs: this.#startMs,
        time: this.#time,
      });
    } finally {
      await queue.pool.close();
    }
  }
}

async function told(
  parts: {
    readonly plan: ScanPlan;
    readonly done: readonly TaskOutcome[];
    readonly kept: OutcomeCache;
    readonly queue: TaskQueue;
  },
  options: ScanOptions,
  { startMs, time }: { readonly startMs: number; readonly time: ScanTime },
): Promise<Result> {
  const { plan, done, kept, queue } = parts;
  const { files, sinks, seams } = plan;
  await queue.pool.close();
  const laws = await scanLaws(heldTasks(done), { ...options, time, kept });
  const outcomes = done.map(({ outcome }) => outcome);
  const findings = [...outcomes.flatMap((outcome) => outcome.findings), ...laws.findings];
  const targets = outcomes.map(({ scanned }) => scanned);
  const saved = options.saves ? await save(done, options) : undefined;
  const artifacts = saved?.artifacts ?? outcomes.flatMap((outcome) => outcome.artifacts);
  const runs = targets.reduce((sum, target) => sum + target.runs, laws.runs);
  const isInterrupted = options.signal.aborted;
  const isUnchanged = options.since !== undefined && options.files.length === 0;
  const over = timeOver(queue.tasks, done, { lawFiles: laws.cutFiles, unread: plan.unread });
  return {
    command: "scan",
    subject: "",
    ...verdictOf(findings, { runs, over, isInterrupted, isUnchanged }),
    summary: {
      runs,
      seconds: (performance.now() - startMs) / 1_000,
      seed: options.settings.seed,
      ...countsOf(targets, over),
    },
    findings: findings.toSorted(byLevel),
    properties: [],
    evidence: emptyEvidence,
    tiers: tiersOf(options.settings.run),
    sections: [
      sectionOf(scanSection, { targets, files, sinks, seams, reliability: reliability(done) }),
    ],
    unwritten: [
      ...outcomes.flatMap(({ unwritten }) => unwritten),
      ...laws.unwritten,
      ...(saved?.unwritten ?? []),
      ...plan.unwritten,
    ],
    notes: [
      ...plan.notes,
      ...keptNote(kept.count),
      ...(isUnchanged ? [`no file to scan differs from ${options.since ?? ""}`] : []),
      ...(isInterrupted ? [] : timeOverNotes(over)),
      ...(options.deepens ? leftNote(done) : []),
      ...outcomes.flatMap(({ notes = [] }) => notes),
      ...(saved?.notes ?? []),
    ],
    artifacts: [...new Set([...artifacts, ...laws.artifacts])],
    next: [],
  };
}

function countsOf(
  targets: readonly ScannedTarget[],
  { unreached, unfinished }: TimeOver,
): Pick<Result["summary"], "targets" | "blocked" | "left" | "unfinished"> {
  return {
    targets: targets.length,
    blocked: targets.filter(({ blocked }) => blocked !== undefined).length,
    left: unreached.length,
    unfinished: unfinished.length,
  };
}

function timeOver(
  tasks: readonly Task[],
  done: readonly TaskOutcome[],
  files: Pick<TimeOver, "lawFiles" | "unread">,
): TimeOver {
  const called = new Set(done.map(({ task }) => task));
  const cut = done.filter(({ outcome: { isCut } }) => isCut === true);
  return {
    unreached: tasks.filter((task) => !called.has(task)).map(({ target }) => target),
    unfinished: cut.map(({ task }) => task.target),
    ...files,
  };
}

function keptNote(count: number): readonly string[] {
  if (count === 0) return [];
  const what = count === 1 ? "1 target is" : `${count} targets are`;
  return [`${what} as in an earlier scan and not called again (--fresh calls all)`];
}

function reliability(done: readonly TaskOutcome[]): readonly ReliabilityCell[] {
  return done.flatMap(({ task: { target, faults }, outcome }) =>
    outcome.scanned.blocked === undefined
      ? [
          ...reliabilityOf(target, faults.tried, outcome.evidence),
          ...reliabilityOf(target, faults.left, undefined),
        ]
      : [],
  );
}

function leftNote(done: readonly TaskOutcome[]): readonly string[] {
  return leftFaultsNote(new Set(done.flatMap(({ task }) => task.faults.left)).size);
}

/** What was called and did not fail: a law that something broken almost has says nothing new. */
function heldTasks(done: readonly TaskOutcome[]): readonly Task[] {
  return done
    .filter(({ outcome: { scanned } }) => scanned.runs > 0 && scanned.findings.length === 0)
    .map(({ task }) => task);
}

/** Keeps what is proven and supported; what is doubtful would be a test of nothing. */
function save(
  done: readonly TaskOutcome[],
  { projectRoot, policies }: ScanOptions,
): Promise<SaveOutcome> {
  const kept = done.map(({ task: { target, passes, policy }, outcome }) => ({
    target,
    entries: passes.map(({ entry }) => entry),
    entryFile: passes[0].runTarget.target.file,
    registries: policies.entryFor(target.module).registries,
    proven: outcome.proven.filter(({ finding }) => finding.evidence?.level === "supported"),
    hasBundles: policy.proofBundles,
  }));
  return saveFindings(projectRoot, kept);
}

function verdictOf(
  findings: readonly Finding[],
  seen: {
    readonly runs: number;
    readonly over: TimeOver;
    readonly isInterrupted: boolean;
    readonly isUnchanged: boolean;
  },
): Pick<Result, "verdict" | "because"> {
  if (findings.some(({ evidence }) => evidence?.level === "supported")) {
    return { verdict: "broken", because: "" };
  }
  if (seen.isInterrupted) return { verdict: "unknown", because: "interrupted" };
  const because = timeOverReason(seen.over);
  if (because !== "") return { verdict: "unknown", because };
  if (seen.isUnchanged) return { verdict: "held", because: "" };
  if (seen.runs === 0) return { verdict: "unknown", because: "nothing could be called" };
  return { verdict: "held", because: "" };
}

/** Supported ones first, in the order of the project. */
function byLevel(a: Finding, b: Finding): number {
  const rank = ({ evidence }: Finding): number => (evidence?.level === "supported" ? 0 : 1);
  return rank(a) - rank(b) || (a.evidence?.target ?? "").localeCompare(b.evidence?.target ?? "");
}
