import { type FailureIdentity, identify } from "../kernel/failure/identity.ts";
import { decodeDecisions } from "../kernel/trace/decode-decisions.ts";
import { Interrupted } from "../runner/end-signal.ts";
import { failureOfEnd } from "./proof/judge-ended.ts";
import { projectPaths } from "../runner/project-paths.ts";
import type { StretchResult, LoadedSubject } from "../runner/protocol/protocol.ts";
import type { RunTarget } from "./proof/record-fresh.ts";
import { strategyStart } from "./settings.ts";
import { makeStrategy, type StrategyStart } from "../search/strategies/make-strategy.ts";
import type { Exhaustion } from "../search/strategy.ts";
import type { SubjectRunner } from "../runner/subject-runner.ts";
import { WorkerEnded } from "../runner/worker-ended.ts";
import { CampaignLog } from "./campaign-log.ts";
import { CampaignTime } from "./campaign-time.ts";
import { WorkerCrashes } from "./worker-crashes.ts";
import type { CampaignBudget, CampaignOutcome, CampaignStart } from "./campaign-outcome.ts";
import type { WorkerSlot, SlotListener, ResumePoint, StretchOrder } from "./worker-slot.ts";
import { WorkerSlots } from "./worker-slots.ts";
import { isSearchEnd, startWorker } from "./start-worker.ts";
import { timedStretch } from "./timed-stretch.ts";

const againMsMin = 1_000; // to look for the run that killed a process

/** Runs a campaign over processes that may die, and keeps what each of them saw. */
export async function runCampaign(
  target: RunTarget,
  budget: CampaignBudget,
): Promise<CampaignOutcome> {
  const campaign = new Campaign(target, budget);
  try {
    await campaign.run();
    return campaign.result();
  } finally {
    await campaign.stop();
  }
}

// --- inside ---

