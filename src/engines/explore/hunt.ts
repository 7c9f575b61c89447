import { identify } from "../../kernel/identity.ts";
import { mergeTally, Tally } from "../../kernel/tally.ts";
import type { Uncontrolled } from "../../kernel/trace.ts";
import { failureOfEnd, recordedEnd } from "../../search/judge-ended.ts";
import { projectPaths } from "../../search/project-paths.ts";
import type { Explored, Loaded, Sighting } from "../../search/protocol.ts";
import { type Court, recordFresh } from "../../search/record-fresh.ts";
import type { Suspect } from "../../search/prove.ts";
import { loadCommand } from "../../search/settings.ts";
import { makeStrategy, type StrategyStart } from "../../search/strategies/make-strategy.ts";
import type { Exhaustion, StrategyState } from "../../search/strategies/strategy.ts";
import { SubjectWorker, WorkerEnded } from "../../search/subject-worker.ts";
import { mergedUses } from "../../search/uncontrolled-uses.ts";

/** How much may be spent on a campaign, and who hears of it. */
export interface HuntBudget {
  readonly runsMax: number;
  readonly timeMsMax: number;
  readonly onProgress?: (progress: { readonly runs: number; readonly findings: number }) => void;
  /** Ends the hunt early; what was found is kept. */
  readonly signal?: AbortSignal;
}

/** What a hunt brought home. */
export interface Hunted {
  readonly loaded: Loaded;
  readonly runs: number;
  readonly wakes: number;
  readonly unknownRuns: number;
  readonly tally: Tally;
  readonly suspects: readonly Suspect[];
  /** Why it stopped before its budget was used up, if it did. */
  readonly endedEarly: string | undefined;
  /** A run in which modules that looked stateless kept state. */
  readonly impureRun: number | undefined;
  /** How much of all that is possible was run, where the strategy can tell. */
  readonly exhaustion: Exhaustion | undefined;
  /** What left the simulated world. */
  readonly uncontrolled: readonly Uncontrolled[];
}

/** After so many dead processes with no run between them, something is wrong with all runs. */
const deathsInRowMax = 5;
/** Each death costs a process and its time limit, so not every one of a long campaign is paid. */
const deathsMax = 25;

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

/** Where a campaign stands: before this run, with what the strategy knew then. */
interface Place {
  run: number;
  state: StrategyState | undefined;
}

class Hunting {
  readonly #court: Court;
  readonly #budget: HuntBudget;
  /** From when time counts: loading a large project must not use up a short budget. */
  #startMs: number | undefined;
  readonly #tally = new Tally();
  readonly #suspects = new Map<string, Suspect>();
  #worker: SubjectWorker | undefined;
  #loaded: Loaded | undefined;
  #nextRun = 0;
  #wakes = 0;
  #unknownRuns = 0;
  #deaths = 0;
  #deathsInRow = 0;
  #impureRun: number | undefined;
  #uncontrolled: readonly Uncontrolled[] = [];
  /** What the strategy knows before the next run. */
  #state: StrategyState | undefined;
  #exhaustion: Exhaustion | undefined;
  #endedEarly: string | undefined;

  constructor(court: Court, budget: HuntBudget) {
    this.#court = court;
    this.#budget = budget;
  }

