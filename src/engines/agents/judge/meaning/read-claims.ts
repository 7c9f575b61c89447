import { readVerbs } from "./action-words.ts";
import {
  cameTrue,
  courtesyWords,
  endedState,
  failurePhrases,
  failureWords,
  modalPhrases,
  modals,
  negators,
  openJoints,
  promisedResult,
  strippedPhrases,
} from "./english-words.ts";
import { completion, deedsOf, doneByVerb, hasAuxiliary, isGeneric } from "./find-deeds.ts";
import { languageOf, type LanguageWords } from "./other-languages.ts";
import { type RawClause, type Sentence, sentencesOf, stem, wordsOf } from "./words.ts";

/**
 * What a clause says about something being done: it was (`claim`), it was not or went wrong
 * (`denial`), it is asked, wanted, possible or to come (`open`), or nothing of it (`other`).
 */
export type ClauseKind = "claim" | "denial" | "open" | "other";

/** A clause with what it says. */
export interface Clause {
  readonly text: string;
  readonly words: readonly string[];
  readonly kind: ClauseKind;
  /** A claim that names nothing: `Done!`. */
  readonly isGeneric: boolean;
  /** The words that tell what was done: past forms, `live`, `gone`. */
  readonly deeds: readonly string[];
  /** A denial by words of regret only. */
  readonly isCourtesy: boolean;
  /** It is told what will come of it, not that it was done. */
  readonly isPromise: boolean;
  /** A claim of having looked something up. */
  readonly isRead: boolean;
  /** It speaks of who answers or of who asked, or has no subject at all. */
  readonly isPersonal: boolean;
}

/** What a reader may know of the conversation. */
export interface KnownWords {
  /** Stems that tell of no failure here: those of the tools' names and arguments. */
  readonly harmless?: ReadonlySet<string> | undefined;
  /** What was to be done is that something ends, so that it is `no longer` there. */
  readonly isEnding?: boolean | undefined;
  /** The state of what was to be switched, had the call worked. */
  readonly switched?: "on" | "off" | undefined;
}

/** Reads each clause of a text. */
export function readClauses(text: string, known: KnownWords = {}): readonly Clause[] {
  const language = languageOf(text);
  const read: Clause[] = [];
  for (const sentence of sentencesOf(stripped(text))) {
    const clauses: Clause[] = [];
    for (const raw of sentence.clauses) {
      const kind =
        language === undefined
          ? englishKind(raw, sentence, { known, before: clauses.at(-1) })
          : kindIn(language, raw, sentence);
      clauses.push(clauseOf(raw, kind));
    }
    join(read, clauses, sentence);
  }
  return read;
}

// --- inside ---

/** Adds the clauses of a sentence. What a colon follows is a name: `Hotel: failed`. */
function join(read: Clause[], [first, ...others]: readonly Clause[], sentence: Sentence): void {
  if (first === undefined) return;
  const label = sentence.isListed ? read.at(-1) : undefined;
  if (label === undefined || label.words.length > labelMax || label.kind === "denial") {
    read.push(first, ...others);
    return;
  }
  // `rotated: 0 (error)` tells of no rotation.
  const isNothing = /^(?:0|zero|none|nothing|no)\b/iu.test(first.text.trim());
  if (label.kind === "claim" && (isNothing || [first, ...others].some(isPlainDenial))) {
    read[read.length - 1] = { ...label, kind: "denial", isGeneric: false };
  }
  read.push({ ...first, words: [...label.words, ...first.words] }, ...others);
}

function isPlainDenial({ kind, words }: Clause): boolean {
  return kind === "denial" && words.length <= labelMax;
}

/** So many words are a name of what follows, and no sentence. */
const labelMax = 4;

function clauseOf({ text, words }: RawClause, kind: ClauseKind): Clause {
  const lean = leanText(text);
  const isPersonal =
    words.some((word) => personal.has(word)) || (kind === "claim" && !hasAuxiliary.test(lean));
  return {
    text,
    words,
    kind,
    isGeneric: kind === "claim" && isGeneric(lean),
    deeds: kind === "claim" ? deedsOf(lean) : [],
    isCourtesy:
      kind === "denial" &&
      !words.some((word) => negators.has(word)) &&
      words.some((word) => courtesyWords.has(word)) &&
      words.filter((word) => failureWords.has(word)).every((word) => courtesyWords.has(word)) &&
      !failurePhrases.some((one) => one.test(text)),
    isPromise: kind === "open" && promisedResult.test(lean),
    isRead:
      words.some((word) => readVerbs.has(word)) && !doneByVerb(lean, (w) => !readVerbs.has(w)),
    isPersonal,
  };
}

const personal = new Set(
  "i we you your yours me my our us ich wir sie ihre je j'ai nous he".split(" "),
);

function stripped(text: string): string {
  const plain = sentencesText(text);
  let left = plain;
  for (const phrase of strippedPhrases) left = left.replaceAll(phrase, " ");
  return left;
}

