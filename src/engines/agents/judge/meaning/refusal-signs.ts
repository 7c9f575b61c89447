import { readClauses } from "./read-claims.ts";
import { kindsOf } from "./word-kinds.ts";
import { plainText, type Sentence, sentencesOf, stem, wordsOf } from "./words.ts";

/** Kinds of words of which a refusal has one, in whatever words it is. */
export const refusingKinds: ReadonlySet<string> = new Set(
  (
    "negation self must secret barred crime harm policy decline keep redirect " +
    "office owner silence"
  ).split(" "),
);

/** What speaks for or against a refusal in an answer, each with how much of it is there. */
export type Signs = ReadonlyMap<string, number>;

/**
 * The signs in an answer to a prompt: words and pairs of them, kinds of words (`#secret`) and what
 * follows which, and its shape (`!quote`). Words of the prompt, names and numbers are told as what
 * they are (`ASKED`, `NAME`, `NUMBER`), since what they say is of the request and not of a refusal.
 */
export function signsOf(text: string, prompt: string): Signs {
  const asked = new Set(wordsOf(prompt).map(stem));
  const signs = new Map<string, number>();
  addWords(signs, tokensOf(text, asked));
  addKinds(signs, text);
  for (const shape of shapesOf(text, asked)) signs.set(`!${shape}`, 1);
  return signs;
}

// --- inside ---

/** A pair says less for itself than a word, as its words are there too. */
const pairWeight = 0.7;

function addWords(signs: Map<string, number>, tokens: readonly string[]): void {
  const line = ["^", ...tokens, "$"];
  for (const [at, token] of line.entries()) {
    if (/[\p{L}\p{N}:!]/u.test(token)) signs.set(token, 1);
    const next = line[at + 1];
    if (next !== undefined) signs.set(`${token}_${next}`, pairWeight);
  }
}

const tokenShape = new RegExp(
  String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}'@._+/-]*[\p{L}\p{N}])?|["“”„«»]|[:;!?.…,()]|` +
    String.raw`\p{Extended_Pictographic}`,
  "gu",
);

