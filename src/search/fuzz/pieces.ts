import { drawValue } from "../../kernel/decisions/drawing-random.ts";
import { RandomSource, SimplestSource } from "../../kernel/decisions/random-source.ts";
import { seedWords } from "../../kernel/decisions/seed.ts";
import type { Generator } from "../../kernel/decisions/generator.ts";
import type { DeclaredInput } from "../../kernel/subject/subject.ts";
import { bytesFromHex, bytesToHex } from "../../kernel/values/bytes.ts";
import { fastCheck } from "../../subject/calls/fast-check.ts";
import type { SourceToken } from "../../subject/coverage/index.ts";
import type { InputHint } from "./input-hint.ts";
import { formsOf } from "./input-hints.ts";
import type { JsonPieces } from "./json-inputs.ts";

/** What inputs are likely to hold: a dictionary, the source's own literals, what was looked for. */
export class Pieces {
  readonly #all: Uint8Array[] = [];
  readonly #rare: readonly Uint8Array[];
  readonly #known = new Set<string>();
  readonly #small: number[] = [];
  /** What the source holds: what is compared with one of these is not computed. */
  readonly literals: Set<unknown> = new Set();
  /** What the code takes texts apart at. */
  readonly separators: string[] = [];
  /** What JSON may have to hold. */
  readonly json: JsonPieces & { readonly names: string[]; readonly values: unknown[] } = {
    names: [],
    values: [],
  };
  readonly #isText: boolean;

  constructor(input: DeclaredInput, tokens: readonly SourceToken[]) {
    this.#isText = input.kind === "text";
    this.#rare = (input.tokens ?? []).flatMap((hex) => bytesFromHex(hex) ?? []);
    for (const hex of input.dictionary) this.#add(bytesFromHex(hex));
    for (const token of tokens) this.#addToken(token);
  }

  /** Single bytes that the code looks for. */
  get small(): readonly number[] {
    return this.#small;
  }

  /** A text or number that was compared with something of the input. */
  learnValue(value: unknown): void {
    if (typeof value !== "string" && typeof value !== "number") return;
    const { values } = this.json;
    if (values.length < valuesMax && !values.includes(value)) values.unshift(value);
    if (typeof value !== "string" || value.length !== 1) return;
    if (this.separators.length < separatorsMax && !this.separators.includes(value)) {
      this.separators.push(value);
    }
  }

  /** One of them; what detectors look for only now and then, since most code does not do it. */
  some(generator: Generator): Uint8Array | undefined {
    const isRare = this.#rare.length > 0 && generator.integer(1, rareEvery) === 1;
    const from = isRare ? this.#rare : this.#all;
    return from[generator.integer(0, Math.max(0, from.length - 1))];
  }

  /** Takes in what the code has looked for; a single byte is none that says much. */
  learnFrom(hints: readonly InputHint[]): void {
    for (const { piece } of hints) {
      if (piece.length === 1) this.#addSmall(piece[0] ?? 0);
      else if (piece.length <= lengthMax) this.#add(piece);
    }
  }

  #addToken(token: SourceToken): void {
    if (typeof token !== "object") {
      this.literals.add(token);
      const { values } = this.json;
      if (values.length < valuesMax && !values.includes(token)) values.push(token);
      const forms = this.#isText ? [Buffer.from(String(token))] : formsOf(token);
      for (const form of forms) this.#add(form);
      const byte = typeof token === "number" ? token : token.codePointAt(0);
      const isSmall = typeof token === "number" || token.length === 1;
      if (isSmall && byte !== undefined) this.#addSmall(byte);
    } else if ("name" in token) {
      if (this.json.names.length < valuesMax) this.json.names.push(token.name);
    } else for (const text of wordsOf(token.pattern)) this.#addText(text);
  }

  #addSmall(byte: number): void {
    const most = this.#isText ? 0x7f : 0xff;
    if (!Number.isInteger(byte) || byte < 0 || byte > most || this.#small.includes(byte)) return;
    if (this.#small.length < smallMax) this.#small.push(byte);
  }

  #addText(text: string): void {
    for (const form of formsOf(text)) this.#add(form);
  }

  #add(piece: Uint8Array | undefined): void {
    if (piece === undefined || piece.length === 0 || this.#all.length >= piecesMax) return;
    const hex = bytesToHex(piece);
    if (this.#known.has(hex)) return;
    this.#known.add(hex);
    this.#all.push(piece);
  }
}

// --- inside ---

/** One piece in so many is a rare one. */
const rareEvery = 8;
const lengthMax = 64;
const piecesMax = 2_000;
const smallMax = 48;
const valuesMax = 200;
const separatorsMax = 4;
/** So many examples of one regular expression. */
const examplesMax = 4;

/** What a regular expression takes, and the words that stand in it. */
function wordsOf(pattern: string): readonly string[] {
  const words = pattern.split(/\\.|\[[^\]]*\]|\(\?[:=!<]+|\{[^}]*\}|[()^$.*+?|]/u);
  return [...examplesOf(pattern), ...words.filter((word) => word.length > 1)];
}

function examplesOf(pattern: string): readonly string[] {
  try {
    const texts = fastCheck().stringMatching(new RegExp(pattern));
    const chance = new RandomSource();
    const random = Array.from({ length: examplesMax - 1 }, (_, at) => {
      chance.restart(seedWords(1), at);
      return drawValue(texts, chance.value("")).value;
    });
    return [drawValue(texts, new SimplestSource().value()).value, ...random];
  } catch {
    return []; // an expression with something that has no examples, such as a look behind
  }
}
