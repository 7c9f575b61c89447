import type { ListEntry } from "./corpus/list-entry.ts";
import type { EncodedDecisions } from "../kernel/trace/decode-decisions.ts";
import { afterChanges, isGuided, type StrategyState } from "../search/strategy.ts";
import type { StretchResult, Progress, Sighting } from "../runner/protocol/protocol.ts";
import type { StrategyStart } from "../search/strategies/make-strategy.ts";
import type { SubjectRunner } from "../runner/subject-runner.ts";

/** Where a slot stands: before this run, with what its strategy knew then. */
export interface ResumePoint {
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

/** Is told what happens in a slot. */
export interface SlotListener {
  readonly onProgress: (slot: WorkerSlot, progress: Progress) => void;
  readonly onSighting: (sighting: Sighting) => void;
  /** Is told of a list that reached something new and is ready to go on from. */
  readonly onCheckpoint: (slot: WorkerSlot, decisions: EncodedDecisions) => void;
  /** Is told of every list that was the first to reach a place, worth keeping. */
  readonly onList: (list: FoundList) => void;
}

/** A list that was the first to reach so many places. */
export type FoundList = Pick<ListEntry, "decisions" | "edges" | "ending">;

/**
 * One of the processes of a campaign and where it stands. Slots take turns in the run indices: of
 * two slots one has the even runs, so that together they make the runs that one alone would make.
 */
export class WorkerSlot {
  readonly number: number;
  readonly #stride: number;
  worker: SubjectRunner | undefined;
  /** Before everything that was not taken yet. */
  place: ResumePoint;
  /** Runs of this slot that are over and done. */
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
  /** Lists of other slots and campaigns, the ones that the strategy has not run yet last. */
  seeds: readonly EncodedDecisions[] = [];
  readonly #incoming: EncodedDecisions[] = [];

  constructor(number: number, stride: number) {
    this.number = number;
    this.#stride = stride;
    this.#origin = number;
    this.place = { run: number, state: undefined };
  }

  /** Starts from what an earlier campaign has left; only before its first run. */
  begin(place: ResumePoint, seeds: readonly EncodedDecisions[]): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    this.place = { ...place };
    this.#origin = place.run;
    this.seeds = seeds;
  }

  /** Runs a stretch in the process that is there; where it got is kept, even if it dies. */
  async stretch(
    worker: SubjectRunner,
    order: StretchOrder,
    listener: SlotListener,
  ): Promise<StretchResult> {
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

  /** Takes a list that another slot has found. */
  receive(decisions: EncodedDecisions): void {
    if (this.#incoming.length < incomingMax) this.#incoming.push(decisions);
  }

  /** How many runs lie between the start of the slot and a run index. */
  runsUntil(run: number): number {
    return (run - this.#origin) / this.#stride;
  }

  /** The index of the run after another one of this slot. */
  after(run: number): number {
    return run + this.#stride;
  }

  /** Ends the process; the next run gets another one. */
  async replace(): Promise<void> {
    const { worker } = this;
    this.drop();
    await worker?.stop();
  }

  /** Lets the process go, to the pool where there is one. */
  async release(): Promise<void> {
    const { worker } = this;
    this.drop();
    await worker?.release();
  }

  /** The process is gone, and with it what it knew. */
  drop(): void {
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

/** So many lists wait for a slot; what comes beyond is found again or was not worth much. */
const incomingMax = 1_000;
