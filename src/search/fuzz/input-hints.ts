import type { ComparedPair } from "./compared-operands.ts";
import { formOf, type Gate } from "./gates.ts";
import type { InputHint } from "./input-hint.ts";
import type { LookSample } from "./look.ts";
import { type NumberPlace, OperandPlaces } from "./operand-places.ts";
import { binaryForms, numberHints } from "./plain-hints.ts";
import { bytesOfText, missingText, replacedText } from "./text-hints.ts";

/** What is known besides what was compared. */
export interface HintMeans {
  /** The numbers and texts of the source: what is compared with one of these is not computed. */
  readonly literals: ReadonlySet<unknown>;
  /** What the code takes texts apart at. */
  readonly separators: readonly string[];
  /** Where the last change was, from which the code may have gone on a little. */
  readonly near?: number | undefined;
  /** So many changes are tried of one comparison. */
  readonly pairMax?: number | undefined;
  /** Whether a comparison asks if two are equal, and not for their order. */
  readonly isEquality: (site: number) => boolean;
}

/**
 * Changes of the first of the samples that would have made comparisons come out otherwise: where
 * one operand comes from, the other one in its place. What was reached last comes first.
 */
export function inputHints(samples: readonly LookSample[], means: HintMeans): readonly InputHint[] {
  const finder = new HintFinder(samples, means);
  return finder.find();
}

/** The bytes in which a value of a comparison, or of the source, may stand in an input. */
export function formsOf(value: unknown): readonly Uint8Array[] {
  if (typeof value === "string") return value === "" ? [] : [encoder.encode(value)];
  if (typeof value === "bigint") return [encoder.encode(String(value))];
  if (typeof value !== "number" || !Number.isFinite(value)) return [];
  return [...binaryForms(value), encoder.encode(String(value))];
}

// --- inside ---

const encoder = new TextEncoder();

/** So many changes of one input are tried. */
const hintsMax = 320;
/** Of one comparison so many. */
const pairMax = 48;

/** One operand in every sample, and the other one. */
interface Relation {
  readonly site: number;
  readonly side: Gate["read"];
  readonly from: readonly unknown[];
  readonly to: readonly unknown[];
}

class HintFinder {
  readonly #samples: readonly LookSample[];
  readonly #means: HintMeans;
  readonly #places: OperandPlaces;
  readonly #found = new Map<string, InputHint>();

  constructor(samples: readonly LookSample[], means: HintMeans) {
    this.#samples = samples;
    this.#means = means;
    this.#places = new OperandPlaces(samples);
  }

