import { loaded } from "../loop/host-watch.ts";
import { inMacrotask } from "../loop/macrotask.ts";
import { type ExecutedRun, executeLoaded } from "./execute-loaded.ts";
import { identify } from "../../kernel/failure/identity.ts";
import { SimplestSource } from "../../kernel/decisions/random-source.ts";
import { ReplaySource } from "../../kernel/decisions/replay-source.ts";
import { isBetterStart } from "../../kernel/subject/rule-overlap.ts";
import { Tally } from "../../kernel/judge/tally.ts";
import type { RunOutcome } from "../../world/run-outcome.ts";
import { real } from "../../world/real.ts";
import type { Cluster, Exploration, StretchCounts } from "./exploration.ts";
import { isRepeatable } from "./repeat-check.ts";
import type { MadeRun } from "./run-maker.ts";
import { Skimmer } from "./skim.ts";
import type { Skimmed } from "./skim-run.ts";
import { makeStrategy } from "../../search/strategies/make-strategy.ts";
import type { Progress } from "../protocol/protocol.ts";
import { HandlerWatch } from "../../subject/coverage/index.ts";
import type { GivenSource, Strategy } from "../../search/strategy.ts";
import { UncontrolledUses } from "../uncontrolled-uses.ts";

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
      try {
        stretch
          .slice()
          .then((isOver) => {
            if (isOver) resolve(stretch.finish());
            else real.setImmediate(slice);
          })
          .catch(reject);
      } catch (thrown) {
        reject(thrown);
      }
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
  /** After how many of these something new was last reached, kept or found. */
  #newsAfter: number | undefined;
  #wakes = 0;
  #unknownRuns = 0;
  #impureRun: number | undefined;
  readonly #changed = new Set<string>();
  #isSpoiled = false;
  readonly #handlers: HandlerWatch | undefined;
  readonly #skimmer: Skimmer;

  constructor(exploration: Exploration) {
    this.#exploration = exploration;
    const { strategy = "random", seed, state, guidance, swarm, input } = exploration;
    const { coverage, seeds = [] } = exploration;
    const start = { strategy, seed, state, guidance, swarm, input };
    this.#strategy = exploration.known ?? makeStrategy(start, { coverage, seeds });
    if (exploration.known !== undefined) this.#strategy.adopt?.(seeds);
    this.#stride = exploration.stride ?? 1;
    if (coverage !== undefined) this.#handlers = new HandlerWatch(coverage.map);
    this.#next = exploration.fromRun;
    this.#uses = new UncontrolledUses(exploration.frames ?? (() => []));
    this.#skimmer = new Skimmer({ ...exploration, strategy: this.#strategy });
  }

  /** Runs for one slice. It is async only for runs that had to take real turns. */
  slice(): Promise<boolean> {
    const sliceEnd = real.performanceNow() + sliceMsMax;
    for (;;) {
      const nowMs = real.performanceNow();
      if (this.#isOver(nowMs)) return Promise.resolve(true);
      if (nowMs > sliceEnd) return Promise.resolve(false);
      this.#sayWhereWeAre(nowMs);
      const skimmed = this.#skim();
      if (skimmed instanceof Promise) {
        // From a macrotask of its own: inside a microtask a run is not drained.
        return skimmed.then((late) =>
          inMacrotask(() => this.#run(this.#passed(late), late) ?? false),
        );
      }
      const source = skimmed === undefined ? this.#source() : this.#passed(skimmed);
      if (source === undefined && skimmed === undefined) return Promise.resolve(true);
      const running = this.#run(source, skimmed);
      if (running !== undefined) return running;
    }
  }

  finish(): StretchCounts {
    this.#exploration.onMark(this.#next, this.#strategy.changes());
    return {
      corpus: this.#strategy.corpusCount,
      nextRun: this.#next,
      runs: this.#runs,
      sinceNews: this.#sinceNews,
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

  #source(): GivenSource | undefined {
    return this.#strategy.next(this.#next);
  }

  /** Tries inputs without a run for each, up to one that needs a whole run. */
  #skim(): Skimmed | Promise<Skimmed> | undefined {
    if (!this.#skimmer.isPossible) return undefined;
    const { marksEachRun, runsMax } = this.#exploration;
    return this.#skimmer.skim({
      from: this.#next,
      stride: this.#stride,
      runsMax: marksEachRun ? 1 : runsMax - this.#runs,
      onBeat: (next, passed) => this.#beat(next, passed),
    });
  }

  /** Marks and progress go on while inputs are tried. */
  #beat(next: number, passed: number): void {
    const before = { next: this.#next, runs: this.#runs };
    this.#next = next;
    this.#runs += passed;
    this.#sayWhereWeAre(real.performanceNow());
    this.#next = before.next;
    this.#runs = before.runs;
  }

  /** Counts what was tried, and says how to run the one that needs it. */
  #passed({ passed, stop }: Skimmed): GivenSource | undefined {
    this.#next += passed * this.#stride;
    this.#runs += passed;
    return stop?.source;
  }

  /** Makes one whole run; a promise only where it took real turns, or is repeated. */
  #run(
    source: GivenSource | undefined,
    skimmed: Skimmed | undefined,
  ): Promise<boolean> | undefined {
    if (source === undefined) return undefined;
    const runIndex = this.#next;
    this.#next += this.#stride;
    this.#runs += 1;
    const made = this.#make(source);
    const outcome = this.#skimmer.execute(made.request);
    if (outcome instanceof Promise) {
      return outcome.then(async (late) => {
        const run = late.hasLoaded ? await this.#again(made) : { made, outcome: late };
        this.#judge(runIndex, run.made, run.outcome);
        if (skimmed?.stop !== undefined) this.#skimmer.hear(skimmed.stop, run.outcome);
        return false;
      });
    }
    this.#judge(runIndex, made, outcome);
    if (skimmed?.stop !== undefined) this.#skimmer.hear(skimmed.stop, outcome);
    return runIndex % repeatEvery === 0 && !this.#isSpoiled
      ? this.#repeat(runIndex, made)
      : undefined;
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
    const sinceNews = this.#sinceNews;
    return { runs: this.#runs, sinceNews, wakes: this.#wakes, steps, reached, corpus };
  }

  get #sinceNews(): number | undefined {
    return this.#newsAfter === undefined ? undefined : this.#runs - this.#newsAfter;
  }

  #judge(runIndex: number, { decisions }: MadeRun, outcome: RunOutcome): void {
    this.#wakes += outcome.wakes;
    this.#handlers?.look(outcome.hasFired);
    const known = this.#known;
    this.#strategy.learn(decisions.log, outcome);
    if (this.#known > known) this.#newsAfter = this.#runs;
    if (outcome.escapes.length > 0) this.#uses.add(outcome.escapes);
    for (const name of outcome.changed) {
      if (this.#changed.size < changedMax) this.#changed.add(name);
    }
    this.#isSpoiled ||= outcome.isSpoiled;
    if (outcome.verdict === "unknown") this.#unknownRuns += 1;
    if (outcome.verdict !== "broken" || outcome.failure === undefined) return;
    const identity = identify(outcome.failure, this.#exploration.paths);
    const cluster = this.#clusters.get(identity.key);
    const list = decisions.log.slice(0, outcome.decisionsCount);
    if (cluster !== undefined) {
      cluster.occurrences += 1;
      if (isBetterStart(list, cluster.decisions)) cluster.decisions = list;
      return;
    }
    if (this.#clusters.size >= clustersMax) {
      this.#unknownRuns += 1;
      return;
    }
    this.#newsAfter = this.#runs;
    this.#clusters.set(identity.key, { identity, occurrences: 1, decisions: list });
    const { failure } = outcome;
    this.#exploration.onSighting({ runIndex, identity, failure, decisions: list });
  }

  /** How much is known of the code: places, and lists to go on from. */
  get #known(): number {
    const places = this.#exploration.coverage?.map.firstHits.length ?? 0;
    return places + (this.#strategy.corpusCount ?? 0);
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
