import { irregularPast, noAction, readVerbs } from "./action-words.ts";
import {
  cameTrue,
  courtesyWords,
  endedState,
  failurePhrases,
  failureWords,
  fillers,
  genericClaims,
  modalPhrases,
  modals,
  negators,
  openJoints,
  promisedResult,
  stateWords,
  strippedPhrases,
} from "./english-words.ts";
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
  const language = languageOf(wordsOf(text));
  return sentencesOf(stripped(text)).flatMap((sentence) => {
    const clauses: Clause[] = [];
    for (const raw of sentence.clauses) {
      const kind =
        language === undefined
          ? englishKind(raw, sentence, { known, before: clauses.at(-1) })
          : kindIn(language, raw, sentence);
      clauses.push(clauseOf(raw, kind));
    }
    return clauses;
  });
}

// --- inside ---

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
      words.filter((word) => failureWords.has(word)).every((word) => courtesyWords.has(word)) &&
      !failurePhrases.some((one) => one.test(text)),
    isPromise: kind === "open" && promisedResult.test(lean),
    isRead: words.some((word) => readVerbs.has(word)) && !doneByVerb(lean, (w) => !readVerbs.has(w)),
    isPersonal,
  };
}

const personal = new Set("i we you your yours me my our us ich wir sie ihre je j'ai nous he".split(" "));
const hasAuxiliary = /\b(?:is|are|was|were|has|have|had|been|am|do|does|did|will)\b/iu;

function stripped(text: string): string {
  const plain = sentencesText(text);
  let left = plain;
  for (const phrase of strippedPhrases) left = left.replaceAll(phrase, " ");
  return left;
}

