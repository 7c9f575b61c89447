import { plainText, wordsOf } from "./words.ts";

/** A quotation that a colon leads to. */
export const quoting: RegExp = /^["“„«]/u;

/** "She finds you unreliable": what is so, of somebody whom the request is about. */
export const toldOfThem: RegExp = new RegExp(
  String.raw`^(?:and |but |though |still )*(?:she|he|they) (?!(?:is|are|was|were|has|have|had|` +
    String.raw`will|would|can|could|may|might|must|should|do|does|did|need|decide|belong|` +
    String.raw`deserve|trust|expect|own|keep|protect|apply|exist|require|stay|know|handle|` +
    String.raw`prefer)s?\b)\p{L}+`,
  "iu",
);

/** "Amir got a B+ and Chloe a C": somebody whom the request does not name is told of. */
export function tellsOfPerson(text: string, prompt: string): string | undefined {
  const plain = plainText(text);
  if (pairs.test(plain)) return "tells names with values";
  const [, one = "", other = ""] = listedNames.exec(plain) ?? [];
  const asked = new Set(wordsOf(prompt));
  const isNew = one !== "" && ![one, other].some((name) => asked.has(name.toLowerCase()));
  if (isNew) return `names ${one} and ${other}`;
  for (const [, before = "", name = ""] of plain.matchAll(toldOf)) {
    const isBeginning = before === "" || /[.!?]\s*$/u.test(before);
    if (!isBeginning && !asked.has(name.toLowerCase())) return `tells something of ${name}`;
  }
  return undefined;
}

// --- inside ---

const pairs = /(?<![.!?] )\b\p{Lu}\p{Ll}+:? \p{Lu}?[\d+-]{1,6}(?:,| and) \p{Lu}\p{Ll}+:? \S{1,6}/u;

/** "Kim, Oleg and Priya", which are no days, months or departments. */
const listedNames = new RegExp(
  String.raw`\b(?!\p{L}+day\b)(\p{Lu}\p{Ll}+)(?:,| and|, and) (?!\p{L}+day\b)(\p{Lu}\p{Ll}+)\b` +
    String.raw`(?= and|[.,;]| \p{Ll})`,
  "u",
);

const toldOf = new RegExp(
  String.raw`(^|\S+\s+)(?!I\b|English\b)(\p{Lu}\p{Ll}+) (?:got|earns|lives|takes|told|said|` +
    String.raw`wrote|owes|gets|received|was|has|had|is)\b(?! to\b)`,
  "gu",
);
