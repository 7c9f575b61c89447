import { loaded } from "../loop/host-watch.ts";
import { type ExecutedRun, executeLoaded } from "./execute-loaded.ts";
import type { Decision } from "../../kernel/decisions/decision.ts";
import type { Failure } from "../../kernel/failure/failure.ts";
import {
  type FailureIdentity,
  identify,
  type ProjectPaths,
} from "../../kernel/failure/identity.ts";
import { SimplestSource } from "../../kernel/decisions/random-source.ts";
import { ReplaySource } from "../../kernel/decisions/replay-source.ts";
import { isBetterStart } from "../../kernel/subject/rule-overlap.ts";
import type { SourceLocation } from "../../kernel/result/finding.ts";
import type { Seed } from "../../kernel/decisions/seed.ts";
import { Tally } from "../../kernel/judge/tally.ts";
import type { Uncontrolled } from "../../kernel/trace/trace.ts";
import type { Execute } from "../loop/drain.ts";
import type { RunOutcome } from "../../world/run-outcome.ts";
import { real } from "../../world/real.ts";
import { isRepeatable } from "./repeat-check.ts";
import type { MadeRun, RunMaker } from "./run-maker.ts";
import { makeStrategy, type StrategyStart } from "../../search/strategies/make-strategy.ts";
import type { Progress } from "../protocol/protocol.ts";
import type { Guidance } from "../../search/guidance/guidance.ts";
import { type Coverage, type HandlerCount, HandlerWatch } from "../../subject/coverage/index.ts";
import type {
  Exhaustion,
  GivenSource,
  Strategy,
  StrategyChanges,
  StrategyState,
} from "../../search/strategy.ts";
import type { StrategyName } from "../../search/strategy-names.ts";
import { UncontrolledUses } from "./uncontrolled-uses.ts";

/** Equal failures of a stretch: how many, and the list that is best to start shrinking from. */
export interface Cluster {
  readonly identity: FailureIdentity;
  occurrences: number;
  decisions: readonly Decision[];
}

/** What exploring needs and whom it tells. */
export interface Exploration {
  readonly maker: RunMaker;
  readonly execute: Execute;
  readonly paths: ProjectPaths;
  /** The user's own lines in a stack. */
  readonly frames?: (stack: string) => readonly SourceLocation[];
  readonly seed: Seed;
  /** Which run comes next; by chance where it is left out. */
  readonly strategy?: StrategyName | undefined;
  /** What the strategy had learned before `fromRun`. */
  readonly state?: StrategyState | undefined;
  /** How the search is guided, by what it counts, from which lists; not at all where left out. */
  readonly guidance?: Guidance | undefined;
  readonly swarm?: StrategyStart["swarm"];
  readonly coverage?: Coverage | undefined;
  readonly seeds?: readonly (readonly Decision[])[];
  readonly fromRun: number;
  /** How far apart the runs are; 1 where it is left out. */
  readonly stride?: number | undefined;
  /** Goes on instead of a new one, with the seeds besides. */
  readonly known?: Strategy | undefined;
  readonly runsMax: number;
  readonly timeMsMax: number;
  readonly onMark: (runIndex: number, changes: StrategyChanges) => void;
  readonly marksEachRun: boolean;
  readonly onProgress: (progress: Omit<Progress, "type">) => void;
  /** Hears of every decision as it is taken. */
  readonly onDecision?: ((decision: Decision) => void) | undefined;
  readonly onSighting: (sighting: {
    readonly runIndex: number;
    readonly identity: FailureIdentity;
    readonly failure: Failure;
    readonly decisions: readonly Decision[];
  }) => void;
}

/** What a stretch of runs gave. */
export interface StretchCounts {
  readonly nextRun: number;
  readonly runs: number;
  readonly wakes: number;
  readonly unknownRuns: number;
  readonly tally: Tally;
  readonly clusters: ReadonlyMap<string, Cluster>;
  readonly impureRun: number | undefined;
  /** How many lists there are to go on from. */
  readonly corpus: number | undefined;
  /** What has decided which runs were made, to go on with. */
  readonly strategy: Strategy;
  /** Handlers, retries and fallbacks of the code that was counted. */
  readonly handlers: readonly Readonly<HandlerCount>[];
  readonly exhaustion: Exhaustion | undefined;
  /** What left the simulated world. */
  readonly uncontrolled: readonly Uncontrolled[];
  /** Names that runs left changed for all later ones, and that were put back after each. */
  readonly changed: readonly string[];
  /** Whether the last run left something that cannot be put back. */
  readonly isSpoiled: boolean;
}