  async run(): Promise<void> {
    this.#budget.signal?.addEventListener("abort", () => void this.stop(), { once: true });
    while (this.#isOn()) {
      const mark: Place = { run: this.#nextRun, state: this.#state };
      try {
        // Once a process has died, each run is marked: the next death then names its run at once.
        this.#take(await this.#stretch(mark, this.#deaths > 0));
      } catch (thrown) {
        if (!(thrown instanceof WorkerEnded)) throw thrown;
        if (this.#budget.signal?.aborted === true) this.#nextRun = mark.run;
        else await this.#bury(mark, thrown);
      }
    }
  }

  result(): Hunted {
    if (this.#loaded === undefined) throw new Error("a hunt that never loaded its subject");
    return {
      loaded: this.#loaded,
      runs: this.#nextRun,
      wakes: this.#wakes,
      unknownRuns: this.#unknownRuns,
      tally: this.#tally,
      suspects: [...this.#suspects.values()],
      endedEarly: this.#endedEarly,
      impureRun: this.#impureRun,
      exhaustion: this.#exhaustion,
      uncontrolled: this.#uncontrolled,
    };
  }

  async stop(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.stop();
  }

  #isOn(): boolean {
    if (this.#budget.signal?.aborted === true) {
      this.#endedEarly = "interrupted";
      return false;
    }
    if (this.#endedEarly !== undefined || this.#impureRun !== undefined) return false;
    if (this.#exhaustion?.isOver === true) return false;
    return this.#nextRun < this.#budget.runsMax && this.#leftMs() > 0;
  }

  #leftMs(): number {
    const startMs = this.#startMs ?? performance.now();
    return this.#budget.timeMsMax - (performance.now() - startMs);
  }

  async #stretch(mark: Place, marksEachRun: boolean): Promise<Explored> {
    const worker = await this.#living();
    const fromRun = mark.run;
    const { seed, strategy } = this.#court.settings;
    return worker.explore(
      {
        type: "explore",
        seed,
        strategy,
        state: mark.state,
        fromRun,
        runsMax: this.#budget.runsMax - fromRun,
        timeMsMax: this.#leftMs(),
        marksEachRun,
      },
      {
        onMark: ({ runIndex, state }) => void Object.assign(mark, { run: runIndex, state }),
        onProgress: ({ runs }) => this.#sayProgress(fromRun + runs),
        onSighting: (sighting) => this.#see(sighting),
      },
    );
  }

  async #living(): Promise<SubjectWorker> {
    if (this.#worker !== undefined) return this.#worker;
    const { target, settings, isEverythingFresh = false } = this.#court;
    const command = loadCommand(target, settings, { isEverythingFresh });
    const worker = await SubjectWorker.start(command, settings.limits);
    this.#worker = worker;
    this.#loaded = worker.loaded;
    this.#startMs ??= performance.now();
    return worker;
  }

  #take(explored: Explored): void {
    this.#nextRun = explored.nextRun;
    this.#wakes += explored.wakes;
    this.#unknownRuns += explored.unknownRuns;
    this.#impureRun = explored.impureRun;
    this.#state = explored.state;
    this.#exhaustion = explored.exhaustion;
    this.#uncontrolled = mergedUses(this.#uncontrolled, explored.uncontrolled);
    mergeTally(this.#tally, explored.tally);
    for (const { key, occurrences, decisions } of explored.clusters) {
      const known = this.#suspects.get(key);
      if (known === undefined) continue;
      const isShorter = decisions.length < known.decisions.length;
      this.#suspects.set(key, {
        ...known,
        // The first sighting was counted when it was said.
        occurrences: known.occurrences + occurrences - 1,
        decisions: isShorter ? decisions : known.decisions,
      });
    }
  }

  #see({ runIndex, identity, failure, decisions }: Sighting): void {
    const known = this.#suspects.get(identity.key);
    const first = { runIndex, identity, failure, decisions, firstLength: decisions.length };
    const suspect = known ?? { ...first, occurrences: 0 };
    this.#suspects.set(identity.key, { ...suspect, occurrences: suspect.occurrences + 1 });
  }

  /**
   * A process died somewhere behind the last mark. Runs are repeatable, so the stretch is run again
   * with a mark before each run, and the run that kills is then recorded decision by decision.
   */
  async #bury(last: Place, ended: WorkerEnded): Promise<void> {
    this.#worker = undefined;
    this.#deathsInRow = last.run === this.#nextRun ? this.#deathsInRow + 1 : 1;
    this.#deaths += 1;
    const guilty = this.#deaths > 1 ? { place: last, ended } : await this.#again(last);
    if (guilty === undefined) return;
    await this.#accuse(guilty.place, guilty.ended);
    this.#nextRun = guilty.place.run + 1;
    const strategy = makeStrategy(this.#startAt(guilty.place));
    strategy.lose();
    this.#state = strategy.state();
    this.#exhaustion = strategy.exhaustion();
    if (this.#deaths >= deathsMax || this.#deathsInRow >= deathsInRowMax) {
      this.#endedEarly = `the process died ${this.#deaths} times`;
    }
  }

  async #again(last: Place): Promise<{ place: Place; ended: WorkerEnded } | undefined> {
    const mark = { ...last };
    try {
      this.#take(await this.#stretch(mark, true));
      this.#endedEarly = `a process died near run ${last.run}, and not again when it was repeated`;
      return undefined;
    } catch (thrown) {
      if (!(thrown instanceof WorkerEnded)) throw thrown;
      this.#worker = undefined;
      return { place: mark, ended: thrown };
    }
  }

  async #accuse(place: Place, ended: WorkerEnded): Promise<void> {
    const { target } = this.#court;
    const runIndex = place.run;
    const failure = failureOfEnd(ended);
    const identity = identify(failure, projectPaths(target.projectRoot));
    const known = this.#suspects.get(identity.key);
    if (known !== undefined) {
      this.#suspects.set(identity.key, { ...known, occurrences: known.occurrences + 1 });
      return;
    }
    const following = { how: "strategy", runIndex, ...this.#startAt(place) } as const;
    const { recorded } = await recordFresh(following, this.#court);
    const { projectRoot } = target;
    const { decisions } =
      recorded.verdict === "broken" ? recorded : recordedEnd(ended, { projectRoot });
    const firstLength = decisions.length;
    const suspect = { runIndex, identity, failure, decisions, firstLength, occurrences: 1 };
    this.#suspects.set(identity.key, suspect);
  }

  #startAt({ state }: Place): StrategyStart {
    const { seed, strategy = "random" } = this.#court.settings;
    return { strategy, seed, state };
  }

  #sayProgress(runs: number): void {
    this.#budget.onProgress?.({ runs, findings: this.#suspects.size });
  }
}