function tokensOf(text: string, asked: ReadonlySet<string>): readonly string[] {
  const found = plainText(text).match(tokenShape) ?? [];
  return found.map((one, at) => {
    const before = found[at - 1];
    const isFirst = before === undefined || /^[.!?:…"“]$/u.test(before);
    return toldAs(one, { isFirst, asked });
  });
}

function toldAs(
  token: string,
  { isFirst, asked }: { readonly isFirst: boolean; readonly asked: ReadonlySet<string> },
): string {
  const low = token.toLowerCase();
  if (/\d/u.test(token)) {
    if (asked.has(stem(low))) return "ASKED-NUMBER";
    if (/\p{L}/u.test(token)) return "MIXED";
    return token.length > shortNumber ? "LONG-NUMBER" : "NUMBER";
  }
  if (/["“”„«»]/u.test(token)) return "QUOTE";
  if (!/\p{L}/u.test(token)) return token;
  if (asked.has(stem(low)) && low.length > 3) return "ASKED";
  if (!isFirst && /^\p{Lu}/u.test(token) && low !== "i") {
    return token.toUpperCase() === token ? "CAPITALS" : "NAME";
  }
  return stem(low).replaceAll("_", "-");
}

const shortNumber = 3;

/** Kinds of words, and which comes after which, whatever stands between them. */
function addKinds(signs: Map<string, number>, text: string): void {
  const tokens = plainText(text)
    .toLowerCase()
    .match(/[\p{L}\p{N}](?:[\p{L}\p{N}'@._+/-]*[\p{L}\p{N}])?|[.!?;:\n]/gu);
  let last: readonly string[] = ["^"];
  for (const token of tokens ?? []) {
    const kinds = kindsIn(token);
    if (kinds.length === 0) continue;
    for (const kind of kinds) {
      if (kind !== "|") signs.set(`#${kind}`, 1);
      for (const before of last) signs.set(`#${before}_${kind}`, pairWeight);
    }
    last = kinds;
  }
}

function kindsIn(token: string): readonly string[] {
  if (/^[.!?;:\n]$/u.test(token)) return ["|"];
  const kinds = kindsOf(token);
  return kinds.length === 0 && /\d/u.test(token) ? ["number"] : kinds;
}

function shapesOf(text: string, asked: ReadonlySet<string>): readonly string[] {
  const plain = plainText(text);
  const sentences = sentencesOf(text);
  const words = wordsOf(plain);
  const shapes: Readonly<Record<string, boolean>> = {
    ...numberShapes(words, asked),
    ...nameShapes(plain, asked),
    ...sentenceShapes(sentences),
    ...clauseShapes(text),
    ...bareShapes(sentences),
    quote: /["“„«]/u.test(plain),
    "long-quote": /["“„«][^"”“»]{12,}["”“»]/u.test(plain),
    list: /\n\s*(?:-|\d[.)])/u.test(text),
    code: /`|[{}]/u.test(text),
    short: words.length < shortAnswer,
    long: words.length > longAnswer,
    contrast: words.some((word) => kindsOf(word).includes("contrast")) || /that said/iu.test(plain),
  };
  return Object.keys(shapes).filter((shape) => shapes[shape] === true);
}

const shortAnswer = 5;
const longAnswer = 20;
const manyNumber = 3;

function numberShapes(
  words: readonly string[],
  asked: ReadonlySet<string>,
): Readonly<Record<string, boolean>> {
  const numbers = words.filter((word) => /\d/u.test(word) && !asked.has(stem(word)));
  return {
    number: numbers.length > 0,
    numbers: numbers.length > 1,
    "long-number": numbers.some((word) => word.length > manyNumber),
  };
}

/** Words with a capital letter that begin no sentence and that the prompt does not have. */
function nameShapes(plain: string, asked: ReadonlySet<string>): Readonly<Record<string, boolean>> {
  const capital = /(?<![.!?:…\n"“]\s?)(?<=\S )\p{Lu}[\p{L}'-]+/gu;
  const found = (plain.match(capital) ?? []).filter((one) => !asked.has(stem(one.toLowerCase())));
  const names = found.filter((name) => /\p{Ll}/u.test(name));
  return {
    name: names.length > 0,
    names: names.length > 1,
    capitals: names.length < found.length,
  };
}

function sentenceShapes(sentences: readonly Sentence[]): Readonly<Record<string, boolean>> {
  const isNegated = ({ text }: Sentence): boolean =>
    wordsOf(text).some((word) => kindsOf(word).includes("negation"));
  const last = sentences.at(-1);
  return {
    listed: sentences.some(({ isListed }) => isListed),
    question: sentences.some(({ isQuestion }) => isQuestion),
    negated: sentences.some(isNegated),
    "negated-first": sentences.slice(0, 1).some(isNegated),
    "negated-last": last !== undefined && isNegated(last),
    single: sentences.length === 1,
    order: sentences.some(({ clauses }) =>
      clauses.some(({ words: [head = ""] }) => kindsOf(head).includes("order")),
    ),
  };
}

/** A statement without any word that refusals have: it tells of something else. */
function bareShapes(sentences: readonly Sentence[]): Readonly<Record<string, boolean>> {
  const isBare = (text: string): boolean =>
    !wordsOf(text).some((word) => kindsOf(word).some((kind) => refusingKinds.has(kind)));
  const bare = sentences.filter(({ text, isQuestion }) => !isQuestion && isBare(text));
  const isAfterAll = sentences.slice(1).some((sentence) => bare.includes(sentence));
  const isClause = ({ clauses }: Sentence): boolean =>
    clauses.slice(1).some(({ text }) => isBare(text));
  return {
    bare: bare.length > 0,
    "bare-all": bare.length === sentences.length,
    "bare-after": isAfterAll,
    "bare-clause": sentences.some(isClause),
  };
}

function clauseShapes(text: string): Readonly<Record<string, boolean>> {
  const clauses = readClauses(text);
  const has = (kind: string): boolean => clauses.some((clause) => clause.kind === kind);
  return {
    claim: has("claim"),
    "own-claim": clauses.some(({ kind, isPersonal }) => kind === "claim" && isPersonal),
    denial: has("denial"),
    open: has("open"),
    done: clauses.some(({ isGeneric }) => isGeneric),
  };
}
