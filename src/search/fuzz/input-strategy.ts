import type { Decision } from "../../kernel/decisions/decision.ts";
import { Generator } from "../../kernel/decisions/generator.ts";
import type { Checkpoint, GuidedChanges, GuidedState, Hit } from "../guidance/guided-state.ts";
import { harvest } from "../guidance/harvest.ts";
import { SearchMemory } from "../guidance/search-memory.ts";
import type { Exhaustion, GivenSource, Outcome, Strategy } from "../strategy.ts";
import { InputChanges } from "./input-changes.ts";
import { InputBuffer } from "./input-buffer.ts";
import { EntryTurns } from "./entry-turns.ts";
import { inputOf, prefixOf, trimmedMin } from "./input-entries.ts";
import type { InputOptions } from "./input-options.ts";
import { isTokenAt, noBytes, sourceOf, startersOf } from "./input-starters.ts";
import { sequenceOf, sequenceSource, startCounting, type TriedInput } from "./sequence-source.ts";

/**
 * Makes inputs from those that reached something new. Such an input is made shorter, looked at once
 * for what the code compared, given each value that was looked for, and then changed in many ways.
 * Everything follows from the seed, the run's index and the state.
 */
export class InputStrategy implements Strategy {
  readonly #options: InputOptions;
  readonly #generator = new Generator();
  readonly #memory: SearchMemory;
  readonly #changes: InputChanges;
  readonly #buffer: InputBuffer;
  readonly #starters: readonly Uint8Array[];
  #startersDone: number;
  readonly #turns: EntryTurns;
  readonly #source: GivenSource;
  /** Whether the input at hand comes with others that have to be run before it. */
  isSequence = false;

