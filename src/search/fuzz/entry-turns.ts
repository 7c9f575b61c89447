import type { Generator } from "../../kernel/decisions/generator.ts";
import type { DeclaredInput } from "../../kernel/subject/subject.ts";
import type { Coverage } from "../../subject/coverage/index.ts";
import type { Checkpoints } from "../guidance/checkpoints.ts";
import type { Checkpoint } from "../guidance/guided-state.ts";
import { ComparedOperands } from "./compared-operands.ts";
import { type Gate, mend } from "./gates.ts";
import type { InputBuffer } from "./input-buffer.ts";
import type { InputChanges } from "./input-changes.ts";
import { afterTrim, inputOf, keptHints, prefixOf, sizeOf, trimmedInput } from "./input-entries.ts";
import { noBytes } from "./input-starters.ts";
import { InputTries, type InputTry } from "./input-tries.ts";
import { InputLook } from "./look.ts";

/**
 * Whose turn it is: an entry that reached something new is made shorter, looked at closely, given
 * each value that the code looked for, and then changed in many ways.
 */
export class EntryTurns {
  readonly #input: DeclaredInput;
  readonly #coverage: Coverage | undefined;
  readonly #generator: Generator;
  readonly #entries: Checkpoints;
  readonly #changes: InputChanges;
  readonly #buffer: InputBuffer;
  readonly #tries: InputTries;
  /** Hears comparisons where nothing is looked at closely. */
  readonly #operands = new ComparedOperands();
  #entry: Checkpoint | undefined;
  #base: Uint8Array = noBytes;
  #prefix: readonly Uint8Array[] = [];
  /** For so many more inputs. */
  #left: number;
  /** The byte that gets every value in this turn. */
  #sweptAt: number | undefined;
  #look: InputLook | undefined;
  #try: InputTry | undefined;
  /** Whether an entry was just found that may lead farther than what is left to be tried. */
  #isFound = false;
  #mends = 0;
  #isMended = false;
  /** What the input at hand was made for. */
  purpose: "given" | "sequence" | "look" | "trim" | "try" | "change" = "change";

  constructor(parts: {
    readonly input: DeclaredInput;
    readonly coverage: Coverage | undefined;
    readonly generator: Generator;
    readonly entries: Checkpoints;
    readonly changes: InputChanges;
    readonly buffer: InputBuffer;
    readonly left: number;
    readonly entry: Checkpoint | undefined;
  }) {
    this.#input = parts.input;
    this.#coverage = parts.coverage;
    this.#generator = parts.generator;
    this.#entries = parts.entries;
    this.#changes = parts.changes;
    this.#buffer = parts.buffer;
    this.#left = parts.left;
    this.#take(parts.entry);
    const { pieces } = parts.changes;
    const others = (): readonly Uint8Array[] => parts.changes.recent;
    this.#tries = new InputTries({ pieces, map: parts.coverage?.map, others });
  }

