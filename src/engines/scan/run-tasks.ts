import type { ScannedTarget } from "../../kernel/result/scan.ts";
import type { Finding } from "../../kernel/result/finding.ts";
import type { Pass, Task } from "./plan-tasks.ts";
import type { OutcomeCache } from "./outcome-cache.ts";
import type { ClaimedTarget, ProvenCall } from "./prove-calls.ts";
import type { ScanOptions } from "./scan-options.ts";
import type { TargetBudget, TargetOutcome } from "./scan-target.ts";
import { blockedTarget, joinedOutcome, judgeTarget } from "./scan-target.ts";
import { type TargetCampaign, lookAtTarget, scanTarget } from "./scan-target.ts";
import type { ScanTime } from "./scan-time.ts";
import { byValue } from "./seams-of.ts";
import type { TaskQueue } from "./task-queue.ts";
import { withLevels, withoutSuspects } from "./outcome-levels.ts";

/** A target that was called, with what that brought. */
export interface TaskOutcome {
  readonly task: Task;
  readonly outcome: TargetOutcome;
}

/** What running targets takes. */
export interface TaskRunParts {
  readonly queue: TaskQueue;
  readonly options: ScanOptions;
  readonly time: ScanTime;
  readonly kept: OutcomeCache;
}

/**
 * Calls targets, several at once, until all are done or the time is over: first all of them a few
 * times, as soon as they are known, then each as often and in all ways as is wanted, those first
 * that showed most. A target that no call was made of in time is not among what is done.
 */
export async function runTasks(parts: TaskRunParts): Promise<readonly TaskOutcome[]> {
  const run = new TaskRun(parts);
  const count = Math.max(1, parts.options.concurrency);
  await Promise.all(Array.from({ length: count }, (_, slot) => run.work(slot)));
  return run.finish();
}

// --- inside ---

/** A pass gets at most so long. */
const passMsMax = 10_000;
/** Where there is not time enough for all, each still gets so long. */
const passMsMin = 500;
/** Making the findings of one pass small may take so long. */
const shrinkMsMax = 10_000;
/** Calls in the first pass over all targets: most of what chance finds, it finds with so many. */
const lookRuns = 40;
const lookMsMax = 1_500;
/** With no more targets than this there is nothing to gain from a first pass. */
const lookFrom = 8;
/** So many targets with a failure are proven at once, the others after the first pass. */
const earlyProofsMax = 2;

type Job = () => Promise<void>;

function claimedOf({ target, policy }: Task, { claims, hasFaults }: Pass): ClaimedTarget {
  return { target, claims, confirmed: policy.confirmedProperties, hasFaults };
}

class TaskRun {
  readonly #queue: TaskQueue;
  readonly #options: ScanOptions;
  readonly #time: ScanTime;
  readonly #kept: OutcomeCache;
  readonly #looks = new Map<Task, TargetCampaign>();
  readonly #unproven: Task[] = [];
  readonly #proven = new Map<Task, TargetOutcome>();
  readonly #done = new Map<Task, TargetOutcome>();
  readonly #looking = new Set<Task>();
  readonly #taken = new Set<Task>();
  readonly #unloaded = new Map<string, NonNullable<ScannedTarget["blocked"]>>();
  readonly #loadable = new Set<string>();
  #looked = 0;
  #proofs = 0;

  constructor({ queue, options, time, kept }: TaskRunParts) {
    this.#queue = queue;
    this.#options = options;
    this.#time = time;
    this.#kept = kept;
  }