  find(): readonly InputHint[] {
    const [first] = this.#samples;
    const relations = Array.from(first?.compared ?? [])
      .toReversed()
      .flatMap(([site, pairs]) => this.#relations(site, pairs));
    // What follows from where operands come from is surer than what may merely stand there.
    for (const hintsOf of [this.#known, this.#guessed]) {
      for (const relation of relations) {
        let left = this.#means.pairMax ?? pairMax;
        for (const hint of hintsOf.call(this, relation)) {
          const key = `${hint.at} ${hint.length} ${hint.piece.join()}`;
          if (!this.#found.has(key)) this.#found.set(key, { ...hint, site: relation.site });
          if (this.#found.size >= hintsMax) return [...this.#found.values()];
          if ((left -= 1) <= 0) break;
        }
      }
    }
    return [...this.#found.values()];
  }

  #relations(site: number, pairs: readonly ComparedPair[]): readonly Relation[] {
    const lists = this.#samples.map(({ compared }) => compared.get(site) ?? []);
    const isAligned = lists.every((list) => list.length === pairs.length);
    const known = new Set<string>();
    const found: Relation[] = [];
    for (let at = pairs.length - 1; at >= 0; at--) {
      const all = (isAligned ? lists : lists.slice(0, 1)).flatMap((list) => list[at] ?? []);
      const [lefts, rights] = [all.map(({ left }) => left), all.map(({ right }) => right)];
      if (isSame(lefts[0], rights[0])) continue;
      const key = [...lefts, ...rights].map(keyOf).join();
      if (known.has(key)) continue;
      known.add(key);
      found.push({ site, side: "left", from: lefts, to: rights });
      if (lefts[0] !== undefined) found.push({ site, side: "right", from: rights, to: lefts });
    }
    return found;
  }

  /** Where it is known which bytes an operand comes from. */
  *#known(relation: Relation): Generator<InputHint> {
    const { from, to } = relation;
    if (!areNumbers(from) || from.length < this.#samples.length) return;
    for (const place of this.#places.of(from)) {
      const gate = this.#gateAt(place, relation);
      for (const [index, { input }] of this.#samples.entries()) {
        const old = input.subarray(place.at, place.at + place.size);
        const piece = formOf(place, to[index], old);
        if (piece === undefined) continue;
        yield* this.#applied(index, { at: place.at, length: place.size, piece, gate });
        const next = to[index];
        const isDecided = gate !== undefined || this.#means.isEquality(relation.site);
        if (isDecided || typeof next !== "number") break;
        // An order is decided next to the other operand.
        for (const wanted of [next + 1, next - 1]) {
          const beside = formOf(place, wanted, old);
          if (beside === undefined) continue;
          yield* this.#applied(index, { at: place.at, length: place.size, piece: beside });
        }
        break;
      }
    }
  }

  /** A change of one of the samples as one of the first: all else is replaced along. */
  *#applied(index: number, hint: InputHint): Generator<InputHint> {
    if (index === 0) {
      yield hint;
      return;
    }
    const [first, other] = [this.#samples[0], this.#samples[index]];
    if (first === undefined || other === undefined) return;
    const piece = Uint8Array.from(other.input);
    piece.set(hint.piece.subarray(0, hint.length), hint.at);
    yield { ...hint, at: 0, length: first.input.length, piece };
  }

  #gateAt({ at, form, offset }: NumberPlace, { site, side, to }: Relation): Gate | undefined {
    const isComputed = to.some((value) => value !== to[0]);
    if (site < 0 || (!isComputed && this.#means.literals.has(to[0]))) return undefined;
    const fromEnd = (this.#samples[0]?.input.length ?? 0) - at;
    return { site, read: side, at, fromEnd, form, offset };
  }

  /** Where an operand may stand, as far as can be seen. */
  *#guessed(relation: Relation): Generator<InputHint> {
    const { from, to } = relation;
    const [input] = this.#samples.map((sample) => sample.input);
    const [before, wanted] = [from[0], to[0]];
    if (input === undefined) return;
    if (typeof wanted === "number" && (typeof before === "number" || before === undefined)) {
      const isKnown = [from, to].some((all) => areNumbers(all) && this.#places.of(all).length > 0);
      const beside = this.#means.isEquality(relation.site) ? [0] : [0, 1, -1];
      const { near } = this.#means;
      if (!isKnown) yield* numberHints(input, { from: before, to: wanted, near, beside });
      return;
    }
    const piece = bytesOfText(wanted);
    if (piece === undefined || piece.length === 0) return;
    const isMissing = before === undefined || before === "";
    const isRead = isMissing ? false : yield* this.#replaced(relation, piece);
    if (!isRead) yield* missingText(input, piece, this.#means.separators);
  }

  *#replaced({ site, side, from, to }: Relation, piece: Uint8Array): Generator<InputHint, boolean> {
    const olds = from.flatMap((value) => bytesOfText(value) ?? []);
    const isComputed = site >= 0 && to.some((value) => !isSame(value, to[0]));
    let isRead = false;
    const inputs = this.#samples.map(({ input }) => input);
    for (const hint of replacedText(inputs, olds, { piece, near: this.#means.near })) {
      isRead = true;
      const fromEnd = (inputs[0]?.length ?? 0) - hint.at;
      const gate = { site, read: side, at: hint.at, fromEnd, form: "text", offset: 0 };
      yield isComputed && hint.length === olds[0]?.length ? { ...hint, gate } : hint;
    }
    return isRead;
  }
}

function areNumbers(values: readonly unknown[]): values is readonly number[] {
  return values.every((value) => typeof value === "number");
}

function isSame(left: unknown, right: unknown): boolean {
  if (left instanceof Uint8Array && right instanceof Uint8Array)
    return Buffer.compare(left, right) === 0;
  return left === right;
}

function keyOf(value: unknown): string {
  return value instanceof Uint8Array ? `b${value.join()}` : `${typeof value}${String(value)}`;
}
