import type { Decision } from "../../kernel/decisions/decision.ts";
import type { DecisionSource } from "../../kernel/decisions/decisions.ts";
import { Generator } from "../../kernel/decisions/generator.ts";
import { ReplaySource } from "../../kernel/decisions/replay-source.ts";
import type { SeedWords } from "../../kernel/decisions/seed.ts";
import type { Coverage } from "../../subject/coverage/index.ts";
import type { BaseStrategy, Exhaustion, Outcome, RunSource, Strategy } from "../strategy.ts";
import { type Arm, Arms, arms as allArms } from "./arms.ts";
import { ComparedValues } from "./compared-values.ts";
import { findHints } from "./find-hints.ts";
import type { Guidance } from "./guidance.ts";
import type { Checkpoint, GuidedChanges, GuidedState, Hit } from "./guided-state.ts";
import { harvest } from "./harvest.ts";
import { type Cut, CutFinder } from "./cut-finder.ts";
import { isHintDue, nextList } from "./next-list.ts";
import { SearchMemory } from "./search-memory.ts";
import { spanStarts } from "./step-spans.ts";
import { movedHints, trimmed, trimsMax } from "./trims.ts";

/** What a guided search starts from. */
export interface GuidedOptions extends Guidance {
  readonly seed: SeedWords;
  /** Answers what no checkpoint answers. */
  readonly base: BaseStrategy;
  /** What tells whether a run reached something new; without it nothing is learned. */
  readonly coverage: Coverage | undefined;
  readonly state?: GuidedState | undefined;
  /** Lists of other campaigns, run before anything else. */
  readonly seeds?: readonly (readonly Decision[])[];
}

/**
 * Goes on from runs that reached something new. Such a run is repeated once, to find where it got
 * there and what it compared; it is cut there, made shorter, and from then on extended, changed,
 * mixed with others, or given the values that its code looked for. Everything it chooses follows
 * from the seed, the run's index and its state.
 */
export class GuidedStrategy implements Strategy {
  readonly #options: GuidedOptions;
  readonly #generator = new Generator();
  readonly #seed: SeedWords;
  readonly #memory: SearchMemory;
  readonly #arms: Arms;
  readonly #compared = new ComparedValues();
  #pending: Pending = { arm: "fresh", entry: undefined };

  constructor(options: GuidedOptions) {
    this.#options = options;
    const { state, seeds, seed, coverage, checkpointStrategy: strategy } = options;
    // Another stream than the runs' own: the same numbers must not choose and be chosen.
    const [a, ...rest] = seed.words;
    this.#seed = { ...seed, words: [a ^ 0x5bd1_e995, ...rest] };
    const max = options.maxCheckpoints;
    this.#memory = new SearchMemory({ strategy, max, coverage, state, seeds });
    this.#arms = new Arms(options.checkpointProb, state?.arms);
  }

  /** How many lists there are to go on from. */
  get corpusCount(): number {
    return this.#memory.entries.count;
  }

  next(runIndex: number): DecisionSource | undefined {
    const fresh = this.#options.base.next(runIndex);
    if (fresh === undefined) return undefined;
    this.#options.coverage?.map.clear();
    this.#options.coverage?.state.cut();
    // All that is given first: a campaign starts with what others have reached.
    const { given } = this.#memory;
    if (given !== undefined) return this.#give(given, fresh);
    this.#generator.restart(this.#seed, runIndex);
    const unready = this.#memory.entries.unready();
    const isLearning = runIndex < freshRuns;
    const isLook = this.#generator.integer(1, 100) <= lookShare;
    if (unready !== undefined && isLook && !isLearning) return this.#lookAt(unready, fresh);
    const goesOn = this.#arms.goesOn(this.#generator) && !isLearning;
    const entry = goesOn ? this.#memory.entries.choose(this.#generator) : undefined;
    return entry === undefined ? this.#start(fresh) : this.#goOn(entry, fresh);
  }

  learn(log: readonly Decision[], outcome: Outcome): void {
    this.#options.base.learn(log, outcome);
    const { coverage, base } = this.#options;
    const isBroken = outcome.verdict === "broken";
    if (coverage === undefined) {
      base.reward?.(0, isBroken);
      return;
    }
    const pending = this.#pending;
    if ("arm" in pending && pending.arm === "given") this.#memory.passGiven();
    if ("source" in pending) this.#learnLook(pending, log, outcome);
    if (outcome.verdict === "unknown") return;
    const { hits, newSlots } = harvest(coverage);
    if ("arm" in pending && pending.arm !== "given") this.#reward(pending, { hits, newSlots });
    const isFresh = "arm" in pending && pending.arm === "fresh";
    if (isFresh) base.reward?.(newSlots, isBroken);
    if (hits.length === 0) return;
    const decisions = log.slice(0, outcome.decisionsCount);
    // Nothing goes on from what broke; known places that chance hit more often, it hits again.
    if (isBroken || (isFresh && newSlots === 0)) this.#memory.loosen(hits);
    else this.#memory.keep({ decisions, hits, newSlots, stage: "look" });
    if (isBroken) this.#memory.addBroken(decisions, newSlots);
  }

  adopt(seeds: readonly (readonly Decision[])[]): void {
    this.#memory.adopt(seeds);
  }

