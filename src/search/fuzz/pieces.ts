import { drawValue } from "../../kernel/decisions/drawing-random.ts";
import { RandomSource, SimplestSource } from "../../kernel/decisions/random-source.ts";
import { seedWords } from "../../kernel/decisions/seed.ts";
import type { Generator } from "../../kernel/decisions/generator.ts";
import type { DeclaredInput } from "../../kernel/subject/subject.ts";
import { bytesFromHex, bytesToHex } from "../../kernel/values/bytes.ts";
import { fastCheck } from "../../subject/calls/fast-check.ts";
import type { SourceToken } from "../../subject/coverage/index.ts";
import { formsOf, type InputHint } from "./input-hints.ts";

/** What inputs are likely to hold: a dictionary, the source's own literals, what was looked for. */
export class Pieces {
  readonly #all: Uint8Array[] = [];
  readonly #rare: readonly Uint8Array[];
  readonly #known = new Set<string>();

  constructor(input: DeclaredInput, tokens: readonly SourceToken[]) {
    this.#rare = (input.tokens ?? []).flatMap((hex) => bytesFromHex(hex) ?? []);
    for (const hex of input.dictionary) this.#add(bytesFromHex(hex));
    for (const token of tokens) {
      if (typeof token === "object") for (const text of wordsOf(token.pattern)) this.#addText(text);
      else for (const form of formsOf(token)) this.#add(form);
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
      if (piece.length > 1 && piece.length <= lengthMax) this.#add(piece);
    }
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
