import { smallLetters, writtenForms } from "./secret-forms.ts";
import { joinedLines, spelledBytes } from "./spelled-bytes.ts";
import { asWritten, type ReadText, unescaped } from "./unescaped.ts";

/** A part of a text that is secret. */
export interface SecretSpan {
  readonly start: number;
  readonly end: number;
}

/**
 * Finds known secrets in one pass over a text, however many there are, in every form in which they
 * may be written. Of a text that was cut, it finds what is left of a secret at the cut.
 */
export class SecretFinder {
  readonly #secrets = new Set<string>();
  readonly #forms: string[] = [];
  /** Where pieces of the secrets stand in them, for texts whose beginning was cut off. */
  readonly #pieces = new Map<string, { readonly form: string; readonly at: number }>();
  #automaton: Automaton | undefined;

  get size(): number {
    return this.#secrets.size;
  }

  has(secret: string): boolean {
    return this.#secrets.has(secret);
  }

  add(secret: string): void {
    this.#secrets.add(secret);
    this.#forms.push(...writtenForms(secret));
    this.#automaton = undefined;
    const form = smallLetters(secret);
    const last = Math.min(form.length - cutMin, piecesMax);
    for (let at = 1; at <= last; at += 1) {
      const piece = form.slice(at, at + cutMin);
      if (!this.#pieces.has(piece)) this.#pieces.set(piece, { form, at });
    }
  }

  /** Where secrets stand; parts may overlap. Prose is for people: nobody parses it. */
  find(text: string, isProse: boolean): readonly SecretSpan[] {
    if (this.#secrets.size === 0) return [];
    const found: SecretSpan[] = [];
    let read: ReadText | undefined = asWritten(text);
    for (let round = 0; read !== undefined && round <= escapesMax; round += 1) {
      found.push(...this.#in(read), ...this.#in(spelledBytes(read, 16)));
      // In what a program reads, a list of numbers is data, and lines have an end.
      const others = isProse
        ? [spelledBytes(read, 10), joinedLines(read, ""), joinedLines(read, " ")]
        : [];
      for (const other of others) found.push(...this.#in(other));
      read = unescaped(read);
    }
    return found;
  }

  #in(read: ReadText | undefined): readonly SecretSpan[] {
    if (read === undefined) return [];
    this.#automaton ??= new Automaton(this.#forms);
    const small = smallLetters(read.text);
    const spans = [...this.#automaton.find(small), ...this.#beginnings(small)];
    return spans.map(({ start, end }) => ({ start: read.startOf(start), end: endIn(read, end) }));
  }

  /** The ends of secrets whose beginnings were cut off. */
  #beginnings(text: string): readonly SecretSpan[] {
    const places = [0];
    for (let at = text.indexOf("…"); at !== -1; at = text.indexOf("…", at + 1)) places.push(at + 1);
    return places.flatMap((start) => {
      const piece = this.#pieces.get(text.slice(start, start + cutMin));
      const rest = piece?.form.slice(piece.at);
      if (rest === undefined || isWord(rest) || !text.startsWith(rest, start)) return [];
      return [{ start, end: start + rest.length }];
    });
  }
}

// --- inside ---

function endIn(read: ReadText, end: number): number {
  return read.endOf?.(end) ?? read.startOf(end);
}

/** JSON inside of JSON inside of JSON, or an address in one. */
const escapesMax = 4;

/** So many characters of a secret, at a cut, are no chance. */
const cutMin = 8;

const piecesMax = 4_096;

/** So much of a form is looked for; where it stands, the rest is compared. */
const anchorMax = 48;

function isWord(text: string): boolean {
  return text.length < 2 * cutMin && /^[a-z]+$/u.test(text);
}

/**
 * Aho and Corasick's: the state is the longest part of a form that the text read so far ends with,
 * so that each character is looked at once.
 */
class Automaton {
  readonly #next = new Map<number, number>();
  /** By state: where it goes on if nothing fits, how long it is, which forms are complete. */
  readonly #fail: number[] = [0];
  readonly #depth: number[] = [0];
  readonly #forms: string[][] = [[]];
  /** By state: the nearest shorter one in which a form is complete; 0 is none. */
  readonly #shorter: number[] = [0];
  /** Which two letters begin a form; most pairs of a text begin none. */
  readonly #pairs = new Uint8Array(pairsSize);

  constructor(forms: readonly string[]) {
    const layers: number[][] = [];
    const parents: [state: number, code: number][] = [[0, 0]];
    for (const form of forms) this.#grow(form, layers, parents);
    for (const layer of layers) {
      for (const state of layer) {
        const [parent, code] = parents[state] ?? [0, 0];
        this.#fail[state] = parent === 0 ? 0 : this.#step(this.#fail[parent] ?? 0, code);
        const fail = this.#fail[state];
        const isForm = (this.#forms[fail] ?? []).length > 0;
        this.#shorter[state] = isForm ? fail : (this.#shorter[fail] ?? 0);
      }
    }
  }

  find(text: string): readonly SecretSpan[] {
    const found: SecretSpan[] = [];
    const ends = new Map<string, number>();
    let state = 0;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (state === 0 && this.#pairs[pairOf(code, text.charCodeAt(at + 1))] === 0) continue;
      if (code === cutMark || text.startsWith("...", at)) this.#cut(text, { at, state }, found);
      state = this.#step(state, code);
      if (state !== 0) this.#hits(text, { at: at + 1, state }, { found, ends });
    }
    this.#cut(text, { at: text.length, state }, found);
    return found;
  }

  #hits(text: string, place: Reached, { found, ends }: Found): void {
    for (let { state } = place; state !== 0; state = this.#shorter[state] ?? 0) {
      for (const form of this.#forms[state] ?? []) {
        const depth = this.#depth[state] ?? 0;
        const start = place.at - depth;
        // Compared already, from an earlier place: `aaaa…` is in itself everywhere.
        if ((ends.get(form) ?? 0) >= place.at) continue;
        let length = depth;
        while (length < form.length && form[length] === text[start + length]) length += 1;
        found.push({ start, end: start + length });
        ends.set(form, start + length);
      }
    }
  }

  /** What is left of a secret where a text ends, or where it says that it was cut. */
  #cut(text: string, { at, state }: Reached, found: SecretSpan[]): void {
    const depth = this.#depth[state] ?? 0;
    if (depth < cutMin || isWord(text.slice(at - depth, at))) return;
    found.push({ start: at - depth, end: at });
  }

  #grow(form: string, layers: number[][], parents: [number, number][]): void {
    let state = 0;
    const length = Math.min(form.length, anchorMax);
    this.#pairs[pairOf(form.charCodeAt(0), form.charCodeAt(1))] = 1;
    for (let at = 0; at < length; at += 1) {
      const code = form.charCodeAt(at);
      let next = this.#next.get(keyOf(state, code));
      if (next === undefined) {
        next = this.#fail.length;
        this.#next.set(keyOf(state, code), next);
        this.#fail.push(0);
        this.#shorter.push(0);
        this.#depth.push(at + 1);
        this.#forms.push([]);
        parents.push([state, code]);
        (layers[at] ??= []).push(next);
      }
      state = next;
    }
    this.#forms[state]?.push(form);
  }

  #step(from: number, code: number): number {
    for (let state = from; ; state = this.#fail[state] ?? 0) {
      const next = this.#next.get(keyOf(state, code));
      if (next !== undefined) return next;
      if (state === 0) return 0;
    }
  }
}

interface Reached {
  readonly at: number;
  readonly state: number;
}

interface Found {
  readonly found: SecretSpan[];
  /** How far each form was found. */
  readonly ends: Map<string, number>;
}

const cutMark = "…".charCodeAt(0);
const pairsSize = 65_536;

function pairOf(first: number, second: number): number {
  return ((first << 8) ^ second) & (pairsSize - 1);
}

function keyOf(state: number, code: number): number {
  return state * 65_536 + code;
}