  lose(runIndex: number): void {
    // Which run it was follows from the state, as it did in the process that is dead.
    this.next(runIndex);
    this.#options.base.lose(runIndex);
    if ("source" in this.#pending) this.#memory.drop(this.#pending.entry);
    else if (this.#pending.arm === "given") this.#memory.passGiven();
  }

  state(): GuidedState {
    return this.#memory.state(this.#own());
  }

  changes(): GuidedChanges {
    return this.#memory.changes(this.#own());
  }

  exhaustion(): Exhaustion | undefined {
    return this.#options.base.exhaustion();
  }

  #start(fresh: RunSource): DecisionSource {
    this.#pending = { arm: "fresh", entry: undefined };
    return fresh;
  }

  #give(list: readonly Decision[], fresh: RunSource): DecisionSource {
    this.#pending = { arm: "given", entry: undefined };
    return follow(list, fresh);
  }

  #goOn(entry: Checkpoint, fresh: RunSource): DecisionSource {
    const generator = this.#generator;
    this.#memory.entries.select(entry);
    const possible = entry.hints.length > 0 ? allArms : armsWithoutHints;
    const arm = isHintDue(entry) ? "hint" : this.#arms.choose(generator, possible);
    const other = arm === "splice" ? this.#memory.entries.choose(generator) : undefined;
    this.#pending = { arm, entry };
    return follow(nextList(arm, entry, { generator, other }), fresh);
  }

  #lookAt(entry: Checkpoint, fresh: RunSource): DecisionSource {
    const { coverage } = this.#options;
    const list = entry.stage === "look" ? entry.decisions : trimmed(entry);
    const source = new CutFinder(follow(list, fresh), {
      hits: entry.newSlots > 0 ? entry.hits.slice(0, entry.newSlots) : entry.hits,
      map: coverage?.map,
      wantsLiterals: entry.stage === "look",
    });
    this.#pending = { source, entry };
    this.#compared.clear();
    if (coverage !== undefined) coverage.state.capture = this.#compared.capture;
    return source;
  }

  #learnLook({ source, entry }: Look, log: readonly Decision[], outcome: Outcome): void {
    const { coverage } = this.#options;
    if (coverage !== undefined) coverage.state.capture = undefined;
    source.look();
    const { cut } = source;
    if (cut !== undefined && outcome.verdict === "held") {
      const found = log.slice(0, cut);
      const isLook = entry.stage === "look";
      // The log of a look holds every value as such; the list has them only where they count.
      const decisions = isLook ? entry.decisions.slice(0, cut) : found;
      const hints = isLook ? findHints(found, this.#compared.list()) : movedHints(entry, decisions);
      const canBeShorter = isLook && entry.newSlots > 0 && spanStarts(decisions).length > 1;
      const stage = canBeShorter ? "trim" : "ready";
      this.#memory.entries.replace({ ...entry, decisions, hints, stage });
      if (isLook) this.#keepCuts(entry, source.cuts);
    } else if (entry.stage === "look") {
      // It cannot be repeated: whatever it reached, it did not by its decisions alone.
      this.#memory.drop(entry);
    } else {
      const trims = entry.trims + 1;
      const stage = trims >= trimsMax ? "ready" : "trim";
      this.#memory.entries.replace({ ...entry, trims, stage });
    }
  }

  /**
   * What was reached on the way is a place to go on from as well: what came after it may have led
   * away again from where it was.
   */
  #keepCuts(entry: Checkpoint, cuts: readonly Cut[]): void {
    if (entry.newSlots === 0) return;
    for (const { at, hits } of cuts) {
      const decisions = entry.decisions.slice(0, at);
      this.#memory.keep({ decisions, hits, newSlots: hits.length, stage: "look" });
    }
  }

  #own(): Pick<GuidedState, "base" | "arms"> {
    return { base: this.#options.base.state(), arms: this.#arms.data() };
  }

  #reward(
    { arm, entry }: Going,
    { hits, newSlots }: { readonly hits: readonly Hit[]; readonly newSlots: number },
  ): void {
    const worth = newSlots > 0 ? 1 : hits.length > 0 ? worthOfKnownSlot : 0;
    if (arm !== "given") this.#arms.learn(arm, worth);
    if (entry !== undefined && newSlots > 0) this.#memory.entries.reward(entry);
  }
}

// --- inside ---

/** A run that goes on from somewhere. */
interface Going {
  readonly arm: Arm | "given";
  readonly entry: Checkpoint | undefined;
}

/** A run that repeats another one. */
interface Look {
  readonly source: CutFinder;
  readonly entry: Checkpoint;
}

/** What the present run is: one that was given, one that goes on, one that repeats. */
type Pending = Going | Look;

const armsWithoutHints = ["extend", "mutate", "splice"] as const;

/** A known place hit more often than before is worth less than a new place. */
const worthOfKnownSlot = 0.2;

function follow(list: readonly Decision[], fresh: RunSource): ReplaySource {
  return new ReplaySource(list, { atDrift: fresh, atEnd: fresh });
}

/** Out of a hundred runs, at most so many repeat what reached something new; it teaches little. */
const lookShare = 20;
/** Until this run nothing is gone on from: what is easily found, fresh runs find soonest. */
const freshRuns = 192;
