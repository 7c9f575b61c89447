import type { ListEntry } from "./corpus/list-entry.ts";
import type { EncodedDecisions } from "../kernel/trace/decode-decisions.ts";
import { afterChanges, isGuided, type StrategyState } from "../search/strategy.ts";
import type { Explored, Progress, Sighting } from "../runner/protocol/protocol.ts";
import type { StrategyStart } from "../search/strategies/make-strategy.ts";
import type { SubjectWorker } from "../runner/process/subject-worker.ts";
import type { WorkerPool } from "../runner/process/worker-pool.ts";

/** Where a lane stands: before this run, with what its strategy knew then. */
export interface Place {
  run: number;
  state: StrategyState | undefined;
}

/** What one process of a campaign is to do next. */
export interface StretchOrder {
  readonly start: Omit<StrategyStart, "state">;
  readonly runsMax: number;
  readonly timeMsMax: number;
  readonly marksEachRun: boolean;
  /** Runs again what was run before: nothing new is taken in. */
  readonly isRepeat?: boolean;
  /** Says every decision, for a run that may kill its process. */
  readonly isSpoken?: boolean;
}

/** Hears what happens in a lane. */
export interface LaneListener {
  readonly onProgress: (lane: Lane, progress: Progress) => void;
  readonly onSighting: (sighting: Sighting) => void;
  /** Hears of a list that reached something new and is ready to go on from. */
  readonly onCheckpoint: (lane: Lane, decisions: EncodedDecisions) => void;
  /** Hears of every list that was the first to reach a place, worth keeping. */
  readonly onList: (list: FoundList) => void;
}

/** A list that was the first to reach so many places. */
export type FoundList = Pick<ListEntry, "decisions" | "edges" | "ending">;

/**
 * One of the processes of a campaign and where it stands. Lanes take turns in the run indices: of
 * two lanes one has the even runs, so that together they make the runs that one alone would make.
 */
export class Lane {
  readonly number: number;
  readonly #stride: number;
  worker: SubjectWorker | undefined;
  /** Before everything that was not taken yet. */
  place: Place;
  /** Runs of this lane that are over and done. */
  runs = 0;
  /** Runs that it was given and has not reported. */
  inHand = 0;
  /** What the process has said last of the stretch that it is in. */
  progress: Progress | undefined;
  /** Whether the process still has the strategy of the last stretch in memory. */
  #isWarm = false;
  /** Whether `place` is the very run that was on, not one shortly before. */
  isExact = false;
  #hasBegun = false;
  /** From where runs are counted. */
  #origin: number;
  /** Lists of other lanes and campaigns, the ones that the strategy has not run yet last. */
  seeds: readonly EncodedDecisions[] = [];
  readonly #incoming: EncodedDecisions[] = [];

  constructor(number: number, stride: number) {
    this.number = number;
    this.#stride = stride;
    this.#origin = number;
    this.place = { run: number, state: undefined };
  }

  /** Starts from what an earlier campaign has left; only before its first run. */
  begin(place: Place, seeds: readonly EncodedDecisions[]): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    this.place = { ...place };
    this.#origin = place.run;
    this.seeds = seeds;
  }

  /** Runs a stretch in the process that is there; where it got is kept, even if it dies. */
  async stretch(
    worker: SubjectWorker,
    order: StretchOrder,
    listener: LaneListener,
  ): Promise<Explored> {
    const { place } = this;
    const fromRun = place.run;
    this.isExact = order.marksEachRun;
    const fresh = order.isRepeat === true ? [] : this.#takeSeeds();
    const explored = await worker.explore(
      {
        type: "explore",
        ...order.start,
        state: this.#isWarm ? undefined : place.state,
        isContinued: this.#isWarm,
        seeds: this.#isWarm ? fresh : this.seeds,
        fromRun,
        stride: this.#stride,
        runsMax: order.runsMax,
        timeMsMax: order.timeMsMax,
        marksEachRun: order.marksEachRun,
        isSpoken: order.isSpoken,
      },
      {
        onMark: ({ runIndex, changes }) => {
          place.run = runIndex;
          place.state = afterChanges(place.state, changes);
          if (!("kind" in changes) || changes.kind !== "guidedChanges") return;
          for (const { stage, newSlots, decisions } of changes.written) {
            if (stage !== "ready" || newSlots === 0) continue;
            listener.onCheckpoint(this, decisions);
            listener.onList({ decisions, edges: newSlots, ending: "open" });
          }
          for (const { decisions, newSlots } of changes.broken) {
            listener.onList({ decisions, edges: newSlots, ending: "broken" });
          }
        },
        onProgress: (progress) => {
          this.progress = progress;
          listener.onProgress(this, progress);
        },
        onSighting: listener.onSighting,
      },
    );
    this.#isWarm = true;
    return explored;
  }

  /** Takes a list that another lane has found. */
  hand(decisions: EncodedDecisions): void {
    if (this.#incoming.length < incomingMax) this.#incoming.push(decisions);
  }

  /** How many runs lie between the start of the lane and a run index. */
  runsUntil(run: number): number {
    return (run - this.#origin) / this.#stride;
  }

  /** The index of the run after another one of this lane. */
  after(run: number): number {
    return run + this.#stride;
  }

  /** Ends the process; the next run gets another one. */
  async replace(): Promise<void> {
    const { worker } = this;
    this.bury();
    await worker?.stop();
  }

  /** Lets the process go, to the pool where there is one. */
  async release(pool: WorkerPool | undefined): Promise<void> {
    const { worker } = this;
    this.bury();
    await worker?.release(pool);
  }

  /** The process is gone, and with it what it knew. */
  bury(): void {
    this.worker = undefined;
    this.progress = undefined;
    this.inHand = 0;
    this.#isWarm = false;
  }

  /** What has come in, now also behind those that wait; what was run is forgotten. */
  #takeSeeds(): readonly EncodedDecisions[] {
    const fresh = this.#incoming.splice(0);
    const { state } = this.place;
    const left = isGuided(state) ? state.seedsLeft : this.seeds.length;
    this.seeds = [...this.seeds.slice(this.seeds.length - left), ...fresh];
    if (isGuided(state)) this.place.state = { ...state, seedsLeft: this.seeds.length };
    return fresh;
  }
}

// --- inside ---

/** So many lists wait for a lane; what comes beyond is found again or was not worth much. */
const incomingMax = 1_000;
