import type { Generator } from "../../kernel/decisions/generator.ts";
import type { Coverage } from "../../subject/coverage/index.ts";
import { ComparedOperands, type ComparedPair } from "./compared-operands.ts";

/** What the code compared for an input. */
export interface LookSample {
  readonly input: Uint8Array;
  readonly compared: ReadonlyMap<number, readonly ComparedPair[]>;
}

/**
 * Looks at an input: at first as it is, and then with other bytes wherever these lead the code the
 * same way. What an operand becomes by that says from which bytes it comes.
 */
export class InputLook {
  readonly operands: ComparedOperands = new ComparedOperands();
  readonly #coverage: Coverage;
  readonly #generator: Generator;
  readonly #original: Uint8Array;
  readonly #kinds: Uint8Array;
  #samples: LookSample[] = [];
  #path = 0;
  /** The input with all bytes replaced that could be. */
  #coloured: Uint8Array;
  #tried: Uint8Array;
  #range: Range | undefined;
  #ranges: Range[] = [];
  #triesLeft = triesMax;
  #step: "original" | "colour" | "coloured" | "again" | "over" = "original";

  constructor(parts: {
    readonly input: Uint8Array;
    readonly isText: boolean;
    readonly coverage: Coverage;
    readonly generator: Generator;
  }) {
    this.#coverage = parts.coverage;
    this.#generator = parts.generator;
    this.#original = parts.input;
    this.#coloured = parts.input;
    this.#tried = parts.input;
    this.#kinds = kindsOf(parts.input, parts.isText);
  }

  /** Whether all has been seen. */
  get isOver(): boolean {
    return this.#step === "over";
  }

  /** The samples of the input: as it was, and up to twice with other bytes. */
  get samples(): readonly LookSample[] {
    return this.#samples;
  }

  /** What is to be run next. */
  next(): Uint8Array {
    this.operands.clear();
    if (this.#step === "colour") {
      this.#range = this.#ranges.shift();
      const { start, end } = this.#range ?? { start: 0, end: 0 };
      this.#tried = this.#recoloured(this.#coloured, start, end);
    } else if (this.#step === "again") {
      this.#tried = this.#recoloured(this.#coloured, 0, this.#coloured.length, this.#original);
    }
    return this.#tried;
  }

  /** Hears what was run in the end, which may have been mended; undefined where it went astray. */
  hear(run: Uint8Array | undefined): void {
    const path = run === undefined ? undefined : this.#coverage.map.pathOfBlocks();
    const isSame = path === this.#path && run?.length === this.#original.length;
    switch (this.#step) {
      case "original":
        this.#path = path ?? 0;
        this.#keep(this.#original);
        this.#ranges = [{ start: 0, end: this.#original.length }];
        this.#step = this.#original.length > 0 ? "colour" : "over";
        return;
      case "colour":
        if (isSame && run !== undefined) this.#coloured = run;
        else this.#split();
        this.#triesLeft -= 1;
        if (this.#ranges.length === 0 || this.#triesLeft <= 0) this.#colouredNext();
        return;
      case "coloured":
        if (isSame && run !== undefined) this.#keep(run);
        this.#step = "again";
        return;
      default:
        if (isSame && run !== undefined) this.#keep(run);
        this.#step = "over";
    }
  }

  #keep(input: Uint8Array): void {
    this.#samples.push({ input, compared: this.operands.all() });
  }

  #colouredNext(): void {
    const isChanged = this.#coloured !== this.#original;
    this.#tried = this.#coloured;
    this.#step = isChanged ? "coloured" : "over";
  }

  #split(): void {
    const { start, end } = this.#range ?? { start: 0, end: 0 };
    if (end - start <= 1) return;
    const middle = (start + end) >> 1;
    // The largest first: they bring most.
    this.#ranges.push({ start, end: middle }, { start: middle, end });
    this.#ranges.sort((a, b) => b.end - b.start - (a.end - a.start));
  }

  /** Other bytes of the same kind; where `unlike` is given, only in places that differ from it. */
  #recoloured(from: Uint8Array, start: number, end: number, unlike?: Uint8Array): Uint8Array {
    const made = Uint8Array.from(from);
    for (let at = start; at < end; at++) {
      if (unlike !== undefined && unlike[at] === from[at]) continue;
      const old = made[at] ?? 0;
      let byte = this.#byte(this.#kinds[at] ?? 0, old);
      if (byte === old) byte = this.#byte(this.#kinds[at] ?? 0, old);
      made[at] = byte;
    }
    return made;
  }

  #byte(kind: number, old: number): number {
    switch (kind) {
      case any:
        return this.#generator.next() >>> 24;
      case digit:
        return this.#generator.integer(0x30, 0x39);
      case lower:
        return this.#generator.integer(0x61, 0x7a);
      case upper:
        return this.#generator.integer(0x41, 0x5a);
      default:
        return old;
    }
  }
}

// --- inside ---

/** So many times other bytes are tried. */
const triesMax = 24;

interface Range {
  readonly start: number;
  readonly end: number;
}

const same = 0;
const any = 1;
const digit = 2;
const lower = 3;
const upper = 4;

/** Text stays text: letters become letters and digits digits; signs give it its structure. */
function kindsOf(input: Uint8Array, isText: boolean): Uint8Array {
  const isWritten = isText || (input.length >= textMin && input.every(isPrintable));
  return input.map((byte) => {
    if (!isWritten) return any;
    if (byte >= 0x30 && byte <= 0x39) return digit;
    if (byte >= 0x61 && byte <= 0x7a) return lower;
    return byte >= 0x41 && byte <= 0x5a ? upper : same;
  });
}

/** Fewer bytes that could be text are not taken for it. */
const textMin = 4;

function isPrintable(byte: number): boolean {
  return (byte >= 0x20 && byte < 0x7f) || (byte >= 0x09 && byte <= 0x0d);
}