  /** How many inputs are left of the turn, and of which entry it is. */
  get place(): { readonly left: number; readonly entry: Checkpoint | undefined } {
    return { left: this.#left, entry: this.#entry };
  }

  /** Whether nothing is going on but a turn, so that another process can go on from here. */
  get isResting(): boolean {
    return this.#look === undefined && this.#tries.count === 0 && !this.#isMended;
  }

  /** What is run before the input at hand, for the state that it leaves. */
  get prefix(): readonly Uint8Array[] {
    if (this.#isGiven) return [];
    return this.purpose === "try" && this.#try !== undefined ? this.#try.prefix : this.#prefix;
  }

  /** Whether the input at hand was not made here. */
  get #isGiven(): boolean {
    return this.purpose === "given" || this.purpose === "sequence";
  }

  /** What has to follow, whatever else is changed of the input at hand. */
  get gates(): readonly Gate[] {
    const { gates = noGates } = this.#entry ?? {};
    if (this.purpose !== "try" || this.#try === undefined) return gates;
    const { hint, gates: before } = this.#try;
    return hint.gate === undefined ? before : [...before, hint.gate];
  }

  /** Whether what the input at hand reaches counts: other bytes in a look are there to be seen. */
  get isHeard(): boolean {
    return this.purpose !== "look";
  }

  /** The entry that is to be praised for what was reached. */
  get changed(): Checkpoint | undefined {
    return this.purpose === "change" || this.purpose === "try" ? this.#entry : undefined;
  }

  /** Puts the next input into the buffer. */
  make(): void {
    if (this.#isMended) {
      this.#isMended = false;
      this.#hear();
      return;
    }
    this.#mends = 0;
    const isLooked = this.#isFound || this.#look !== undefined;
    this.#try = isLooked ? undefined : this.#tries.next();
    if (this.#try !== undefined) this.#makeTry(this.#try);
    else this.#makeOther();
    this.#hear();
  }

  /** A whole run begins with the input: what was compared before it is none of its own. */
  readonly begin = (): void => {
    this.#look?.operands.clear();
    this.#operands.clear();
  };

  /** Ends an input that reached nothing new, or a whole run of one. */
  end(isDirect: boolean): void {
    if (this.#coverage !== undefined) this.#coverage.state.capture = undefined;
    if (this.#isGiven) return;
    if (this.#mend()) return;
    if (this.purpose === "look") this.#endLook();
    else if (this.purpose === "trim") this.#endTrim(isDirect);
    else if (this.#try !== undefined && this.purpose === "try") {
      this.#tries.follow(this.#try, this.#buffer, this.#operands);
    }
  }

  /** What was reached is kept: no use in changing the input further there. */
  settle(reached: "blocks" | "less"): void {
    if (this.#coverage !== undefined) this.#coverage.state.capture = undefined;
    if (this.#isGiven) return;
    if (reached === "less") this.#mend();
    if (reached === "less" || this.purpose !== "try" || this.#try === undefined) return;
    this.#tries.drop(this.#try);
    this.#isFound = true;
    this.#left = 0;
  }

  /** Where new blocks were reached last leads farthest; else what is short is soon tried. */
  readonly #isBefore = (one: Checkpoint, other: Checkpoint): boolean =>
    this.#hasNewBlocks(one) || (!this.#hasNewBlocks(other) && sizeOf(one) < sizeOf(other));

  #hasNewBlocks({ hits, newSlots }: Checkpoint): boolean {
    const map = this.#coverage?.map;
    return hits.slice(0, newSlots).some(([slot]) => map?.isBlock(slot) === true);
  }

  #hear(): void {
    const { state } = this.#coverage ?? {};
    if (state === undefined) return;
    const wantsOperands = this.purpose === "try" || this.gates.length > 0;
    if (this.purpose === "look") state.capture = this.#look?.operands.capture;
    else if (wantsOperands) {
      this.#operands.clear();
      state.capture = this.#operands.capture;
    } else state.capture = undefined;
  }

  #makeTry({ base, hint }: InputTry): void {
    this.purpose = "try";
    const buffer = this.#buffer;
    buffer.limit = this.#input.lengthMax;
    buffer.take(base);
    buffer.replace(hint, hint.piece);
  }

  #makeOther(): void {
    if (this.#look === undefined && this.#left <= 0) this.#beginTurn();
    const buffer = this.#buffer;
    const { lengthMax } = this.#input;
    buffer.limit = Math.min(lengthMax, Math.max(lengthFree, this.#base.length * 2));
    if (this.#look !== undefined) {
      this.purpose = "look";
      buffer.take(this.#look.next());
      return;
    }
    this.#left -= 1;
    const isTrim = this.#entry?.stage === "trim";
    this.purpose = isTrim ? "trim" : "change";
    if (isTrim) buffer.take(trimmedInput(this.#base, this.#entry?.trims ?? 0));
    else if (this.#sweptAt === undefined) this.#changes.change(buffer, this.#entry);
    else {
      buffer.take(this.#base);
      buffer.bytes[this.#sweptAt] = this.#left;
    }
  }

  #beginTurn(): void {
    this.#isFound = false;
    this.#changes.weigh();
    const entry =
      this.#entries.firstUnready(this.#isBefore) ?? this.#entries.choose(this.#generator);
    this.#take(entry);
    this.#sweptAt = undefined;
    this.#left = turnLength;
    if (entry === undefined) return;
    if (entry.stage === "ready") {
      this.#entries.select(entry);
      this.#sweep();
    } else if (entry.stage === "trim") this.#left = 1;
    else if (this.#coverage !== undefined) {
      const isText = this.#input.kind === "text";
      const [coverage, generator] = [this.#coverage, this.#generator];
      this.#look = new InputLook({ input: this.#base, isText, coverage, generator });
    }
  }

  /** Now and then one byte gets every value: what is computed of it alone is met so. */
  #sweep(): void {
    const { length } = this.#base;
    if (length === 0 || this.#generator.integer(1, sweepEvery) > 1) return;
    this.#sweptAt = this.#generator.integer(0, Math.min(length, sweptMax) - 1);
    this.#left = 256;
  }

  #take(entry: Checkpoint | undefined): void {
    this.#entry = entry;
    this.#base = (entry === undefined ? undefined : inputOf(entry.decisions)) ?? noBytes;
    this.#prefix = entry === undefined ? [] : prefixOf(entry.decisions);
    this.#changes.take(this.#base);
  }

  /** Lets what is read of the input follow what was computed of it; then it is run again. */
  #mend(): boolean {
    const { gates } = this;
    if (gates.length === 0 || this.#mends >= mendsMax || this.purpose === "trim") return false;
    const operands = this.#look?.operands ?? this.#operands;
    if (!mend(this.#buffer, operands, gates)) return false;
    this.#mends += 1;
    this.#isMended = true;
    return true;
  }

  #endLook(): void {
    const look = this.#look;
    const entry = this.#entry;
    if (look === undefined || entry === undefined) return;
    look.hear(this.#buffer.copy());
    if (!look.isOver) return;
    this.#look = undefined;
    this.#left = turnLength;
    const hints = this.#tries.begin(entry, look.samples);
    const ready: Checkpoint = {
      ...entry,
      hints: keptHints(hints.slice(0, hintsKept)),
      stage: "ready",
    };
    this.#entries.replace(ready);
    this.#entry = this.#entries.at(entry.id) ?? ready;
    this.#entries.select(this.#entry);
    this.#changes.remember(this.#entry);
  }

  #endTrim(isDirect: boolean): void {
    const entry = this.#entry;
    if (entry === undefined) return;
    const { map } = this.#coverage ?? {};
    const isSame =
      isDirect && entry.hits.every(([slot, bucket]) => map?.hasReached(slot, bucket) === true);
    this.#entries.replace(afterTrim(entry, isSame ? this.#buffer.copy() : undefined));
    this.#isFound = true;
    this.#left = 0;
  }
}

// --- inside ---

/** So many inputs are made from one entry before another one is chosen. */
const turnLength = 64;
/** Up to here inputs may grow at once; beyond they may only double. */
const lengthFree = 64;
/** One turn in so many gives one byte every value, if it is among the first. */
const sweepEvery = 8;
const sweptMax = 64;
/** So often one input is mended. */
const mendsMax = 8;
/** So many hints of an entry are kept for later. */
const hintsKept = 64;

const noGates: readonly Gate[] = [];