  /** Does one job after the other; the first slot is there for what becomes known. */
  async work(slot: number): Promise<void> {
    while (!this.#options.signal.aborted && !this.#time.isOver) {
      const job = this.#look() ?? (this.#mayDeepen(slot) ? this.#deepen() : undefined);
      if (job !== undefined) await job();
      else if (this.#queue.isClosed) return;
      else await this.#queue.changed;
      this.#tellProgress();
    }
  }

  /**
   * What was only looked at is told as that. What failed and is unproven gets what time is left to
   * prove, and is only named where that is over: each would still take a process.
   */
  async finish(): Promise<readonly TaskOutcome[]> {
    const slots = Array.from({ length: Math.max(1, this.#options.concurrency) }, async () => {
      while (this.#time.provingLeftMs() > 0 && !this.#options.signal.aborted) {
        const task = this.#unproven.shift();
        if (task === undefined) return;
        await this.#prove(task);
      }
    });
    await Promise.all(slots);
    for (const [task, look] of this.#looks) {
      if (this.#done.has(task)) continue;
      const known = this.#proven.get(task) ?? (await this.#judged(task, withoutSuspects(look)));
      const notes = [...(known.notes ?? []), ...this.#unprovenNote(task, look)];
      this.#finishTask(task, { ...known, notes, isCut: true });
    }
    return this.#queue.tasks.flatMap((task) => {
      const outcome = this.#done.get(task);
      return outcome === undefined ? [] : [{ task, outcome }];
    });
  }

  #unprovenNote(task: Task, look: TargetCampaign): readonly string[] {
    const [first] = look.kind === "called" ? look.campaign.suspects : [];
    if (first === undefined || this.#proven.has(task)) return [];
    const { module, name } = task.target;
    const [what = ""] = first.failure.message.split("\n");
    return [`${module}:${name} failed and was not proven in time: ${what}`];
  }

  /** The next of the first pass over all targets, or of what that has found. */
  #look(): Job | undefined {
    const { tasks, isClosed } = this.#queue;
    if (tasks.length <= lookFrom) return undefined;
    const isOver = isClosed && this.#looked >= tasks.length;
    if (isOver || this.#proofs < earlyProofsMax) {
      const task = this.#unproven.shift();
      if (task !== undefined) return () => this.#prove(task);
    }
    const task = tasks[this.#looked];
    if (task === undefined) return undefined;
    this.#looked += 1;
    this.#looking.add(task);
    return () => this.#lookAt(task).finally(() => this.#looking.delete(task));
  }

  #mayDeepen(slot: number): boolean {
    if (this.#queue.isClosed) return true;
    return slot > 0 && this.#queue.tasks.length > lookFrom;
  }

  /** The target of which most is to be expected, in all ways and as often as is wanted. */
  #deepen(): Job | undefined {
    const { tasks, isClosed } = this.#queue;
    const isReady = (task: Task): boolean =>
      (isClosed || this.#looks.has(task)) && !this.#looking.has(task);
    const isOpen = (task: Task): boolean => !this.#taken.has(task) && !this.#done.has(task);
    const left = tasks.filter((task) => isOpen(task) && isReady(task));
    const looked = left.toSorted((a, b) => this.#yieldOf(b) - this.#yieldOf(a));
    const [task] = this.#options.deepens ? byValue(looked) : looked;
    if (task === undefined) return undefined;
    this.#taken.add(task);
    return () => this.#scan(task, left.length);
  }

  /** Blocks that were not reached by the first calls, where these still reached new ones. */
  #yieldOf(task: Task): number {
    const look = this.#looks.get(task);
    if (look?.kind !== "called") return 0;
    const { blocks, newsAtRun, runs } = look.campaign;
    const share = runs === 0 ? 0 : newsAtRun / runs;
    return (blocks.total - blocks.reached) * (1 + share) + share;
  }

  async #lookAt(task: Task): Promise<void> {
    const kept = await this.#keptOutcome(task);
    if (kept !== undefined) return this.#finishTask(task, kept);
    const { target, passes } = task;
    const [{ runTarget, runsMax }] = passes;
    const known = this.#unloaded.get(target.module);
    if (known !== undefined) return this.#finishTask(task, blockedTarget(target, known));
    const budget = this.#budget(task, {
      runsMax: Math.min(runsMax, lookRuns * target.calls.length),
      timeMsMax: lookMsMax,
    });
    const look = await lookAtTarget(claimedOf(task, passes[0]), runTarget, budget);
    if (look.kind === "uncalled") return this.#takeUncalled(task, look.outcome);
    this.#loadable.add(target.module);
    this.#looks.set(task, look);
    if (look.campaign.suspects.length > 0) this.#unproven.push(task);
  }

  #takeUncalled(task: Task, outcome: TargetOutcome): void {
    this.#noteLoading(task, outcome);
    // There was no time to load it: it was not called.
    if (outcome.isCut !== true) this.#finishTask(task, outcome);
  }

  /** A module of which one target could be called can be loaded, whatever became of another. */
  #noteLoading({ target: { module } }: Task, { unloaded, scanned }: TargetOutcome): void {
    if (scanned.runs > 0) this.#loadable.add(module);
    if (unloaded !== undefined && !this.#loadable.has(module)) this.#unloaded.set(module, unloaded);
  }

  async #prove(task: Task): Promise<void> {
    const look = this.#looks.get(task);
    if (look === undefined || this.#done.has(task) || this.#taken.has(task)) return;
    this.#proofs += 1;
    const outcome = await this.#judged(task, look);
    this.#proven.set(task, outcome);
    this.#tellFindings(withLevels(outcome, task.policy).findings);
  }

  #judged(task: Task, look: TargetCampaign): Promise<TargetOutcome> {
    const [pass] = task.passes;
    const { runTarget, runsMax } = pass;
    const budget = this.#budget(task, { runsMax, timeMsMax: lookMsMax, isShared: true });
    return judgeTarget(claimedOf(task, pass), look, { runTarget, budget });
  }

  async #scan(task: Task, leftCount: number): Promise<void> {
    const kept = await this.#keptOutcome(task);
    if (kept !== undefined) return this.#finishTask(task, kept);
    const { target } = task;
    const unloaded = this.#unloaded.get(target.module);
    if (unloaded !== undefined) return this.#finishTask(task, blockedTarget(target, unloaded));
    const outcome = await this.#passes(task, leftCount);
    this.#noteLoading(task, outcome);
    if (outcome.isCut === true && outcome.scanned.runs === 0) return;
    await this.#kept.keep(task, outcome);
    this.#finishTask(task, outcome);
  }

  async #passes(task: Task, leftCount: number): Promise<TargetOutcome> {
    const outcomes: TargetOutcome[] = [];
    const known = this.#proven.get(task)?.proven;
    let isCut = false;
    for (const pass of task.passes) {
      const { runTarget, runsMax } = pass;
      isCut = outcomes.length > 0 && this.#time.isOver;
      if (isCut) break;
      const timeMsMax = this.#shareMs(leftCount);
      const isShared = timeMsMax < passMsMax;
      const budget = this.#budget(task, { runsMax, timeMsMax, isShared, known });
      const outcome = await scanTarget(claimedOf(task, pass), runTarget, budget);
      outcomes.push(outcome);
      if (outcome.scanned.blocked !== undefined || this.#options.signal.aborted) break;
      // What hangs or fills the memory once does so in every way, and each time takes its limits.
      if (outcome.findings.some(({ exitMode }) => exitMode !== undefined)) break;
    }
    const joined = joinedOutcome(outcomes);
    return { ...joined, isCut: isCut || joined.isCut };
  }

  /** Several times what each would have if all took as long: most need far less. */
  #shareMs(leftCount: number): number {
    const { concurrency } = this.#options;
    const fairMs = (this.#time.leftMs() * Math.max(1, concurrency)) / Math.max(1, leftCount);
    return Math.min(passMsMax, Math.max(passMsMin, fairMs * 4));
  }

  #budget(
    { policy }: Task,
    own: Pick<TargetBudget, "runsMax" | "timeMsMax"> &
      Partial<Pick<TargetBudget, "isShared"> & { known: readonly ProvenCall[] | undefined }>,
  ): TargetBudget {
    const { signal } = this.#options;
    const requiresReplay = policy.requireReplayable;
    return { ...own, shrinkMsMax, time: this.#time, signal, requiresReplay };
  }

  async #keptOutcome(task: Task): Promise<TargetOutcome | undefined> {
    const kept = await this.#kept.outcomeOf(task);
    if (kept !== undefined) this.#tellFindings(withLevels(kept, task.policy).findings);
    return kept;
  }

  #finishTask(task: Task, outcome: TargetOutcome): void {
    const told = withLevels(outcome, task.policy);
    this.#done.set(task, told);
    const left = this.#queue.tasks.length - this.#done.size;
    this.#options.onTarget?.(told.scanned, told.findings, left);
  }

  #tellFindings(findings: readonly Finding[]): void {
    const { tell } = this.#options;
    for (const finding of findings) tell?.({ type: "finding", finding, isAtEnd: false });
  }

  #tellProgress(): void {
    const done = this.#done.size;
    this.#options.tell?.({
      type: "targets",
      targets: this.#queue.tasks.length,
      isPlanned: this.#queue.isClosed,
      called: new Set([...this.#looks.keys(), ...this.#done.keys()]).size,
      done,
      leftMs: Math.max(0, this.#time.leftMs()),
    });
  }
}
