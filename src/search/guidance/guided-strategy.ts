import type { Decision } from "../../kernel/decisions/decision.ts";
import type { DecisionSource } from "../../kernel/decisions/decisions.ts";
import { Generator } from "../../kernel/decisions/generator.ts";
import { ReplaySource } from "../../kernel/decisions/replay-source.ts";
import type { SeedWords } from "../../kernel/decisions/seed.ts";
import { decisionLine } from "../../kernel/trace/trace-write.ts";
import type { Coverage } from "../../subject/coverage/index.ts";
import type { BaseStrategy, Exhaustion, Outcome, RunSource, Strategy } from "../strategy.ts";
import { type Arm, Arms, arms as allArms } from "./arms.ts";
import { Checkpoints } from "./checkpoints.ts";
import { ComparedValues } from "./compared-values.ts";
import { findHints } from "./find-hints.ts";
import type { Guidance } from "./guidance.ts";
import {
  type BrokenList,
  type Checkpoint,
  checkpointFrom,
  type GuidedChanges,
  type GuidedState,
  type Hit,
} from "./guided-state.ts";
import { harvest } from "./harvest.ts";
import { type Cut, CutFinder } from "./cut-finder.ts";
import { isHintDue, nextList } from "./next-list.ts";
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
  readonly #checkpoints: Checkpoints;
  readonly #arms: Arms;
  readonly #compared = new ComparedValues();
  readonly #loose: Hit[];
  #looseSaid: number;
  readonly #broken: BrokenList[] = [];
  #seeds: readonly (readonly Decision[])[];
  #seedsLeft: number;
  #pending: Pending = { arm: "fresh", entry: undefined };

  constructor(options: GuidedOptions) {
    this.#options = options;
    const { state, seeds = [], seed, coverage } = options;
    // Another stream than the runs' own: the same numbers must not choose and be chosen.
    const [a, ...rest] = seed.words;
    this.#seed = { ...seed, words: [a ^ 0x5bd1_e995, ...rest] };
    const known = (state?.checkpoints ?? []).map(checkpointFrom);
    this.#checkpoints = new Checkpoints({
      strategy: options.checkpointStrategy,
      max: options.maxCheckpoints,
      known,
      nextId: state?.nextId ?? 0,
    });
    this.#arms = new Arms(options.checkpointProb, state?.arms);
    this.#seeds = seeds;
    this.#seedsLeft = state === undefined ? seeds.length : Math.min(state.seedsLeft, seeds.length);
    this.#loose = [...(state?.loose ?? [])];
    this.#looseSaid = this.#loose.length;
    for (const { hits } of known) for (const hit of hits) coverage?.map.learn(...hit);
    for (const hit of this.#loose) coverage?.map.learn(...hit);
  }

  /** How many lists there are to go on from. */
  get corpusCount(): number {
    return this.#checkpoints.count;
  }

  next(runIndex: number): DecisionSource | undefined {
    const fresh = this.#options.base.next(runIndex);
    if (fresh === undefined) return undefined;
    this.#options.coverage?.map.clear();
    this.#options.coverage?.state.cut();
    // All that is given first: a campaign starts with what others have reached.
    const given = this.#seedsLeft > 0 ? this.#seeds.at(-this.#seedsLeft) : undefined;
    if (given !== undefined) return this.#give(given, fresh);
    this.#generator.restart(this.#seed, runIndex);
    const unready = this.#checkpoints.unready();
    const isLearning = runIndex < freshRuns;
    const isLook = this.#generator.integer(1, 100) <= lookShare;
    if (unready !== undefined && isLook && !isLearning) return this.#lookAt(unready, fresh);
    const goesOn = this.#arms.goesOn(this.#generator) && !isLearning;
    const entry = goesOn ? this.#checkpoints.choose(this.#generator) : undefined;
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
    if ("arm" in pending && pending.arm === "given") this.#seedsLeft -= 1;
    if ("source" in pending) this.#learnLook(pending, log, outcome);
    if (outcome.verdict === "unknown") return;
    const { hits, newSlots } = harvest(coverage);
    if ("arm" in pending && pending.arm !== "given") this.#reward(pending, { hits, newSlots });
    const isFresh = "arm" in pending && pending.arm === "fresh";
    if (isFresh) base.reward?.(newSlots, isBroken);
    if (hits.length === 0) return;
    const decisions = log.slice(0, outcome.decisionsCount);
    // Nothing goes on from what broke; known places that chance hit more often, it hits again.
    if (isBroken || (isFresh && newSlots === 0)) this.#loose.push(...hits);
    else this.#keep({ decisions, hits, newSlots, stage: "look" });
    if (isBroken && newSlots > 0) {
      this.#broken.push({ decisions: decisions.map(decisionLine), newSlots });
    }
  }

  adopt(seeds: readonly (readonly Decision[])[]): void {
    if (seeds.length === 0) return;
    this.#seeds = [...this.#seeds.slice(this.#seeds.length - this.#seedsLeft), ...seeds];
    this.#seedsLeft = this.#seeds.length;
  }

  lose(runIndex: number): void {
    // Which run it was follows from the state, as it did in the process that is dead.
    this.next(runIndex);
    this.#options.base.lose(runIndex);
    if ("source" in this.#pending) this.#drop(this.#pending.entry);
    else if (this.#pending.arm === "given") this.#seedsLeft -= 1;
  }

  state(): GuidedState {
    return {
      kind: "guided",
      base: this.#options.base.state(),
      ...this.#checkpoints.data(),
      arms: this.#arms.data(),
      seedsLeft: this.#seedsLeft,
      loose: [...this.#loose],
    };
  }

  changes(): GuidedChanges {
    const loose = this.#loose.slice(this.#looseSaid);
    this.#looseSaid = this.#loose.length;
    return {
      kind: "guidedChanges",
      base: this.#options.base.state(),
      ...this.#checkpoints.changes(),
      broken: this.#broken.splice(0),
      arms: this.#arms.data(),
      seedsLeft: this.#seedsLeft,
      loose,
    };
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
    this.#checkpoints.select(entry);
    const possible = entry.hints.length > 0 ? allArms : armsWithoutHints;
    const arm = isHintDue(entry) ? "hint" : this.#arms.choose(generator, possible);
    const other = arm === "splice" ? this.#checkpoints.choose(generator) : undefined;
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
      this.#checkpoints.replace({ ...entry, decisions, hints, stage });
      if (isLook) this.#keepCuts(entry, source.cuts);
    } else if (entry.stage === "look") {
      // It cannot be repeated: whatever it reached, it did not by its decisions alone.
      this.#drop(entry);
    } else {
      const trims = entry.trims + 1;
      const stage = trims >= trimsMax ? "ready" : "trim";
      this.#checkpoints.replace({ ...entry, trims, stage });
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
      this.#keep({ decisions, hits, newSlots: hits.length, stage: "look" });
    }
  }

  #keep(found: Parameters<Checkpoints["add"]>[0]): void {
    const dropped = this.#checkpoints.add(found);
    if (dropped !== undefined) this.#loose.push(...dropped.hits);
  }

  #drop(entry: Checkpoint): void {
    this.#checkpoints.remove(entry.id);
    this.#loose.push(...entry.hits);
  }

  #reward(
    { arm, entry }: Going,
    { hits, newSlots }: { readonly hits: readonly Hit[]; readonly newSlots: number },
  ): void {
    const worth = newSlots > 0 ? 1 : hits.length > 0 ? worthOfKnownSlot : 0;
    if (arm !== "given") this.#arms.learn(arm, worth);
    if (entry !== undefined && newSlots > 0) this.#checkpoints.reward(entry);
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
