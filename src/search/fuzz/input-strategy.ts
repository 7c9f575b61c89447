import type { Decision } from "../../kernel/decisions/decision.ts";
import type { BytesLimits } from "../../kernel/decisions/decisions.ts";
import { Generator } from "../../kernel/decisions/generator.ts";
import { SimplestSource } from "../../kernel/decisions/random-source.ts";
import type { SeedWords } from "../../kernel/decisions/seed.ts";
import type { DeclaredInput } from "../../kernel/subject/subject.ts";
import { decisionLine } from "../../kernel/trace/trace-write.ts";
import { bytesFromHex } from "../../kernel/values/bytes.ts";
import type { Coverage } from "../../subject/coverage/index.ts";
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
import { InputBuffer } from "./input-buffer.ts";
import {
  hintsOf,
  inputOf,
  inputTrimsMax,
  keptHints,
  trimmedInput,
  withInput,
} from "./input-entries.ts";
import { type InputHint, inputHints } from "./input-hints.ts";
import { Pieces } from "./pieces.ts";
import { OperatorWeights } from "./operator-weights.ts";

/** What a search for inputs starts from. */
export interface InputOptions {
  readonly seed: SeedWords;
  readonly input: DeclaredInput;
  /** What tells whether an input reached something new; without it nothing is learned. */
  readonly coverage: Coverage | undefined;
  readonly state?: GuidedState | undefined;
  /** Lists of other campaigns, run before anything else. */
  readonly seeds?: readonly (readonly Decision[])[];
}

/**
 * Makes inputs of bytes from those that reached something new. Such an input is first made shorter,
 * then looked at once for what the code compared; then each value that the code looked for is tried
 * in its place, and from then on the input is changed in many ways. Everything follows from the
 * seed, the run's index and the state. Made for a few hundred thousand inputs a second: what is
 * done for each of them allocates nothing but the input itself.
 */
export class InputStrategy implements Strategy {
  readonly #options: InputOptions;
  readonly #generator = new Generator();
  readonly #entries: Checkpoints;
  readonly #weights: OperatorWeights;
  readonly #compared = new ComparedValues();
  readonly #pieces: Pieces;
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
  readonly #used: number[] = [];
  /** Inputs to take parts of. */
  readonly #inputs: Uint8Array[] = [];
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
    this.#weights = new OperatorWeights(state?.arms);
    this.#pieces = new Pieces(input, coverage?.tokens ?? []);
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
    this.#used.length = 0;
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