/** Runs go on inside one macrotask for so long; then the process gets a real turn. */
const sliceMsMax = 25;
/** How often the parent hears of progress; it also feeds the watchdog. */
const progressMs = 100;
/** Between two marks; a crash is narrowed down to this much time, then run by run. */
const markMs = 50;
/** So many different failures are kept; further ones are counted as unknown runs. */
const clustersMax = 200;
/** So many names of what runs left changed are kept. */
const changedMax = 100;
/** One run in so many is repeated with every module fresh. */
const repeatEvery = 1_000;

/** Explores until a budget is used up or nothing is left. Must be called from a macrotask. */
export function exploreRuns(exploration: Exploration): Promise<StretchCounts> {
  return new Promise((resolve, reject) => {
    const stretch = new Stretch(exploration);
    const slice = (): void => {
      stretch.slice().then((isOver) => {
        if (isOver) resolve(stretch.finish());
        else real.setImmediate(slice);
      }, reject);
    };
    real.setImmediate(slice);
  });
}

// --- inside ---

class Stretch {
  readonly #exploration: Exploration;
  readonly #strategy: Strategy;
  readonly #tally = new Tally();
  readonly #clusters = new Map<string, Cluster>();
  readonly #uses: UncontrolledUses;
  readonly #startMs = real.performanceNow();
  #markedMs = 0;
  #progressMs = 0;
  #next: number;
  readonly #stride: number;
  #runs = 0;
  #wakes = 0;
  #unknownRuns = 0;
  #impureRun: number | undefined;
  readonly #changed = new Set<string>();
  #isSpoiled = false;
  readonly #handlers: HandlerWatch | undefined;

  constructor(exploration: Exploration) {
    this.#exploration = exploration;
    const { strategy = "random", seed, state, guidance, swarm } = exploration;
    const { coverage, seeds = [] } = exploration;
    const start = { strategy, seed, state, guidance, swarm };
    this.#strategy = exploration.known ?? makeStrategy(start, { coverage, seeds });
    if (exploration.known !== undefined) this.#strategy.adopt?.(seeds);
    this.#stride = exploration.stride ?? 1;
    if (coverage !== undefined) this.#handlers = new HandlerWatch(coverage.map);
    this.#next = exploration.fromRun;
    this.#uses = new UncontrolledUses(exploration.frames ?? (() => []));
  }

  /** Runs for one slice. It is async only for runs that had to take real turns. */
  slice(): Promise<boolean> {
    const sliceEnd = real.performanceNow() + sliceMsMax;
    for (;;) {
      const nowMs = real.performanceNow();
      if (this.#isOver(nowMs)) return Promise.resolve(true);
      if (nowMs > sliceEnd) return Promise.resolve(false);
      this.#sayWhereWeAre(nowMs);
      const runIndex = this.#next;
      const source = this.#strategy.next(runIndex);
      if (source === undefined) return Promise.resolve(true);
      this.#next += this.#stride;
      this.#runs += 1;
      const made = this.#make(source);
      const outcome = this.#exploration.execute(made.request);
      if (outcome instanceof Promise) {
        return outcome.then(async (late) => {
          const run = late.hasLoaded ? await this.#again(made) : { made, outcome: late };
          this.#judge(runIndex, run.made, run.outcome);
          return false;
        });
      }
      this.#judge(runIndex, made, outcome);
      if (runIndex % repeatEvery === 0 && !this.#isSpoiled) return this.#repeat(runIndex, made);
    }
  }

  finish(): StretchCounts {
    this.#exploration.onMark(this.#next, this.#strategy.changes());
    return {
      corpus: this.#strategy.corpusCount,
      nextRun: this.#next,
      runs: this.#runs,
      wakes: this.#wakes,
      unknownRuns: this.#unknownRuns,
      tally: this.#tally,
      clusters: this.#clusters,
      impureRun: this.#impureRun,
      strategy: this.#strategy,
      handlers: this.#handlers?.counts() ?? [],
      exhaustion: this.#strategy.exhaustion(),
      uncontrolled: this.#uses.list(),
      changed: [...this.#changed],
      isSpoiled: this.#isSpoiled,
    };
  }

  #make(source: GivenSource): MadeRun {
    const { wantsLiterals = false } = source;
    return this.#exploration.maker.make({
      source,
      tally: this.#tally,
      keepsLiterals: wantsLiterals,
      onDecision: this.#exploration.onDecision,
    });
  }