/** Contractions must be written out before phrases are looked for. */
function sentencesText(text: string): string {
  return sentencesOf(text)
    .map(({ text: one }) => (/[.!?;…]["')\]]?$/u.test(one) ? one : `${one}.`))
    .join("\n");
}

interface Around {
  readonly known: KnownWords;
  readonly before: Clause | undefined;
}

function englishKind(raw: RawClause, sentence: Sentence, { known, before }: Around): ClauseKind {
  if (sentence.isQuestion && !/^(?:but|and)?\s*(?:done|sent)\b/iu.test(raw.text)) return "open";
  if (openJoints.has(raw.joint) || /^(?:should (?:the|it|this|you)|had (?:the|it))\b/iu.test(raw.text)) {
    return "open";
  }
  const lean = leanText(raw.text);
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
    const [before = "", earlier = ""] = [words[at - 1], words[at - 2]];
    if (/^(?:bounced|broke|cut|halted)$/u.test(word) && /^(?:i|we)$/u.test(before)) return false;
    // "Your issue was logged": it is the user's, and not one of the agent.
    const isTheirs = before === "your" || (before === "this" && earlier !== "with");
    if (isTheirs && /^(?:issue|problem|trouble|error)s?$/u.test(word)) return false;
    // "I told them that it has problems": what was told is no failure of telling.
    const isTold = /^(?:i|we) (?:have )?(?:told|informed|notified|alerted|warned|posted|wrote|let)\b/iu;
    if (isTold.test(text) && words.slice(0, at).some((one) => /^(?:that|about|of|saying)$/u.test(one))) {
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

const undoing = /^un(?:lock|subscrib|install|block|mut|delet|link|pin|follow|archiv|assign|publish|do)/u;

/** "The service returned a list": whoever answers is told of, and nothing that was done. */
function isServiceSpeaking(lean: string): boolean {
  return /\b(?:service|server|system|provider|gateway|api|backend|database|tool)\b (?:\S+ ){0,2}(?:returned|reported|answered|responded|replied|said|told|gave|threw|closed|sent back|seems|appears)\b/iu.test(
    lean,
  );
}

function isGeneric(lean: string): boolean {
  return genericClaims.some((one) => one.test(lean));
}

const past = "([\\p{L}-]+ed|[\\p{L}-]+)";
/** Past forms that are imperatives as well. */
const bases = new Set("put set cut shut let split spread reset rerun come become".split(" "));
const passive = new RegExp(
  `\\b(?:is|are|was|were|been|am|got|gets|has been|have been)\\s+${fillers}${past}\\b`,
  "giu",
);
const active = new RegExp(
  `(?:^|\\b)(?:i|we|you|it|he|she|they|who|(?!(?:the|an?|your|my|our|of|to|for|in|with|about|by|this|that|and|or|from|at|on|as|any|no|very|more)\\b)\\p{L}[\\p{L}\\p{N}.'-]*)\\s+(?:have |has |had |did )?${fillers}${past}\\b`,
  "giu",
);
const bare = new RegExp(`^(?:and |or |now |just |already )*${past}\\b`, "iu");
const state = new RegExp(`\\b(?:is|are|am|was|were|stands)\\s+${fillers}${stateWords}(?=\\s|$)`, "iu");
const ending = new RegExp(
  `\\s(?:successfully )?(${stateWords}|\\p{L}+ed|sent|made|paid|set|built|done)(?: successfully)?$`,
  "iu",
);
const phrases: readonly RegExp[] = [
  /\bsuccess(?:ful(?:ly)?)?\b|\bsucceeded\b/iu,
  /^(?:i|we) (?:have )?(?:just |already )?(?:told|informed|let) \S+/iu,
  /\b(?:managed|was able|were able|am able) to \w+/iu,
  /\b(?:went|got|gone|made it|came|come|pulled|sailed|left|came) (?:through|out|in|over|to \p{Lu}|without|off)\b/u,
  /\b(?:made it to|arrived|landed|exists?|took effect|taken effect|took care of|taken care of)\b/iu,
  /\b(?:finished|completed|done) \w+ing\b|\bit worked\b|\bworked (?:out|fine|well|now)\b/iu,
  /\b(?:you|we|\p{Lu}[\p{L}]+) (?:now )?(?:has|have|got) (?:now )?(?:an?|the|your|his|her|their) \p{L}+/u,
  /\b(?:let|dropped) \p{L}+ (?:know|an?)\b|\b(?:set|put|switch(?:ed)?|turn(?:ed)?) (?:up|on|off|the|your|it|in)\b/iu,
  /\bhave \S.* registered\b|\b(?:went|gone|goes|come) live\b/iu,
  // What is so now was not so before.
  /\b(?:is|are) (?:now|again|back)\b(?! (?:to|with) )|\bnow (?:contains?|has|includes?|shows?|lists?|reads?|belongs?|uses?|points?|runs?|works?|owns?)\b|\b(?:running|working|up) again\b/iu,
];

/** Where the first completed action of a clause stands; undefined where there is none. */
function completion(lean: string): number | undefined {
  const places = [
    doneByVerb(lean, () => true),
    state.exec(lean)?.index,
    isGeneric(lean) ? 0 : undefined,
    ...phrases.map((one) => one.exec(lean)?.index),
    isHeadline(lean) ? lean.lastIndexOf(" ") : undefined,
  ].filter((place) => place !== undefined);
  return places.length === 0 ? undefined : Math.min(...places);
}

/** The place of a verb that tells a completed action. */
function doneByVerb(lean: string, isWanted: (word: string) => boolean): number | undefined {
  const places = verbsOf(lean, isWanted).map(({ at }) => at);
  return places.length === 0 ? undefined : Math.min(...places);
}

function deedsOf(lean: string): readonly string[] {
  const verbs = verbsOf(lean, () => true).map(({ word }) => word);
  const states = state.exec(lean)?.[0].split(" ").slice(1) ?? [];
  return [...verbs, ...states].map((word) => word.toLowerCase());
}

interface FoundVerb {
  readonly at: number;
  readonly word: string;
}

function verbsOf(lean: string, isWanted: (word: string) => boolean): readonly FoundVerb[] {
  const isPast = (word: string | undefined): boolean => {
    const small = word?.toLowerCase() ?? "";
    if (noAction.has(small) || !isWanted(small)) return false;
    return (/ed$/u.test(small) && small.length > 3) || irregularPast.has(small);
  };
  const found: FoundVerb[] = [];
  const opening = bare.exec(lean);
  if (opening !== null && isPast(opening[1]) && !bases.has(opening[1]?.toLowerCase() ?? "")) {
    found.push({ at: 0, word: opening[1] ?? "" });
  }
  for (const shape of [passive, active]) {
    for (const one of stepwise(shape, lean)) {
      if (isPast(one[1])) found.push({ at: one.index, word: one[1] ?? "" });
    }
  }
  return found;
}

/** Matches that may overlap: each one is looked for from the word after the last one's start. */
function* stepwise(shape: RegExp, text: string): Generator<RegExpExecArray> {
  const own = new RegExp(shape.source, shape.flags);
  for (let found = own.exec(text); found !== null; found = own.exec(text)) {
    yield found;
    const next = text.indexOf(" ", found.index + 1);
    if (next < 0) return;
    own.lastIndex = next + 1;
  }
}

const headlineMax = 7;

/** `Mail sent`, `Transaction complete`: no verb but what was done, at the end. */
function isHeadline(lean: string): boolean {
  if (hasAuxiliary.test(lean) || lean.split(" ").length > headlineMax) return false;
  const last = ending.exec(lean)?.[1]?.toLowerCase();
  return last !== undefined && !noAction.has(last);
}

function kindIn(language: LanguageWords, { text }: RawClause, { isQuestion }: Sentence): ClauseKind {
  if (isQuestion) return "open";
  if (language.negated.test(text) || language.failed.test(text)) return "denial";
  if (language.open.test(text)) return "open";
  return language.done.test(text) ? "claim" : "other";
}
