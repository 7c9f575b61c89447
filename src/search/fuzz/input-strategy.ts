import type { Decision } from "../../kernel/decisions/decision.ts";
import { Generator } from "../../kernel/decisions/generator.ts";
import { decisionLine } from "../../kernel/trace/trace-write.ts";
import { Checkpoints } from "../guidance/checkpoints.ts";
import { ComparedValues } from "../guidance/compared-values.ts";
import {
  type BrokenList,
  type Checkpoint,
  checkpointFrom,
  type GuidedChanges,
  type GuidedState,
  type Hit,
} from "../guidance/guided-state.ts";
import { harvest } from "../guidance/harvest.ts";
import type { Exhaustion, GivenSource, Outcome, Strategy } from "../strategy.ts";
import { InputChanges } from "./input-changes.ts";
import { InputBuffer } from "./input-buffer.ts";
import { inputOf, inputTrimsMax, keptHints, trimmedInput, withInput } from "./input-entries.ts";
import type { InputOptions } from "./input-options.ts";
import { inputHints } from "./input-hints.ts";
import { isTokenAt, noBytes, sourceOf, startersOf, type Turn, turnOf } from "./input-turn.ts";

/**
 * Makes inputs from those that reached something new. Such an input is made shorter, looked at once
 * for what the code compared, given each value that was looked for, and then changed in many ways.
 * Everything follows from the seed, the run's index and the state.
 */
export class InputStrategy implements Strategy {
  readonly #options: InputOptions;
  readonly #generator = new Generator();
  readonly #entries: Checkpoints;
  readonly #changes: InputChanges;
  readonly #compared = new ComparedValues();
  readonly #buffer: InputBuffer;
  readonly #loose: Hit[];
  #looseSaid: number;
  readonly #broken: BrokenList[] = [];
  #seeds: readonly (readonly Decision[])[];
  #seedsLeft: number;
  readonly #starters: readonly Uint8Array[];
  #startersDone: number;
  /** The entry whose turn it is, for so many more inputs. */
  #turn: Turn = { entry: undefined, input: noBytes, hints: undefined };
  #left = 0;
  /** What the input at hand was made for. */
  #purpose: "given" | "look" | "trim" | "change" = "change";
  readonly #source: GivenSource;
  /** Entries that were never gone on from: what they were compared with is tried at once. */
  readonly #untried: number[] = [];

