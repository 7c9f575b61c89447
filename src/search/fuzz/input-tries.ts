import type { Checkpoint } from "../guidance/guided-state.ts";
import type { CoverageMap } from "../../subject/coverage/index.ts";
import type { ComparedOperands, ComparedPair } from "./compared-operands.ts";
import type { Gate } from "./gates.ts";
import type { InputBuffer } from "./input-buffer.ts";
import { prefixOf } from "./input-entries.ts";
import type { InputHint } from "./input-hint.ts";
import { type HintMeans, inputHints } from "./input-hints.ts";
import { jsonHints, jsonLike } from "./json-inputs.ts";
import type { LookSample } from "./look.ts";
import type { Pieces } from "./pieces.ts";

/** A change that is to be tried, and what it is a change of. */
export interface InputTry {
  readonly base: Uint8Array;
  /** What has to be run before it. */
  readonly prefix: readonly Uint8Array[];
  readonly hint: InputHint;
  readonly gates: readonly Gate[];
  /** So many changes at the same comparison led to it. */
  readonly depth: number;
  /** How often the two operands there were equal before. */
  readonly equals: number;
  /** Where what it is a change of compared anything. */
  readonly sites: ReadonlySet<number>;
}

/** The changes of an entry that are still to be tried, one after the other. */
export class InputTries {
  readonly #pieces: Pieces;
  /** Inputs that reached something a short while ago. */
  readonly #others: () => readonly Uint8Array[];
  readonly #isEquality: (site: number) => boolean;
  /** The next one is the last. */
  readonly #left: InputTry[] = [];
  readonly #seen = new Set<string>();
  #followsLeft = 0;

  constructor(parts: {
    readonly pieces: Pieces;
    readonly map: CoverageMap | undefined;
    readonly others: () => readonly Uint8Array[];
  }) {
    const { pieces, map, others } = parts;
    this.#pieces = pieces;
    this.#others = others;
    this.#isEquality = (site) => map?.isEquality(site) ?? true;
  }

  get count(): number {
    return this.#left.length;
  }

  next(): InputTry | undefined {
    return this.#left.pop();
  }

  /** Leaves out what is left for a comparison: it came out otherwise. */
  drop({ base, hint: { site } }: InputTry): void {
    if (site === undefined) return;
    const kept = this.#left.filter((one) => one.hint.site !== site || one.base !== base);
    this.#left.splice(0, this.#left.length, ...kept);
  }

  /** Starts with what a look has shown; what comes of it is given back, as hints. */
  begin(
    { gates = [], decisions }: Checkpoint,
    samples: readonly LookSample[],
  ): readonly InputHint[] {
    const [first] = samples;
    this.#seen.clear();
    this.#followsLeft = followsMax;
    if (first === undefined) return [];
    for (const pairs of first.compared.values()) {
      for (const [at, pair] of pairs.entries()) {
        this.#seen.add(keyOf(pair, at));
        this.#learn(pair);
      }
    }
    const hints = inputHints(samples, this.#means());
    this.#pieces.learnFrom(hints);
    const base = first.input;
    const all = [...hints, ...this.#further(base)];
    const equals = (hint: InputHint): number =>
      hint.site === undefined ? 0 : equalsIn(first.compared.get(hint.site) ?? []);
    const sites = new Set(first.compared.keys());
    const same = { base, prefix: prefixOf(decisions), gates, depth: 0, sites };
    this.#push(all.map((hint) => ({ ...same, hint, equals: equals(hint) })));
    return hints;
  }

  /**
   * Hears how a change came out that brought nothing new: where the same comparison has gone on to
   * something else, or another one was reached, that is tried next.
   */
  follow(tried: InputTry, buffer: InputBuffer, operands: ComparedOperands): void {
    const { hint, gates, depth, prefix } = tried;
    if (depth >= depthMax || this.#followsLeft <= 0) return;
    const reached = operands.all();
    const sites = new Set(reached.keys());
    const known = hint.gate === undefined ? gates : [...gates, hint.gate];
    const base = buffer.copy();
    const near = hint.at + hint.piece.length;
    for (const [site, all] of reached) {
      const equals = equalsIn(all);
      const isFurther = site === hint.site && equals > tried.equals;
      if (!isFurther && hint.site !== undefined && tried.sites.has(site)) continue;
      const compared = new Map([[site, this.#unseen(all)]]);
      const pairMax = isFurther ? furtherEach : followsEach;
      const hints = inputHints([{ input: base, compared }], { ...this.#means(near), pairMax });
      const some = hints.slice(0, Math.min(followsEach, this.#followsLeft));
      this.#followsLeft -= some.length;
      const next = { base, prefix, gates: known, depth: depth + 1, equals, sites };
      this.#push(some.map((change) => ({ ...next, hint: change })));
    }
  }

  #unseen(pairs: readonly ComparedPair[]): readonly ComparedPair[] {
    return pairs.filter((pair, at) => {
      const key = keyOf(pair, at);
      const isNew = pair.left !== pair.right && !this.#seen.has(key);
      if (isNew) this.#seen.add(key);
      return isNew;
    });
  }

  #push(tries: readonly InputTry[]): void {
    for (let at = tries.length - 1; at >= 0; at--) {
      const one = tries[at];
      if (one !== undefined) this.#left.push(one);
    }
    if (this.#left.length > leftMax) this.#left.splice(0, this.#left.length - leftMax);
  }

  #means(near?: number): HintMeans {
    const { literals, separators } = this.#pieces;
    return { literals, separators, near, isEquality: this.#isEquality };
  }

  #learn({ left, right }: ComparedPair): void {
    // What is looked for is mostly what stands on the right, and never what the input is.
    for (const value of left === undefined ? [right] : [right, left]) {
      if (this.#pieces.literals.has(value) || left === undefined) this.#pieces.learnValue(value);
    }
  }

  /** What does not follow from comparisons: what may have to come next, and what JSON may hold. */
  #further(base: Uint8Array): readonly InputHint[] {
    const root = jsonLike(base);
    const found: InputHint[] = [];
    if (root !== undefined) {
      for (const piece of jsonHints(root, this.#pieces.json)) {
        found.push({ at: 0, length: base.length, piece });
        if (found.length >= jsonMax) break;
      }
    }
    if (base.length > extendedMax) return found;
    for (const other of this.#others()) {
      if (other.length === 0 || other.length > extendedMax) continue;
      found.push({ at: base.length, length: 0, piece: other }, { at: 0, length: 0, piece: other });
    }
    for (const byte of this.#pieces.small) {
      found.push({ at: base.length, length: 0, piece: Uint8Array.of(byte) });
    }
    return found;
  }
}

// --- inside ---

/** So many changes may follow from others in one turn, so many from one, and so far. */
const followsMax = 192;
const followsEach = 12;
/** Of one of several pairs that were compared at a place so many. */
const furtherEach = 3;
const depthMax = 96;
/** So many changes are waiting; older ones are given up. */
const leftMax = 4_096;
/** So many forms of one JSON are tried. */
const jsonMax = 512;
/** What is longer is not made longer byte by byte. */
const extendedMax = 64;

function equalsIn(pairs: readonly ComparedPair[]): number {
  return pairs.filter(({ left, right }) => left === right).length;
}

function keyOf({ site, left, right }: ComparedPair, at: number): string {
  return `${site} ${at} ${valueKey(left)} ${valueKey(right)}`;
}

function valueKey(value: unknown): string {
  return value instanceof Uint8Array ? value.join() : `${typeof value}${String(value)}`;
}