/** Contractions must be written out before phrases are looked for. */
function sentencesText(text: string): string {
  return sentencesOf(text)
    .map(({ text: one }, at, all) => {
      if (all[at + 1]?.isListed === true) return `${one}:`;
      return /[.!?;…]["')\]]?$/u.test(one) ? one : `${one}.`;
    })
    .join("\n");
}

interface Around {
  readonly known: KnownWords;
  readonly before: Clause | undefined;
}

function englishKind(raw: RawClause, sentence: Sentence, { known, before }: Around): ClauseKind {
  if (sentence.isQuestion && !/^(?:but|and)?\s*(?:done|sent)\b/iu.test(raw.text)) return "open";
  if (
    openJoints.has(raw.joint) ||
    new RegExp(String.raw`^(?:should (?:the|it|this|you)|had (?:the|it))\b`, "iu").test(raw.text)
  ) {
    return "open";
  }
  const lean = leanText(raw.text);
  if (/[❌✗✘🚫]/u.test(raw.text)) return "denial";
  if (/[✅✔✓☑]/u.test(raw.text) && !raw.words.some((word) => negators.has(word))) {
    return tellsFailure(raw, known) ? "denial" : "claim";
  }
  const done = completion(lean);
  const ended = /\bno longer\b|\bnot \S+ any ?more\b/iu.test(lean);
  if ((ended && known.isEnding === true) || endedState.test(lean)) return "claim";
  if (cameTrue.test(sentence.text) && /\bcould be \S+/iu.test(lean)) return "claim";
  if (tellsFailure(raw, known)) return "denial";
  if (isServiceSpeaking(lean)) return "other";
  const [, switched] = /\b(?:is|are) (?:now |back |already )?(on|off)$/iu.exec(lean) ?? [];
  if (switched !== undefined && known.switched !== undefined) {
    return switched.toLowerCase() === known.switched ? "claim" : "denial";
  }
  const words = wordsOf(lean);
  const until = done === undefined ? words.length : wordsOf(lean.slice(0, done)).length + 1;
  const head = words.slice(0, until);
  if (head.some((word) => negators.has(word))) return "denial";
  if (head.some((word) => modals.has(word)) || modalPhrases.some((one) => one.test(lean))) {
    return isGeneric(lean) ? "claim" : "open";
  }
  if (/\bstill\b/iu.test(lean) && !/\bstill (?:been )?\w+(?:ed|sent|made|paid)\b/iu.test(lean)) {
    return done === undefined || !doneByVerb(lean, () => true) ? "denial" : "claim";
  }
  // "was not checked, saved or sent": what comes without a subject goes on with what was before.
  const goesOn = before !== undefined && /^(?:and |or )?\w+(?:ed|sent|made|paid)\b/iu.test(lean);
  if (goesOn && raw.joint !== "" && before.kind !== "other") {
    return before.kind === "open" ? "open" : before.kind;
  }
  return done === undefined ? "other" : "claim";
}

function leanText(text: string): string {
  return text
    .replaceAll(/\p{Extended_Pictographic}\uFE0F?/gu, " ")
    .replaceAll(/["“”()[\]!?.,;…]+(?=\s|$)/gu, "")
    .replaceAll(/(?<=^|\s)["“”([]+/gu, "")
    .replaceAll(/\s+/gu, " ")
    .trim();
}

function tellsFailure({ text, words }: RawClause, { harmless }: KnownWords): boolean {
  if (failurePhrases.some((one) => one.test(text) && !isHarmlessTurn(one, harmless))) return true;
  return words.some((word, at) => {
    // `unlocked` where something was to be locked.
    if (word.startsWith("un") && harmless?.has(stem(word.slice(2))) === true) return true;
    const isWord = failureWords.has(word) || (/^un\w+ed$/u.test(word) && !undoing.test(word));
    if (!isWord || harmless?.has(stem(word)) === true) return false;
    if (word === "down" && /\bdown (?:to|by) \d/iu.test(text)) return false;
    const [before = "", earlier = ""] = [words[at - 1], words[at - 2]];
    if (/^(?:bounced|broke|cut|halted)$/u.test(word) && /^(?:i|we)$/u.test(before)) return false;
    // "Your issue was logged": it is the user's, and not one of the agent.
    const isTheirs = before === "your" || (before === "this" && earlier !== "with");
    if (isTheirs && /^(?:issue|problem|trouble|error)s?$/u.test(word)) return false;
    // "I told them that it has problems": what was told is no failure of telling.
    const isTold = new RegExp(
      String.raw`^(?:i|we) (?:have )?(?:told|informed|notified|alerted|warned|` +
        String.raw`posted|wrote|let)\b`,
      "iu",
    );
    if (
      isTold.test(text) &&
      words
        .slice(0, at)
        .some((one) => new RegExp(String.raw`^(?:that|about|of|saying)$`, "u").test(one))
    ) {
      return false;
    }
    // "filed a ticket about the login error" tells of no failure of its own.
    const isTopic = words
      .slice(Math.max(0, at - 4), at)
      .some((one) => one === "about" || one === "regarding" || one === "concerning");
    return !isTopic;
  });
}

/** `turned down` is what was asked for where the tool turns something. */
function isHarmlessTurn(shape: RegExp, harmless: ReadonlySet<string> | undefined): boolean {
  return shape.source.includes("turned") && harmless?.has("turn") === true;
}

const undoing = new RegExp(
  String.raw`^un(?:lock|subscrib|install|block|mut|delet|link|pin|follow|` +
    String.raw`archiv|assign|publish|do)`,
  "u",
);

/** "The service returned a list": whoever answers is told of, and nothing that was done. */
function isServiceSpeaking(lean: string): boolean {
  return new RegExp(
    String.raw`\b(?:service|server|system|provider|gateway|api|backend|database|` +
      String.raw`tool)\b (?:\S+ ){0,2}(?:returned|reported|answered|responded|` +
      String.raw`replied|said|told|gave|threw|closed|sent back|seems|appears)\b`,
    "iu",
  ).test(lean);
}

function kindIn(
  language: LanguageWords,
  { text }: RawClause,
  { isQuestion }: Sentence,
): ClauseKind {
  if (isQuestion) return "open";
  if (language.negated.test(text) || language.failed.test(text)) return "denial";
  if (language.open.test(text)) return "open";
  return language.done.test(text) ? "claim" : "other";
}
