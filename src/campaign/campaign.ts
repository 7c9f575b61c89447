import { type FailureIdentity, identify } from "../kernel/failure/identity.ts";
import { decodeDecisions } from "../kernel/trace/decode-decisions.ts";
import { Interrupted } from "../runner/process/end-signal.ts";
import { failureOfEnd } from "./proof/judge-ended.ts";
import { projectPaths } from "../runner/worker/project-paths.ts";
import type { Explored, Loaded } from "../runner/protocol/protocol.ts";
import type { Court } from "./proof/record-fresh.ts";
import { campaignStart } from "./settings.ts";
import { makeStrategy, type StrategyStart } from "../search/strategies/make-strategy.ts";
import type { Exhaustion } from "../search/strategy.ts";
import { type SubjectWorker, WorkerEnded } from "../runner/process/subject-worker.ts";
import { Chronicle } from "./campaign-log.ts";
import { Deaths } from "./worker-crashes.ts";
import type { HuntBegin, HuntBudget, Hunted } from "./campaign-outcome.ts";
import type { Lane, LaneListener, Place, StretchOrder } from "./worker-slot.ts";
import { Lanes } from "./worker-slots.ts";
import { isPassing, startWorker } from "./start-worker.ts";
import { timedStretch } from "./timed-stretch.ts";

const againMsMin = 1_000; // to look for the run that killed a process

/** Runs a campaign over processes that may die, and keeps what each of them saw. */
export async function hunt(court: Court, budget: HuntBudget): Promise<Hunted> {
  const hunting = new Hunting(court, budget);
  try {
    await hunting.run();
    return hunting.result();
  } finally {
    await hunting.stop();
  }
}

// --- inside ---

class Hunting {
  readonly #court: Court;
  readonly #budget: HuntBudget;
  readonly #lanes: Lanes;
  /** From when time counts: loading a large project must not use up a short budget. */
  #startMs: number | undefined;
  readonly #seen = new Chronicle((suspect) => this.#budget.onFound?.(suspect, this.#seconds()));
  #loaded: Loaded | undefined;
  readonly #deaths = new Deaths();
  #impureRun: number | undefined;
  #exhaustion: Exhaustion | undefined;
  #endedEarly: string | undefined;
  readonly #notes: string[] = [];
  #begin: HuntBegin | undefined;

  constructor(court: Court, budget: HuntBudget) {
    this.#court = court;
    this.#budget = budget;
    this.#lanes = new Lanes(court.settings, budget.runsMax);
  }