  /** Hears that the input at hand, tried without writing a run down, brought nothing. */
  pass(): void {
    if (this.#purpose === "change") return;
    if (this.#purpose === "given") this.#countGiven();
    else if (this.#turn.entry !== undefined) this.#passEntry(this.#turn.entry);
  }

  learn(log: readonly Decision[], outcome: Outcome): void {
    const { coverage } = this.#options;
    if (this.#purpose === "given") this.#countGiven();
    if (coverage === undefined) return;
    coverage.state.capture = undefined;
    if (this.#purpose === "look" || this.#purpose === "trim") this.#finish();
    if (outcome.verdict === "unknown") return;
    const { hits, newSlots } = harvest(coverage);
    if (hits.length === 0) return;
    const decisions = log.slice(0, outcome.decisionsCount);
    if (outcome.verdict === "broken") {
      this.#loose.push(...hits);
      if (newSlots > 0) this.#broken.push({ decisions: decisions.map(decisionLine), newSlots });
      return;
    }
    for (const number of this.#used) this.#weights.reward(number);
    const { entry } = this.#turn;
    if (entry !== undefined && this.#purpose === "change") this.#entries.reward(entry);
    const isTrimmed = newSlots > 0 && this.#buffer.length >= trimmedMin;
    const stage = isTrimmed ? "trim" : "look";
    const dropped = this.#entries.add({ decisions, hits, newSlots, stage });
    if (dropped !== undefined) this.#loose.push(...dropped.hits);
  }

  /** Hears of hits that only happened because of what inputs before had left: they are known now. */
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
    else if (this.#purpose !== "change") this.#finish();
  }

  state(): GuidedState {
    return {
      kind: "guided",
      base: this.#numbers(),
      ...this.#entries.data(),
      arms: this.#weights.data(),
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
      arms: this.#weights.data(),
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
    this.#weights.weigh();
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
      if (hint === undefined) this.#change(entry);
      else buffer.replace(hint, hint.piece);
    }
  }

  /** Changes the input in one to four ways, at times after one of the values that were wanted. */
  #change(entry: Checkpoint | undefined): void {
    const generator = this.#generator;
    const hints = entry === undefined ? [] : this.#hintsOf(entry);
    if (hints.length > 0 && generator.integer(0, 3) === 0) {
      const hint = hints[generator.integer(0, hints.length - 1)];
      if (hint !== undefined) this.#buffer.replace(hint, hint.piece);
    }
    const parts = this.#parts;
    for (let count = 1 << generator.integer(0, 2); count > 0; count--) {
      const number = this.#weights.choose(generator);
      this.#used.push(number);
      this.#weights.operator(number)?.(this.#buffer, parts);
    }
  }

  get #parts(): Parameters<NonNullable<ReturnType<OperatorWeights["operator"]>>>[1] {
    return (this.#madeParts ??= {
      generator: this.#generator,
      pieces: this.#pieces.all,
      other: () => this.#inputs[this.#generator.integer(0, Math.max(0, this.#inputs.length - 1))],
    });
  }

  #madeParts: Parameters<NonNullable<ReturnType<OperatorWeights["operator"]>>>[1] | undefined;

  readonly #hintsById = new Map<number, readonly InputHint[]>();

  #hintsOf(entry: Checkpoint): readonly InputHint[] {
    let hints = this.#hintsById.get(entry.id);
    if (hints === undefined) this.#hintsById.set(entry.id, (hints = hintsOf(entry)));
    return hints;
  }

  #passEntry(entry: Checkpoint): void {
    const { coverage } = this.#options;
    if (coverage === undefined) return;
    if (entry.stage === "look") {
      coverage.state.capture = undefined;
      const hints = inputHints(this.#turn.input, this.#compared.list());
      for (const { piece } of hints) this.#pieces.learn(piece);
      this.#ready({ ...entry, hints: keptHints(hints), stage: "ready" });
      return;
    }
    const { map } = coverage;
    const isSame = entry.hits.every(([slot, bucket]) => map.hasReached(slot, bucket));
    const decisions = isSame ? withInput(entry.decisions, this.#buffer.copy()) : entry.decisions;
    const trims = entry.trims + 1;
    const isOver = trims >= inputTrimsMax || (isSame && this.#buffer.length < trimmedMin);
    this.#entries.replace({ ...entry, decisions, trims, stage: isOver ? "look" : "trim" });
  }

  /** What was to be looked at or made shorter did something else this time: it is used as it is. */
  #finish(): void {
    const { entry } = this.#turn;
    if (entry !== undefined) this.#ready({ ...entry, stage: "ready" });
  }

  #ready(entry: Checkpoint): void {
    this.#entries.replace(entry);
    this.#remember(entry);
  }

  #remember(entry: Checkpoint): void {
    if (entry.stage === "ready" && entry.selected === 0) this.#untried.push(entry.id);
    const input = entry.stage === "ready" ? inputOf(entry.decisions) : undefined;
    if (input === undefined || input.length === 0) return;
    if (this.#inputs.length < inputsMax) this.#inputs.push(input);
    else this.#inputs[entry.id % inputsMax] = input;
    this.#pieces.learnFrom(this.#hintsOf(entry));
  }
}

// --- inside ---

/** An entry whose turn it is, with its input and, in its first turn, the hints to be tried. */
interface Turn {
  readonly entry: Checkpoint | undefined;
  readonly input: Uint8Array;
  readonly hints: readonly InputHint[] | undefined;
}

const noBytes = new Uint8Array();

/** So many inputs that reached something new are kept. */
const entriesMax = 8_192;
/** Parts are taken from so many of them. */
const inputsMax = 1_024;
/** So many inputs are made from one entry before another one is chosen. */
const turnLength = 64;
/** An input that is shorter is not worth being made shorter. */
const trimmedMin = 5;
/** Up to here inputs may grow at once; beyond they may only double. */
const lengthFree = 64;

function turnOf(entry: Checkpoint, isFirst: boolean): Turn {
  const hints = isFirst && entry.hints.length > 0 ? hintsOf(entry) : undefined;
  return { entry, input: inputOf(entry.decisions) ?? noBytes, hints };
}

function startersOf({ seeds, kind }: DeclaredInput): readonly Uint8Array[] {
  const own = seeds.flatMap((hex) => bytesFromHex(hex) ?? []);
  const plain = kind === "text" ? Uint8Array.of(0x30) : new Uint8Array(8);
  return [...own, noBytes, plain];
}

function numbersOf(state: GuidedState | undefined): readonly number[] {
  const base = state?.base ?? [];
  return "kind" in base ? [] : base;
}

/** Answers with the input at hand, and with no to whether another one follows. */
function sourceOf(buffer: InputBuffer): GivenSource {
  const simplest = new SimplestSource();
  return {
    pick: () => simplest.pick(),
    chance: () => false,
    integer: (label, range) => simplest.integer(label, range),
    bytes: (_label: string, { lengthMax }: BytesLimits) => buffer.copy().subarray(0, lengthMax),
    value: () => simplest.value(),
    open: () => {},
    close: () => {},
  };
}