class Campaign {
  readonly #target: RunTarget;
  readonly #budget: CampaignBudget;
  readonly #slots: WorkerSlots;
  readonly #time: CampaignTime;
  readonly #log = new CampaignLog((suspect) =>
    this.#budget.tell?.({ type: "sighting", suspect, seconds: this.#time.seconds }),
  );
  #loaded: LoadedSubject | undefined;
  readonly #crashes = new WorkerCrashes();
  #impureRun: number | undefined;
  #exhaustion: Exhaustion | undefined;
  #endedEarly: string | undefined;
  readonly #notes: string[] = [];
  #begin: CampaignStart | undefined;

  constructor(runTarget: RunTarget, budget: CampaignBudget) {
    this.#target = runTarget;
    this.#budget = budget;
    this.#time = new CampaignTime(budget);
    this.#slots = new WorkerSlots(runTarget.settings, budget.runsMax);
  }

  async run(): Promise<void> {
    const { signal } = this.#budget;
    const stop = (): void => void this.stop();
    signal?.addEventListener("abort", stop, { once: true });
    try {
      await this.#load();
      await Promise.all(this.#slots.all.map((slot) => this.#search(slot).catch(this.#giveUp)));
    } finally {
      // One signal may end many campaigns.
      signal?.removeEventListener("abort", stop);
    }
  }

  result(): CampaignOutcome {
    const loaded = this.#loaded ?? this.#budget.loaded;
    if (loaded === undefined) throw new Error("the campaign never loaded its subject");
    const places = this.#slots.all.map(({ place }) => place);
    return {
      ...this.#log.summary(),
      loaded,
      runs: this.#slots.runs,
      seconds: this.#time.seconds,
      endedEarly: this.#endedEarly,
      notes: [...this.#notes, ...this.#crashes.notes, ...this.#log.notes],
      impureRun: this.#impureRun,
      exhaustion: this.#exhaustion,
      states: places.map(({ state }) => state).filter((state) => state !== undefined),
      places,
    };
  }

  async stop(): Promise<void> {
    await this.#slots.stop();
  }

  /** Time counts when all processes are there: else the last one would have less of it. */
  async #load(): Promise<void> {
    const loads = await Promise.allSettled(this.#slots.all.map((slot) => this.#living(slot)));
    const isKnown = (this.#loaded ?? this.#budget.loaded) !== undefined;
    for (const load of loads) {
      // What kills a process may spare the others, and the search tries again.
      if (load.status === "fulfilled" || (isKnown && isSearchEnd(load.reason))) continue;
      throw load.reason;
    }
    this.#time.begin();
  }

  /** What cannot be started or looked into ends the search; what was found is kept. */
  readonly #giveUp = (thrown: unknown): void => {
    if (!isSearchEnd(thrown)) throw thrown;
    this.#endedEarly ??= thrown instanceof Interrupted ? "interrupted" : thrown.what;
  };

  async #search(slot: WorkerSlot): Promise<void> {
    while (this.#isOn() && this.#slots.shareOf(slot) > 0) {
      try {
        this.#take(slot, await this.#stretch(slot));
        this.#crashes.endStretchWell();
      } catch (thrown) {
        if (!(thrown instanceof WorkerEnded)) throw thrown;
        if (this.#isInterrupted) this.#forget(slot);
        else if (this.#time.leftMs <= 0 && thrown.exit.kind === "timeout") this.#cut(slot);
        else await this.#handleCrash(slot, thrown);
      }
    }
  }

  #isOn(): boolean {
    if (this.#isInterrupted) {
      this.#endedEarly = "interrupted";
      return false;
    }
    this.#endedEarly ??= this.#budget.isEnough?.();
    if (this.#endedEarly !== undefined || this.#impureRun !== undefined) return false;
    if (this.#exhaustion?.isOver === true) return false;
    return this.#slots.runs < this.#budget.runsMax && this.#time.leftMs > 0 && !this.#hasSettled();
  }

  get #isInterrupted(): boolean {
    return this.#budget.signal?.aborted === true;
  }

  /** Whether nothing new was reached for so long that the user does not want to wait longer. */
  #hasSettled(): boolean {
    const { patienceRuns } = this.#target.settings;
    const since = this.#slots.runs - this.#log.newsAtRun;
    if (patienceRuns === undefined || since < patienceRuns) return false;
    const note = `stopped after ${patienceRuns} runs without anything new ([explorer] patience)`;
    if (!this.#notes.includes(note)) this.#notes.push(note);
    return true;
  }

  async #stretch(slot: WorkerSlot, changes: Partial<StretchOrder> = {}): Promise<StretchResult> {
    const worker = await this.#living(slot);
    const order = {
      start: this.#start(),
      runsMax: Math.min(this.#slots.stretchOf(slot), this.#crashes.stretchRunsMax),
      timeMsMax: Math.min(this.#time.leftMs, this.#slots.stretchMs),
      // Once a process has died, each run is marked: the next crash then names its run at once.
      marksEachRun: this.#crashes.hasAny,
      ...changes,
    };
    const { settings } = this.#target;
    const timed = { worker, order, settings, leftMs: this.#time.leftMs };
    return timedStretch(slot, timed, this.#listener);
  }

  /** The time was over and a run was not: whether it would ever have ended is not known. */
  #cut(slot: WorkerSlot): void {
    this.#forget(slot);
    this.#endedEarly ??= `the time was over before run ${slot.place.run} gave a sign of life`;
  }

  readonly #listener: SlotListener = {
    onProgress: () => this.#sayProgress(),
    onSighting: (sighting) => this.#log.see(sighting),
    onCheckpoint: (from, decisions) => this.#slots.share(from, decisions),
    onList: (list) => this.#budget.tell?.({ type: "list", list }),
  };

  async #living(slot: WorkerSlot): Promise<SubjectRunner> {
    if (slot.worker !== undefined) return slot.worker;
    const worker = await startWorker(this.#target, this.#budget);
    slot.worker = worker;
    if (this.#loaded === undefined) this.#budget.tell?.({ type: "loaded", loaded: worker.loaded });
    this.#loaded ??= worker.loaded;
    this.#begin ??= this.#budget.begin?.(worker.loaded, this.#slots.all.length);
    const { places = [], seeds = [] } = this.#begin ?? {};
    slot.begin(places[slot.number] ?? slot.place, seeds);
    return worker;
  }

  #take(slot: WorkerSlot, explored: StretchResult): void {
    slot.runs += explored.runs;
    slot.inHand = 0;
    slot.place.run = explored.nextRun;
    slot.progress = undefined;
    // No other run may happen in that process: the next one gets a process of its own.
    if (explored.isSpoiled) void slot.replace();
    this.#impureRun ??= explored.impureRun;
    this.#exhaustion = explored.exhaustion;
    this.#log.take(explored, this.#slots.runsSoFar);
    this.#sayProgress();
  }

  /**
   * A process died. Runs are repeatable, so what the run did it does again, in a process of its own
   * that is told every decision; what does not happen again was not the run's doing.
   */
  async #handleCrash(slot: WorkerSlot, ended: WorkerEnded): Promise<void> {
    const before = slot.runs;
    this.#forget(slot);
    const isKnown = this.#isKnown(slot, ended);
    this.#crashes.add({ isNextRun: slot.runs === before, isKnown });
    const { run } = slot.place;
    // One that is known costs a process and perhaps a time limit, and would tell nothing new.
    const confirmed = isKnown ? ended : await this.#again(slot);
    if (this.#isInterrupted) return;
    if (confirmed === undefined) this.#crashes.addUnrepeated(ended.exit, run);
    else {
      const { place } = slot;
      this.#addSuspect(place.run, confirmed);
      slot.place = { run: slot.after(place.run), state: this.#without(slot, place) };
      slot.runs = slot.runsUntil(slot.place.run);
    }
    this.#endedEarly ??= this.#crashes.tooMany;
  }

  /** Looks for the run that kills: from the last mark on, then that run alone. */
  async #again(slot: WorkerSlot): Promise<WorkerEnded | undefined> {
    const timeMsMax = Math.max(this.#time.leftMs, againMsMin);
    const orders = [
      ...(slot.isExact ? [] : [{ timeMsMax, runsMax: this.#slots.stretchOf(slot) }]),
      { timeMsMax, runsMax: 1, isSpoken: true },
    ];
    let crash: WorkerEnded | undefined;
    for (const order of orders) {
      try {
        this.#take(slot, await this.#stretch(slot, { ...order, isRepeat: true }));
        return undefined;
      } catch (thrown) {
        this.#forget(slot);
        if (!(thrown instanceof WorkerEnded)) throw thrown;
        crash = thrown;
      }
    }
    return crash;
  }

  /** Whether it is clear which run died, and others have died like it. */
  #isKnown(slot: WorkerSlot, ended: WorkerEnded): boolean {
    return slot.isExact && this.#log.suspects.has(this.#identity(ended).key);
  }

  #forget(slot: WorkerSlot): void {
    slot.drop();
    slot.runs = slot.runsUntil(slot.place.run);
  }

  #addSuspect(runIndex: number, ended: WorkerEnded): void {
    const seen = { failure: failureOfEnd(ended), identity: this.#identity(ended) };
    const { decisions } = ended.lastMessages;
    const sighting = { type: "sighting", runIndex, decisions, ...seen } as const;
    this.#log.see(sighting);
  }

  #identity(ended: WorkerEnded): FailureIdentity {
    return identify(failureOfEnd(ended), projectPaths(this.#target.target.projectRoot));
  }

  /** What the strategy knows once it is told that its next run killed the process. */
  #without({ seeds }: WorkerSlot, { run, state }: ResumePoint): ResumePoint["state"] {
    const means = { seeds: seeds.map(decodeDecisions) };
    const strategy = makeStrategy({ ...this.#start(), state }, means);
    strategy.lose(run);
    this.#exhaustion = strategy.exhaustion();
    return strategy.state();
  }

  #start(): Omit<StrategyStart, "state"> {
    return strategyStart(this.#target.settings, this.#loaded?.declared);
  }

  #sayProgress(): void {
    const { progress, runsSoFar: runs } = this.#slots;
    const seen = this.#log.progress(progress, runs);
    this.#budget.tell?.({ type: "runs", runs, seconds: this.#time.seconds, ...seen });
  }
}