  async run(): Promise<void> {
    const { signal } = this.#budget;
    const stop = (): void => void this.stop();
    signal?.addEventListener("abort", stop, { once: true });
    try {
      await this.#load();
      await Promise.all(this.#lanes.all.map((lane) => this.#search(lane).catch(this.#giveUp)));
    } finally {
      // One signal may see many hunts.
      signal?.removeEventListener("abort", stop);
    }
  }

  result(): Hunted {
    const loaded = this.#loaded ?? this.#budget.loaded;
    if (loaded === undefined) throw new Error("a hunt that never loaded its subject");
    const places = this.#lanes.all.map(({ place }) => place);
    return {
      ...this.#seen.told(),
      loaded,
      runs: this.#lanes.runs,
      seconds: this.#seconds(),
      endedEarly: this.#endedEarly,
      notes: [...this.#notes, ...this.#deaths.notes, ...this.#seen.notes],
      impureRun: this.#impureRun,
      exhaustion: this.#exhaustion,
      states: places.map(({ state }) => state).filter((state) => state !== undefined),
      places,
    };
  }

  async stop(): Promise<void> {
    await this.#lanes.stop(this.#court.pool);
  }

  /** Time counts when all processes are there: else the last one would have less of it. */
  async #load(): Promise<void> {
    const loads = await Promise.allSettled(this.#lanes.all.map((lane) => this.#living(lane)));
    const isKnown = (this.#loaded ?? this.#budget.loaded) !== undefined;
    for (const load of loads) {
      // What kills a process may spare the others, and the search tries again.
      if (load.status === "fulfilled" || (isKnown && isPassing(load.reason))) continue;
      throw load.reason;
    }
    this.#startMs = performance.now();
  }

  /** What cannot be started or looked into ends the search; what was found is kept. */
  readonly #giveUp = (thrown: unknown): void => {
    if (!isPassing(thrown)) throw thrown;
    this.#endedEarly ??= thrown instanceof Interrupted ? "interrupted" : thrown.what;
  };

  async #search(lane: Lane): Promise<void> {
    while (this.#isOn() && this.#lanes.shareOf(lane) > 0) {
      try {
        this.#take(lane, await this.#stretch(lane));
        this.#deaths.survive();
      } catch (thrown) {
        if (!(thrown instanceof WorkerEnded)) throw thrown;
        if (this.#isInterrupted) this.#forget(lane);
        else if (this.#leftMs() <= 0 && thrown.exit.kind === "timeout") this.#cut(lane);
        else await this.#bury(lane, thrown);
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
    return this.#lanes.runs < this.#budget.runsMax && this.#leftMs() > 0 && !this.#hasSettled();
  }

  get #isInterrupted(): boolean {
    return this.#budget.signal?.aborted === true;
  }

  /** Whether nothing new was reached for so long that the user does not want to wait longer. */
  #hasSettled(): boolean {
    const { patienceRuns } = this.#court.settings;
    const since = this.#lanes.runs - this.#seen.newsAtRun;
    if (patienceRuns === undefined || since < patienceRuns) return false;
    const note = `stopped after ${patienceRuns} runs without anything new ([explorer] patience)`;
    if (!this.#notes.includes(note)) this.#notes.push(note);
    return true;
  }

  #seconds(): number {
    return this.#startMs === undefined ? 0 : (performance.now() - this.#startMs) / 1_000;
  }

  #leftMs(): number {
    const startMs = this.#startMs ?? performance.now();
    const ownMs = this.#budget.timeMsMax - (performance.now() - startMs);
    return Math.min(ownMs, this.#budget.leftMs?.() ?? ownMs);
  }

  async #stretch(lane: Lane, changes: Partial<StretchOrder> = {}): Promise<Explored> {
    const worker = await this.#living(lane);
    const order = {
      start: this.#start(),
      runsMax: Math.min(this.#lanes.stretchOf(lane), this.#deaths.stretchRunsMax),
      timeMsMax: Math.min(this.#leftMs(), this.#lanes.stretchMs),
      // Once a process has died, each run is marked: the next death then names its run at once.
      marksEachRun: this.#deaths.hasAny,
      ...changes,
    };
    const { settings } = this.#court;
    const timed = { worker, order, settings, leftMs: this.#leftMs() };
    return timedStretch(lane, timed, this.#listener);
  }

  /** The time was over and a run was not: whether it would ever have ended is not known. */
  #cut(lane: Lane): void {
    this.#forget(lane);
    this.#endedEarly ??= `the time was over before run ${lane.place.run} gave a sign of life`;
  }

  readonly #listener: LaneListener = {
    onProgress: () => this.#sayProgress(),
    onSighting: (sighting) => this.#seen.see(sighting, this.#lanes.runsSoFar),
    onCheckpoint: (from, decisions) => {
      this.#seen.newsAtRun = this.#lanes.runsSoFar;
      this.#lanes.share(from, decisions);
    },
    onList: (list) => this.#budget.onList?.(list),
  };

  async #living(lane: Lane): Promise<SubjectWorker> {
    if (lane.worker !== undefined) return lane.worker;
    const worker = await startWorker(this.#court, this.#budget);
    lane.worker = worker;
    if (this.#loaded === undefined) this.#budget.onLoaded?.(worker.loaded);
    this.#loaded ??= worker.loaded;
    this.#begin ??= this.#budget.begin?.(worker.loaded, this.#lanes.all.length);
    const { places = [], seeds = [] } = this.#begin ?? {};
    lane.begin(places[lane.number] ?? lane.place, seeds);
    return worker;
  }

  #take(lane: Lane, explored: Explored): void {
    lane.runs += explored.runs;
    lane.inHand = 0;
    lane.place.run = explored.nextRun;
    lane.progress = undefined;
    // No other run may happen in that process: the next one gets a process of its own.
    if (explored.isSpoiled) void lane.replace();
    this.#impureRun ??= explored.impureRun;
    this.#exhaustion = explored.exhaustion;
    this.#seen.take(explored, this.#lanes.runsSoFar);
    this.#sayProgress();
  }

  /**
   * A process died. Runs are repeatable, so what the run did it does again, in a process of its own
   * that is told every decision; what does not happen again was not the run's doing.
   */
  async #bury(lane: Lane, ended: WorkerEnded): Promise<void> {
    const before = lane.runs;
    this.#forget(lane);
    const isKnown = this.#isKnown(lane, ended);
    this.#deaths.add({ isNextRun: lane.runs === before, isKnown });
    const { run } = lane.place;
    // One that is known costs a process and perhaps a time limit, and would tell nothing new.
    const guilty = isKnown ? ended : await this.#again(lane);
    if (this.#isInterrupted) return;
    if (guilty === undefined) this.#deaths.acquit(ended.exit, run);
    else {
      const { place } = lane;
      this.#accuse(place.run, guilty);
      lane.place = { run: lane.after(place.run), state: this.#without(lane, place) };
      lane.runs = lane.runsUntil(lane.place.run);
    }
    this.#endedEarly ??= this.#deaths.tooMany;
  }

  /** Looks for the run that kills: from the last mark on, then that run alone. */
  async #again(lane: Lane): Promise<WorkerEnded | undefined> {
    const timeMsMax = Math.max(this.#leftMs(), againMsMin);
    const orders = [
      ...(lane.isExact ? [] : [{ timeMsMax, runsMax: this.#lanes.stretchOf(lane) }]),
      { timeMsMax, runsMax: 1, isSpoken: true },
    ];
    let died: WorkerEnded | undefined;
    for (const order of orders) {
      try {
        this.#take(lane, await this.#stretch(lane, { ...order, isRepeat: true }));
        return undefined;
      } catch (thrown) {
        this.#forget(lane);
        if (!(thrown instanceof WorkerEnded)) throw thrown;
        died = thrown;
      }
    }
    return died;
  }

  /** Whether it is clear which run died, and others have died like it. */
  #isKnown(lane: Lane, ended: WorkerEnded): boolean {
    return lane.isExact && this.#seen.suspects.has(this.#identity(ended).key);
  }

  #forget(lane: Lane): void {
    lane.bury();
    lane.runs = lane.runsUntil(lane.place.run);
  }

  #accuse(runIndex: number, ended: WorkerEnded): void {
    const failure = failureOfEnd(ended);
    const { decisions } = ended.heard;
    const identity = this.#identity(ended);
    this.#seen.see(
      { type: "sighting", runIndex, identity, failure, decisions },
      this.#lanes.runsSoFar,
    );
  }

  #identity(ended: WorkerEnded): FailureIdentity {
    return identify(failureOfEnd(ended), projectPaths(this.#court.target.projectRoot));
  }

  /** What the strategy knows once it has heard that its next run killed the process. */
  #without({ seeds }: Lane, { run, state }: Place): Place["state"] {
    const means = { seeds: seeds.map(decodeDecisions) };
    const strategy = makeStrategy({ ...this.#start(), state }, means);
    strategy.lose(run);
    this.#exhaustion = strategy.exhaustion();
    return strategy.state();
  }

  #start(): Omit<StrategyStart, "state"> {
    return campaignStart(this.#court.settings, this.#loaded?.declared);
  }

  #sayProgress(): void {
    const runs = this.#lanes.runsSoFar;
    const seen = this.#seen.progress(this.#lanes.progress, runs);
    this.#budget.onProgress?.({ runs, seconds: this.#seconds(), ...seen });
  }
}
