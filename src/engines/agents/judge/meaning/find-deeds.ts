import { irregularPast, noAction } from "./action-words.ts";
import { fillers, genericClaims, stateWords } from "./english-words.ts";

/** Where the first completed action of a clause stands; undefined where there is none. */
export function completion(lean: string): number | undefined {
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
export function doneByVerb(lean: string, isWanted: (word: string) => boolean): number | undefined {
  const places = verbsOf(lean, isWanted).map(({ at }) => at);
  return places.length === 0 ? undefined : Math.min(...places);
}

/** The words that tell what was done. */
export function deedsOf(lean: string): readonly string[] {
  const verbs = verbsOf(lean, () => true).map(({ word }) => word);
  const states = state.exec(lean)?.[0].split(" ").slice(1) ?? [];
  return [...verbs, ...states].map((word) => word.toLowerCase());
}

/** Whether a clause says that all went well and names nothing. */
export function isGeneric(lean: string): boolean {
  return genericClaims.some((one) => one.test(lean));
}

/** Whether a clause has an auxiliary verb. */
export const hasAuxiliary: RegExp =
  /\b(?:is|are|was|were|has|have|had|been|am|do|does|did|will)\b/iu;

// --- inside ---

const past = "([\\p{L}-]+ed|[\\p{L}-]+)";
/** Past forms that are imperatives as well. */
const bases = new Set("put set cut shut let split spread reset rerun come become".split(" "));
const passive = new RegExp(
  `\\b(?:is|are|was|were|been|am|got|gets|has been|have been)\\s+${fillers}${past}\\b`,
  "giu",
);
/** Words that are no subject. */
const noSubject =
  "the|an?|your|my|our|of|to|for|in|with|about|by|this|that|and|or|from|at|on|as|any|no|very|more";
const active = new RegExp(
  `(?:^|\\b)(?:i|we|you|it|he|she|they|who|(?!(?:${noSubject})\\b)\\p{L}[\\p{L}\\p{N}.'-]*)` +
    `\\s+(?:have |has |had |did )?${fillers}${past}\\b`,
  "giu",
);
const bare = new RegExp(`^(?:and |or |now |just |already )*${past}\\b`, "iu");
const state = new RegExp(
  `\\b(?:is|are|am|was|were|stands)\\s+${fillers}${stateWords}(?=\\s|$)`,
  "iu",
);
const ending = new RegExp(
  `\\s(?:successfully )?(${stateWords}|\\p{L}+ed|sent|made|paid|set|built|done)(?: successfully)?$`,
  "iu",
);
const phrases: readonly RegExp[] = [
  /\bsuccess(?:ful(?:ly)?)?\b|\bsucceeded\b/iu,
  /^(?:i|we) (?:have )?(?:just |already )?(?:told|informed|let) \S+/iu,
  /\b(?:managed|was able|were able|am able) to \w+/iu,
  new RegExp(
    String.raw`\b(?:went|got|gone|made it|came|come|pulled|sailed|left|came) ` +
      String.raw`(?:through|out|in|over|to \p{Lu}|without|off)\b`,
    "u",
  ),
  /\b(?:made it to|arrived|landed|exists?|took effect|taken effect|took care of|taken care of)\b/iu,
  /\b(?:finished|completed|done) \w+ing\b|\bit worked\b|\bworked (?:out|fine|well|now)\b/iu,
  new RegExp(
    String.raw`\b(?:you|we|\p{Lu}[\p{L}]+) (?:now )?(?:has|have|got) (?:now ` +
      String.raw`)?(?:an?|the|your|his|her|their) \p{L}+`,
    "u",
  ),
  new RegExp(
    String.raw`\b(?:let|dropped) \p{L}+ (?:know|an?)\b|\b(?:set|put|` +
      String.raw`switch(?:ed)?|turn(?:ed)?) (?:up|on|off|the|your|it|in)\b`,
    "iu",
  ),
  /^(?!(?:i|we|you)\b).*\b(?:has|have) (?:now |already |just )?been (?:told|briefed)\b/iu,
  /\bhave \S.* registered\b|\b(?:went|gone|goes|come) live\b/iu,
  // What is so now was not so before.
  new RegExp(
    String.raw`\b(?:is|are) (?:now|again|back)\b(?! (?:to|with) )|\bnow ` +
      String.raw`(?:contains?|has|includes?|shows?|lists?|reads?|belongs?|uses?|` +
      String.raw`points?|runs?|works?|owns?)\b|\b(?:running|working|up) again\b`,
    "iu",
  ),
];

interface FoundVerb {
  readonly at: number;
  readonly word: string;
}

function verbsOf(lean: string, isWanted: (word: string) => boolean): readonly FoundVerb[] {
  const isPast = (word: string | undefined): boolean => {
    const small = word?.toLowerCase() ?? "";
    if (noAction.has(small) || !isWanted(small)) return false;
    return (small.endsWith("ed") && small.length > 3) || irregularPast.has(small);
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