  constructor(options: InputOptions) {
    this.#options = options;
    const { state, seeds = [], coverage, input } = options;
    const known = (state?.checkpoints ?? []).map(checkpointFrom);
    this.#entries = new Checkpoints({
      strategy: "energy",
      max: entriesMax,
      known,
      nextId: state?.nextId ?? 0,
    });
    const tokens = coverage?.tokens ?? [];
    this.#changes = new InputChanges({ input, tokens, generator: this.#generator, state });
    this.#buffer = new InputBuffer(input.lengthMax);
    this.#seeds = seeds;
    this.#seedsLeft = state === undefined ? seeds.length : Math.min(state.seedsLeft, seeds.length);
    this.#starters = startersOf(input);
    const [left = 0, id = 0, startersDone = 0] = numbersOf(state);
    this.#left = left;
    this.#startersDone = startersDone;
    this.#loose = [...(state?.loose ?? [])];
    this.#looseSaid = this.#loose.length;
    for (const entry of known) {
      this.#remember(entry);
      for (const hit of entry.hits) coverage?.map.learn(...hit);
      if (entry.id === id - 1) this.#turn = turnOf(entry, entry.selected <= 1);
    }
    for (const hit of this.#loose) coverage?.map.learn(...hit);
    this.#source = sourceOf(this.#buffer);
  }

  get corpusCount(): number {
    return this.#entries.count;
  }

  /** The input at hand, for whoever calls the code without writing a run down. */
  get input(): Uint8Array {
    return this.#buffer.copy();
  }

  next(runIndex: number): GivenSource {
    const { coverage, seed } = this.#options;
    if (coverage !== undefined) {
      coverage.map.clear();
      coverage.state.cut();
    }
    this.#changes.begin();
    const given = this.#given();
    if (given !== undefined) {
      this.#purpose = "given";
      this.#buffer.take(given);
      return this.#source;
    }
    this.#generator.restart(seed, runIndex);
    if (this.#left <= 0) this.#beginTurn();
    this.#left -= 1;
    this.#make();
    return this.#source;
  }

  /** Whether the input at hand is what a detector looks for: that is always run as a whole. */
  get isToken(): boolean {
    if (this.#purpose !== "given" || this.#seedsLeft > 0) return false;
    return isTokenAt(this.#options.input, this.#startersDone);
  }

  /** Hears that the input at hand, tried without writing a run down, brought nothing. */
  pass(): void {
    if (this.#purpose === "given") this.#countGiven();
    else if (this.#purpose !== "change") this.#passTurn(true);
  }

  learn(log: readonly Decision[], outcome: Outcome): void {
    const { coverage } = this.#options;
    if (this.#purpose === "given") this.#countGiven();
    if (coverage === undefined) return;
    coverage.state.capture = undefined;
    this.#passTurn(false);
    if (outcome.verdict === "unknown") return;
    const { hits, newSlots } = harvest(coverage);
    if (hits.length === 0) return;
    const decisions = log.slice(0, outcome.decisionsCount);
    if (outcome.verdict === "broken") {
      this.#loose.push(...hits);
      if (newSlots > 0) this.#broken.push({ decisions: decisions.map(decisionLine), newSlots });
      return;
    }
    this.#changes.reward();
    const { entry } = this.#turn;
    if (entry !== undefined && this.#purpose === "change") this.#entries.reward(entry);
    const isTrimmed = newSlots > 0 && this.#buffer.length >= trimmedMin;
    const stage = isTrimmed ? "trim" : "look";
    const dropped = this.#entries.add({ decisions, hits, newSlots, stage });
    if (dropped !== undefined) this.#loose.push(...dropped.hits);
  }

  /** Hears of hits that no input by itself brought about: they are known from now on. */
  disregard(hits: readonly Hit[]): void {
    for (const hit of hits) this.#options.coverage?.map.learn(...hit);
    this.#loose.push(...hits);
  }

  adopt(seeds: readonly (readonly Decision[])[]): void {
    if (seeds.length === 0) return;
    this.#seeds = [...this.#seeds.slice(this.#seeds.length - this.#seedsLeft), ...seeds];
    this.#seedsLeft = this.#seeds.length;
  }

  lose(runIndex: number): void {
    this.next(runIndex);
    if (this.#purpose === "given") this.#countGiven();
    else this.#passTurn(false);
  }

  state(): GuidedState {
    return {
      kind: "guided",
      base: this.#numbers(),
      ...this.#entries.data(),
      arms: this.#changes.data(),
      seedsLeft: this.#seedsLeft,
      loose: [...this.#loose],
    };
  }

  changes(): GuidedChanges {
    const loose = this.#loose.slice(this.#looseSaid);
    this.#looseSaid = this.#loose.length;
    return {
      kind: "guidedChanges",
      base: this.#numbers(),
      ...this.#entries.changes(),
      broken: this.#broken.splice(0),
      arms: this.#changes.data(),
      seedsLeft: this.#seedsLeft,
      loose,
    };
  }

  exhaustion(): Exhaustion | undefined {
    return undefined;
  }

  #numbers(): readonly number[] {
    return [this.#left, (this.#turn.entry?.id ?? -1) + 1, this.#startersDone];
  }

  /** Inputs of other campaigns, then those that the test names. */
  #given(): Uint8Array | undefined {
    const list = this.#seedsLeft > 0 ? this.#seeds.at(-this.#seedsLeft) : undefined;
    if (list !== undefined) return inputOf(list) ?? noBytes;
    return this.#starters[this.#startersDone];
  }

  #countGiven(): void {
    if (this.#seedsLeft > 0) this.#seedsLeft -= 1;
    else this.#startersDone += 1;
  }

  #beginTurn(): void {
    this.#changes.weigh();
    const entry = this.#entries.unready() ?? this.#next() ?? this.#entries.choose(this.#generator);
    if (entry === undefined) {
      this.#turn = { entry, input: noBytes, hints: undefined };
      this.#left = turnLength;
      return;
    }
    const isFirst = entry.stage === "ready" && entry.selected === 0 && entry.newSlots > 0;
    if (entry.stage === "ready") this.#entries.select(entry);
    this.#turn = turnOf(entry, isFirst);
    this.#left = entry.stage === "ready" ? (this.#turn.hints?.length ?? turnLength) : 1;
  }

  #next(): Checkpoint | undefined {
    for (let id = this.#untried.shift(); id !== undefined; id = this.#untried.shift()) {
      const entry = this.#entries.at(id);
      if (entry !== undefined) return entry;
    }
    return undefined;
  }

  #make(): void {
    const { entry, input, hints } = this.#turn;
    const buffer = this.#buffer;
    const { lengthMax } = this.#options.input;
    buffer.limit = Math.min(lengthMax, Math.max(lengthFree, input.length * 2));
    this.#purpose = "change";
    if (entry?.stage === "trim") {
      this.#purpose = "trim";
      buffer.take(trimmedInput(input, entry.trims));
    } else if (entry?.stage === "look") {
      this.#purpose = "look";
      buffer.take(input);
      this.#compared.clear();
      const { coverage } = this.#options;
      if (coverage !== undefined) coverage.state.capture = this.#compared.capture;
    } else {
      buffer.take(input);
      const hint = hints?.[hints.length - 1 - this.#left];
      if (hint === undefined) this.#changes.change(buffer, entry);
      else buffer.replace(hint, hint.piece);
    }
  }

  /** Ends a look at an entry, or a try to make it shorter; a whole run is no shorter entry. */
  #passTurn(isDirect: boolean): void {
    const { entry } = this.#turn;
    const { coverage } = this.#options;
    if (entry === undefined || this.#purpose === "change" || this.#purpose === "given") return;
    if (this.#purpose === "look") {
      if (coverage !== undefined) coverage.state.capture = undefined;
      const hints = inputHints(this.#turn.input, this.#compared.list());
      this.#ready({ ...entry, hints: keptHints(hints), stage: "ready" });
      return;
    }
    const isSame =
      isDirect &&
      entry.hits.every(([slot, bucket]) => coverage?.map.hasReached(slot, bucket) === true);
    const decisions = isSame ? withInput(entry.decisions, this.#buffer.copy()) : entry.decisions;
    const trims = entry.trims + 1;
    const isOver = trims >= inputTrimsMax || (isSame && this.#buffer.length < trimmedMin);
    this.#entries.replace({ ...entry, decisions, trims, stage: isOver ? "look" : "trim" });
  }

  #ready(entry: Checkpoint): void {
    this.#entries.replace(entry);
    this.#remember(entry);
  }

  #remember(entry: Checkpoint): void {
    if (entry.stage !== "ready") return;
    if (entry.selected === 0) this.#untried.push(entry.id);
    this.#changes.remember(entry);
  }
}

// --- inside ---

/** So many inputs that reached something new are kept. */
const entriesMax = 8_192;
/** So many inputs are made from one entry before another one is chosen. */
const turnLength = 64;
/** An input that is shorter is not worth being made shorter. */
const trimmedMin = 5;
/** Up to here inputs may grow at once; beyond they may only double. */
const lengthFree = 64;

function numbersOf(state: GuidedState | undefined): readonly number[] {
  const base = state?.base ?? [];
  return "kind" in base ? [] : base;
}
