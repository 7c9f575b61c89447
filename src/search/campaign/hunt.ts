import { availableParallelism } from "node:os";
import { identify } from "../../kernel/identity.ts";
import { decodeDecisions, type EncodedDecisions } from "../decode-decisions.ts";
import { failureOfEnd, recordedEnd } from "../judge-ended.ts";
import { projectPaths } from "../project-paths.ts";
import type { Explored, Loaded } from "../protocol.ts";
import { type Court, recordFresh } from "../record-fresh.ts";
import { campaignStart, loadCommand } from "../settings.ts";
import { makeStrategy, type StrategyStart } from "../strategies/make-strategy.ts";
import type { Exhaustion } from "../strategies/strategy.ts";
import { SubjectWorker, WorkerEnded } from "../subject-worker.ts";
import { Chronicle } from "./chronicle.ts";
import type { HuntBegin, HuntBudget, Hunted } from "./hunted.ts";
import { Lane, type LaneListener, type Place } from "./lane.ts";

/** After so many dead processes with no run between them, something is wrong with all runs. */
const deathsInRowMax = 5;
/** Each death costs a process and its time limit, so not every one of a long campaign is paid. */
const deathsMax = 25;
/** How long processes search on their own before they hear of what others have found. */
const exchangeMs = 500;

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
  readonly #lanes: readonly Lane[];
  /** From when time counts: loading a large project must not use up a short budget. */
  #startMs: number | undefined;
  readonly #seen = new Chronicle((suspect) => this.#budget.onFound?.(suspect, this.#seconds()));
  #loaded: Loaded | undefined;
  #deaths = 0;
  #deathsInRow = 0;
  #impureRun: number | undefined;
  #exhaustion: Exhaustion | undefined;
  #endedEarly: string | undefined;
  readonly #notes: string[] = [];
  #begin: HuntBegin | undefined;

  constructor(court: Court, budget: HuntBudget) {
    this.#court = court;
    this.#budget = budget;
    const { workers = 1, strategy } = court.settings;
    // A search of everything goes one way, so there is nothing to share.
    const asked = strategy === "dfs" ? 1 : workers === 0 ? availableParallelism() : workers;
    const count = Math.max(1, Math.min(asked, budget.runsMax));
    this.#lanes = Array.from({ length: count }, (_, number) => new Lane(number, count));
  }

  async run(): Promise<void> {
    const { signal } = this.#budget;
    const stop = (): void => void this.stop();
    signal?.addEventListener("abort", stop, { once: true });
    try {
      await this.#load();
      await Promise.all(this.#lanes.map((lane) => this.#search(lane)));
    } finally {
      // One signal may see many hunts.
      signal?.removeEventListener("abort", stop);
    }
  }

  result(): Hunted {
    if (this.#loaded === undefined) throw new Error("a hunt that never loaded its subject");
    const places = this.#lanes.map(({ place }) => place);
    return {
      ...this.#seen.told(),
      loaded: this.#loaded,
      runs: this.#runs(),
      endedEarly: this.#endedEarly,
      notes: this.#notes,
      impureRun: this.#impureRun,
      exhaustion: this.#exhaustion,
      states: places.map(({ state }) => state).filter((state) => state !== undefined),
      places,
    };
  }

  async stop(): Promise<void> {
    await Promise.all(
      this.#lanes.map(async (lane) => {
        const { worker } = lane;
        lane.bury();
        await worker?.stop();
      }),
    );
  }

  /** Time counts when all processes are there: else the last one would have less of it. */
  async #load(): Promise<void> {
    const loads = await Promise.allSettled(this.#lanes.map((lane) => this.#living(lane)));
    for (const load of loads) {
      // A process that died is tried again by the search, which knows when to give up.
      if (load.status === "rejected" && !(load.reason instanceof WorkerEnded)) throw load.reason;
    }
    this.#startMs = performance.now();
  }

  async #search(lane: Lane): Promise<void> {
    while (this.#isOn() && this.#shareOf(lane) > 0) {
      try {
        // Once a process has died, each run is marked: the next death then names its run at once.
        this.#take(lane, await this.#stretch(lane, this.#deaths > 0));
      } catch (thrown) {
        if (!(thrown instanceof WorkerEnded)) throw thrown;
        if (this.#budget.signal?.aborted === true) lane.runs = lane.runsUntil(lane.place.run);
        else await this.#bury(lane, thrown);
      }
    }
  }

  #isOn(): boolean {
    if (this.#budget.signal?.aborted === true) {
      this.#endedEarly = "interrupted";
      return false;
    }
    if (this.#endedEarly !== undefined || this.#impureRun !== undefined) return false;
    if (this.#exhaustion?.isOver === true) return false;
    return this.#runs() < this.#budget.runsMax && this.#leftMs() > 0 && !this.#hasSettled();
  }

  /** Whether nothing new was reached for so long that the user does not want to wait longer. */
  #hasSettled(): boolean {
    const { patienceRuns } = this.#court.settings;
    if (patienceRuns === undefined || this.#runs() - this.#seen.newsAtRun < patienceRuns)
      return false;
    const note = `stopped after ${patienceRuns} runs without anything new ([explorer] patience)`;
    if (!this.#notes.includes(note)) this.#notes.push(note);
    return true;
  }

  #runs(): number {
    return this.#lanes.reduce((sum, { runs }) => sum + runs, 0);
  }

  #seconds(): number {
    return this.#startMs === undefined ? 0 : (performance.now() - this.#startMs) / 1_000;
  }

  #leftMs(): number {
    const startMs = this.#startMs ?? performance.now();
    return this.#budget.timeMsMax - (performance.now() - startMs);
  }

  async #stretch(lane: Lane, marksEachRun: boolean): Promise<Explored> {
    const worker = await this.#living(lane);
    const { patienceRuns } = this.#court.settings;
    const isAlone = this.#lanes.length === 1;
    const share = this.#shareOf(lane);
    const order = {
      start: this.#start(),
      runsMax: Math.min(share, patienceRuns ?? share),
      timeMsMax: isAlone ? this.#leftMs() : Math.min(this.#leftMs(), exchangeMs),
      marksEachRun,
    };
    return lane.stretch(worker, order, this.#listener);
  }

  /** Runs that a lane may make without asking again; what others have in hand is not to give. */
  #shareOf(lane: Lane): number {
    const inHand = this.#lanes.reduce((sum, other) => sum + (other === lane ? 0 : other.inHand), 0);
    const left = this.#budget.runsMax - this.#runs() - inHand;
    lane.inHand = Math.ceil(left / this.#lanes.length);
    return lane.inHand;
  }

  readonly #listener: LaneListener = {
    onProgress: () => this.#sayProgress(),
    onSighting: (sighting) => this.#seen.see(sighting, this.#runsSoFar()),
    onCheckpoint: (from, decisions) => this.#share(from, decisions),
    onList: (list) => this.#budget.onList?.(list),
  };

  #share(from: Lane, decisions: EncodedDecisions): void {
    this.#seen.newsAtRun = this.#runsSoFar();
    for (const lane of this.#lanes) if (lane !== from) lane.hand(decisions);
  }

  async #living(lane: Lane): Promise<SubjectWorker> {
    if (lane.worker !== undefined) return lane.worker;
    const { target, settings, isEverythingFresh = false } = this.#court;
    const { guidance: coverage } = settings;
    const command = loadCommand(target, settings, { isEverythingFresh, coverage });
    const worker = await SubjectWorker.start(command, settings.limits);
    lane.worker = worker;
    this.#loaded ??= worker.loaded;
    this.#begin ??= this.#budget.begin?.(worker.loaded, this.#lanes.length);
    const { places = [], seeds = [] } = this.#begin ?? {};
    lane.begin(places[lane.number] ?? lane.place, seeds);
    return worker;
  }

  #take(lane: Lane, explored: Explored): void {
    lane.runs += explored.runs;
    lane.inHand = 0;
    lane.place.run = explored.nextRun;
    lane.progress = undefined;
    this.#impureRun ??= explored.impureRun;
    this.#exhaustion = explored.exhaustion;
    this.#seen.take(explored, this.#runsSoFar());
    this.#sayProgress();
  }

  /**
   * A process died somewhere behind the last mark. Runs are repeatable, so the stretch is run again
   * with a mark before each run, and the run that kills is then recorded decision by decision.
   */
  async #bury(lane: Lane, ended: WorkerEnded): Promise<void> {
    lane.bury();
    const last = { ...lane.place };
    const before = lane.runs;
    lane.runs = lane.runsUntil(last.run);
    this.#deathsInRow = lane.runs === before ? this.#deathsInRow + 1 : 1;
    this.#deaths += 1;
    const guilty = this.#deaths > 1 ? { place: last, ended } : await this.#again(lane);
    if (guilty === undefined) return;
    await this.#accuse(lane, guilty.place, guilty.ended);
    const state = this.#without(lane, guilty.place);
    lane.place = { run: lane.after(guilty.place.run), state };
    lane.runs = lane.runsUntil(lane.place.run);
    if (this.#deaths >= deathsMax || this.#deathsInRow >= deathsInRowMax) {
      this.#endedEarly = `the process died ${this.#deaths} times`;
    }
  }

  async #again(lane: Lane): Promise<{ place: Place; ended: WorkerEnded } | undefined> {
    const { run } = lane.place;
    try {
      this.#take(lane, await this.#stretch(lane, true));
      this.#notes.push(`a process died near run ${run}, and not again when it was repeated`);
      return undefined;
    } catch (thrown) {
      if (!(thrown instanceof WorkerEnded)) throw thrown;
      lane.bury();
      return { place: { ...lane.place }, ended: thrown };
    }
  }

  async #accuse({ seeds }: Lane, place: Place, ended: WorkerEnded): Promise<void> {
    const { target } = this.#court;
    const runIndex = place.run;
    const failure = failureOfEnd(ended);
    const identity = identify(failure, projectPaths(target.projectRoot));
    if (this.#seen.suspects.again(identity.key)) return;
    const following = { how: "strategy", runIndex, seeds, ...this.#start() } as const;
    const { recorded } = await recordFresh({ ...following, state: place.state }, this.#court);
    const { projectRoot } = target;
    const { decisions } =
      recorded.verdict === "broken" ? recorded : recordedEnd(ended, { projectRoot });
    this.#seen.suspects.see({ runIndex, identity, failure, decisions });
  }

  /** What the strategy knows once it has heard that its next run killed the process. */
  #without({ seeds }: Lane, { state }: Place): Place["state"] {
    const means = { seeds: seeds.map(decodeDecisions) };
    const strategy = makeStrategy({ ...this.#start(), state }, means);
    strategy.lose();
    this.#exhaustion = strategy.exhaustion();
    return strategy.state();
  }

  #start(): Omit<StrategyStart, "state"> {
    return campaignStart(this.#court.settings, this.#loaded?.declared);
  }

  #runsSoFar(): number {
    return this.#lanes.reduce((sum, { runs, progress }) => sum + runs + (progress?.runs ?? 0), 0);
  }

  #sayProgress(): void {
    const runs = this.#runsSoFar();
    const now = this.#lanes.flatMap(({ progress }) => progress ?? []);
    this.#budget.onProgress?.({
      runs,
      seconds: this.#seconds(),
      ...this.#seen.progress(now, runs),
    });
  }
}