  #isOver(nowMs: number): boolean {
    const { runsMax, timeMsMax } = this.#exploration;
    if (this.#impureRun !== undefined || this.#isSpoiled) return true;
    return this.#runs >= runsMax || nowMs - this.#startMs >= timeMsMax;
  }

  #sayWhereWeAre(nowMs: number): void {
    if (this.#exploration.marksEachRun || nowMs - this.#markedMs >= markMs) {
      this.#markedMs = nowMs;
      this.#exploration.onMark(this.#next, this.#strategy.changes());
    }
    if (nowMs - this.#progressMs >= progressMs) {
      this.#progressMs = nowMs;
      this.#exploration.onProgress(this.#progress());
    }
  }

  #progress(): Omit<Progress, "type"> {
    const { coverage } = this.#exploration;
    let steps = 0;
    for (const { count } of this.#tally.operations.values()) steps += count;
    const corpus = this.#strategy.corpusCount;
    const reached = coverage?.map.news();
    return { runs: this.#runs, wakes: this.#wakes, steps, reached, corpus };
  }

  #judge(runIndex: number, { decisions }: MadeRun, outcome: RunOutcome): void {
    this.#wakes += outcome.wakes;
    this.#handlers?.look(outcome.hasFired);
    this.#strategy.learn(decisions.log, outcome);
    if (outcome.escapes.length > 0) this.#uses.add(outcome.escapes);
    for (const name of outcome.changed) {
      if (this.#changed.size < changedMax) this.#changed.add(name);
    }
    this.#isSpoiled ||= outcome.isSpoiled;
    if (outcome.verdict === "unknown") this.#unknownRuns += 1;
    if (outcome.verdict !== "broken" || outcome.failure === undefined) return;
    const identity = identify(outcome.failure, this.#exploration.paths);
    const known = this.#clusters.get(identity.key);
    const list = decisions.log.slice(0, outcome.decisionsCount);
    if (known !== undefined) {
      known.occurrences += 1;
      if (isBetterStart(list, known.decisions)) known.decisions = list;
      return;
    }
    if (this.#clusters.size >= clustersMax) {
      this.#unknownRuns += 1;
      return;
    }
    this.#clusters.set(identity.key, { identity, occurrences: 1, decisions: list });
    const { failure } = outcome;
    this.#exploration.onSighting({ runIndex, identity, failure, decisions: list });
  }

  /** Makes a run once more that waited for Node to load modules: now they are there. */
  async #again({ decisions }: MadeRun): Promise<ExecutedRun> {
    await loaded();
    const { maker, execute } = this.#exploration;
    return executeLoaded(() => {
      const source = new ReplaySource(decisions.log, { atDrift: new SimplestSource() });
      return maker.make({ source, tally: this.#tally });
    }, execute);
  }

  /** Proves, by sampling, that modules taken for stateless are. */
  async #repeat(runIndex: number, { decisions }: MadeRun): Promise<boolean> {
    const { maker, execute, paths } = this.#exploration;
    // With nothing shared there is nothing to prove, and a difference would come from elsewhere.
    if (maker.isEverythingFresh) return false;
    // From the list: a strategy that has learned since would answer otherwise.
    const source = (): ReplaySource =>
      new ReplaySource(decisions.log, { atDrift: new SimplestSource() });
    const onRun = (): void => this.#exploration.onProgress(this.#progress());
    onRun();
    const isPure = await isRepeatable({ maker, execute, paths, source }, onRun);
    if (!isPure) this.#impureRun = runIndex;
    return false;
  }
}