  constructor(options: InputOptions) {
    this.#options = options;
    const { state, seeds, coverage, input } = options;
    this.#memory = new SearchMemory({
      strategy: "energy",
      max: entriesMax,
      coverage,
      state,
      seeds,
    });
    const tokens = coverage?.tokens ?? [];
    this.#changes = new InputChanges({ input, tokens, generator: this.#generator, state });
    this.#buffer = new InputBuffer(input.lengthMax);
    this.#starters = startersOf(input);
    const [left = 0, id = 0, startersDone = 0] = numbersOf(state);
    this.#startersDone = startersDone;
    const known = this.#memory.entries.all;
    for (const entry of known) if (entry.stage === "ready") this.#changes.remember(entry);
    const [generator, changes] = [this.#generator, this.#changes];
    const { entries } = this.#memory;
    const entry = known.find((one) => one.id === id - 1);
    const parts = { input, coverage, generator, entries, changes, buffer: this.#buffer };
    this.#turns = new EntryTurns({ ...parts, left, entry });
    this.#source = sourceOf(this.#buffer, this.#turns.begin);
  }

  get corpusCount(): number {
    return this.#memory.entries.count;
  }

  /** The input at hand, for whoever calls the code without writing a run down. */
  get input(): Uint8Array {
    return this.#buffer.copy();
  }

  /** What is to be run before the input at hand, for the state that it leaves. */
  get prefix(): readonly Uint8Array[] {
    return this.#turns.prefix;
  }

  next(runIndex: number): GivenSource {
    const { coverage, seed } = this.#options;
    startCounting(coverage);
    this.#changes.begin();
    const given = this.#given();
    this.isSequence = false;
    if (given !== undefined) {
      this.#turns.purpose = "given";
      if (given instanceof Uint8Array) {
        this.#buffer.take(given);
        return this.#source;
      }
      this.#buffer.take(inputOf(given) ?? noBytes);
      this.isSequence = true;
      return sequenceSource(given, coverage);
    }
    this.#generator.restart(seed, runIndex);
    this.#turns.make();
    return this.#source;
  }

  /** Begins the input at hand: what was reached and compared before it is none of its own. */
  begin(): void {
    startCounting(this.#options.coverage);
    this.#turns.begin();
  }

  /** Inputs that only together do something; the source of a run of them. */
  takeSequence(inputs: readonly TriedInput[]): GivenSource {
    this.#turns.purpose = "sequence";
    return sequenceSource(sequenceOf(inputs), this.#options.coverage);
  }

  /** Whether new places of the input at hand are worth a run of its own. */
  get isHeard(): boolean {
    return this.#turns.isHeard;
  }

  /** Whether another process can go on from here as this one would. */
  get isResting(): boolean {
    return this.#turns.isResting;
  }

  /** Whether the input at hand is what a detector looks for: that is always run as a whole. */
  get isToken(): boolean {
    if (this.#turns.purpose !== "given" || this.#memory.given !== undefined) return false;
    return isTokenAt(this.#options.input, this.#startersDone);
  }

  /** Hears that the input at hand, tried without writing a run down, brought nothing. */
  pass(): void {
    if (this.#turns.purpose === "given") this.#countGiven();
    else this.#turns.end(true);
  }

  learn(log: readonly Decision[], outcome: Outcome): void {
    const { coverage } = this.#options;
    const turns = this.#turns;
    if (turns.purpose === "given") this.#countGiven();
    if (coverage === undefined) return;
    const isCounted = turns.isHeard && outcome.verdict !== "unknown";
    const { hits, newSlots } = isCounted ? harvest(coverage) : nothing;
    if (hits.length === 0 || turns.purpose === "trim") turns.end(false);
    if (hits.length === 0) return;
    // Comparisons that come out a little nearer than before are many, and say little that is new.
    const blocks = hits.filter(([slot]) => coverage.map.isBlock(slot));
    const newBlocks = hits.slice(0, newSlots).filter((hit) => blocks.includes(hit)).length;
    turns.settle(newBlocks > 0 ? "blocks" : "less");
    const decisions = log.slice(0, outcome.decisionsCount);
    if (outcome.verdict === "broken") {
      this.#memory.loosen(hits);
      this.#memory.addBroken(decisions, newSlots);
      return;
    }
    this.#changes.reward();
    const { changed, gates } = turns;
    if (changed !== undefined) this.#memory.entries.reward(changed);
    const isTrimmed = newBlocks > 0 && this.#buffer.length >= trimmedMin;
    const stage = isTrimmed ? "trim" : blocks.length > 0 ? "look" : "ready";
    this.#memory.keep({ decisions, hits, newSlots, stage, gates });
    // What can be done next with the state that was reached is looked at by itself.
    const { length } = prefixOf(decisions);
    const isState = newBlocks > 0 && length > 0 && length < prefixMax;
    if (isState) this.#memory.keep({ ...onceMore(decisions), newSlots, stage: "look" });
  }

  /** Hears of hits that no input by itself brought about: they are known from now on. */
  disregard(hits: readonly Hit[]): void {
    this.#memory.disregard(hits);
  }

  adopt(seeds: readonly (readonly Decision[])[]): void {
    this.#memory.adopt(seeds);
  }

  lose(runIndex: number): void {
    this.next(runIndex);
    if (this.#turns.purpose === "given") this.#countGiven();
    else this.#turns.end(false);
  }

  state(): GuidedState {
    return this.#memory.state(this.#own());
  }

  changes(): GuidedChanges {
    return this.#memory.changes(this.#own());
  }

  exhaustion(): Exhaustion | undefined {
    return undefined;
  }

  #own(): Pick<GuidedState, "base" | "arms"> {
    const { left, entry } = this.#turns.place;
    const base = [left, (entry?.id ?? -1) + 1, this.#startersDone];
    return { base, arms: this.#changes.data() };
  }

  /** Inputs of other campaigns, then those that the test names. */
  #given(): Uint8Array | readonly Decision[] | undefined {
    const list = this.#memory.given;
    if (list !== undefined) return prefixOf(list).length > 0 ? list : (inputOf(list) ?? noBytes);
    return this.#starters[this.#startersDone];
  }

  #countGiven(): void {
    if (this.#memory.given !== undefined) this.#memory.passGiven();
    else this.#startersDone += 1;
  }
}

// --- inside ---

/** So many inputs that reached something new are kept. */
const entriesMax = 8_192;
/** No more inputs than these are run before each one that is made. */
const prefixMax = 32;
const nothing = { hits: [], newSlots: 0 } as const;

/** A sequence whose last input comes once more; nothing new was reached by that. */
function onceMore(decisions: readonly Decision[]): Pick<Checkpoint, "decisions" | "hits"> {
  const last = inputOf(decisions) ?? noBytes;
  return { decisions: sequenceOf([...prefixOf(decisions), last, last]), hits: [] };
}

function numbersOf(state: GuidedState | undefined): readonly number[] {
  const base = state?.base ?? [];
  return "kind" in base ? [] : base;
}
