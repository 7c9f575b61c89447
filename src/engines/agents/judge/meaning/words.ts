/** A sentence of an answer, cut into clauses. */
export interface Sentence {
  readonly text: string;
  readonly isQuestion: boolean;
  /** It comes after a colon. */
  readonly isListed: boolean;
  readonly clauses: readonly RawClause[];
}

/** A part of a sentence with one predicate, and the word that joins it to what stands before. */
export interface RawClause {
  readonly text: string;
  readonly words: readonly string[];
  /** `but`, `if`, `,`: what stands before it; empty for the first one. */
  readonly joint: string;
}

/** Sentences of a text, contractions written out. Of a long text the beginning is read. */
export function sentencesOf(text: string): readonly Sentence[] {
  return plainText(text)
    .split(/(?<=[.!?;…])\s+|(?<=[.!?]["')\]])\s+|(?<=:)\s+|\n+|\s+[—–-]+\s+/u)
    .map((one) => one.trim())
    .filter((one) => /[\p{L}\p{N}]/u.test(one))
    .map((one, at, all) => ({
      text: one.replace(/:$/u, ""),
      isQuestion: /\?["')\]\s]*$/u.test(one),
      isListed: all[at - 1]?.endsWith(":") === true,
      clauses: clausesOf(one.replace(/:$/u, "")),
    }));
}

/** A text as it is compared: one kind of apostrophe, contractions written out. */
export function plainText(text: string): string {
  let plain = text.slice(0, textMax).replaceAll(/[\u2018\u2019\u02BC]/gu, "'");
  plain = plain.replaceAll(/[*_`#>]+/gu, " ").replaceAll(/[^\S\n]+/gu, " ");
  for (const [shape, whole] of contractions) plain = plain.replaceAll(shape, whole);
  return plain;
}

/** The words of a text in small letters; `cv.pdf`, `2.4.1` and `anna@example.com` are one each. */
export function wordsOf(text: string): readonly string[] {
  const found = text.toLowerCase().match(/[\p{L}\p{N}](?:[\p{L}\p{N}@._+/-]*[\p{L}\p{N}])?/gu);
  return found ?? [];
}

/** A word without its ending, so that `booked`, `books` and `booking` are the same. */
export function stem(word: string): string {
  const plain = word.replace(/'s?$/u, "");
  if (/\d/u.test(plain) || plain.length < 4) return plain;
  const cut = plain
    .replace(/(?:ies|ied|ying)$/u, "y")
    .replace(/(?:ations?|ions?|ments?|ings?|ed|es|s)$/u, "");
  const base = cut.length < 3 ? plain : cut;
  const single = base.length > 3 ? base.replace(/([bdglmnprt])\1$/u, "$1") : base;
  return single.replace(/e$/u, "");
}

// --- inside ---

/** Of a longer answer so many characters are read. */
const textMax = 20_000;

const contractions: readonly (readonly [RegExp, string])[] = [
  [/\bcan't\b|\bcannot\b/giu, "can not"],
  [/\bwon't\b/giu, "will not"],
  [/\bshan't\b/giu, "shall not"],
  [/\bain't\b/giu, "is not"],
  [/n't\b/giu, " not"],
  [/\b(I)'m\b/giu, "$1 am"],
  [/'ve\b/giu, " have"],
  [/'ll\b/giu, " will"],
  [/'re\b/giu, " are"],
  [/\b(I|we|you|they|he|she|it)'d (?=rather|prefer|be|like|love|have to|need)/giu, "$1 would "],
  [/\b(I|we|you|they|he|she|it)'d\b/giu, "$1 had"],
  [/'s (?=(?:just |now |already )?been\b)/giu, " has "],
  [/\b(it|that|this|there|here|what|everything|all|he|she|let)'s\b/giu, "$1 is"],
];

/** Words that begin another clause. What is not a joint stays within its clause. */
const joints = new RegExp(
  String.raw`,?\s+(but|however|although|though|whereas|while|because|since|so|if|whether|unless` +
    String.raw`|until|when|before|after|as soon as|as long as|except|which|who|nevertheless` +
    String.raw`|once(?= (?:the|it|this|that|your|we|i|they|you)\b)|only that)\b[,:]?` +
    String.raw`|,\s+(yet|and|or|then)\b|(,)\s+|\s+(and)(?=\s+(?:i|we|you|it|he|she|they|the|your|` +
    String.raw`my|our|this|that|no|not|there|all|everyone|everything|nothing)\b|` +
    String.raw`\s+\S+(?:\s+\S+)?\s+(?:is|are|was|were|has|have|had|will|can|could)\b|` +
    String.raw`\s+(?:will|can|could|would|should|may|must|am|have|has|is|are|was)\b)`,
  "giu",
);

const leading = new RegExp(
  "^(?:but|however|although|though|whereas|while|because|since|so|if|whether|unless|until|when|" +
    "before|after|as soon as|as long as|except|despite|in spite of|once|yet|and|or|then)\\b",
  "iu",
);

function clausesOf(sentence: string): readonly RawClause[] {
  const clauses: RawClause[] = [];
  let from = 0;
  let joint = "";
  const add = (text: string): void => {
    const words = wordsOf(text);
    if (words.length === 0) return;
    const own = leading.exec(text.trim())?.[0].toLowerCase();
    clauses.push({ text: text.trim(), words, joint: own ?? joint });
  };
  for (const found of sentence.matchAll(joints)) {
    add(sentence.slice(from, found.index));
    joint = (found[1] ?? found[2] ?? found[3] ?? found[4] ?? "").toLowerCase();
    from = found.index + found[0].length;
  }
  add(sentence.slice(from));
  return clauses;
}
