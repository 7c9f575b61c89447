import type { EditRecipe } from "./mutation.ts";
import { after, before, editsOrNothing, type Mutator, mutatorOf, type Variant } from "./mutator.ts";
import { keptSpans, spansOf, wordsOf } from "./prompt-words.ts";

/** Almost the same words that ask for something else: the answer must be another one. */
export const semanticSimilarityAttack: Mutator = mutatorOf(
  "perturbed",
  [
    {
      name: "antonym",
      change: ({ prompt, dice }) => {
        const kept = keptSpans(prompt);
        const edits = wordsOf(prompt).flatMap(({ from, to, text }): EditRecipe[] => {
          const put = antonyms.get(text.toLowerCase());
          if (put === undefined || kept.some((span) => from < span.to && span.from < to)) return [];
          return [{ from, to, put: likeCase(put, text) }];
        });
        return editsOrNothing(dice.some(edits, 1));
      },
    },
    {
      name: "number",
      change: ({ prompt, dice }) => {
        const numbers = spansOf(prompt, /(?<![\d.])\d{1,9}(?![\d.])/gu);
        return editsOrNothing(
          dice.some(numbers, 1).map(({ from, to, text }) => ({ from, to, put: otherNumber(text) })),
        );
      },
    },
    {
      name: "negated-verb",
      change: ({ prompt }) => {
        const [verb] = spansOf(prompt, auxiliaries);
        if (verb === undefined) return undefined;
        return { edits: [{ from: verb.to, to: verb.to, put: " not" }] };
      },
    },
    {
      name: "entity",
      change: ({ prompt, dice }) => {
        const named = spansOf(
          prompt,
          /(?<=\p{Ll} )\p{Lu}\p{Ll}{2,30}(?:\s\p{Lu}\p{Ll}{2,30}){0,2}/gu,
        );
        return editsOrNothing(
          dice.some(named, 1).map(({ from, to, text }) => ({
            from,
            to,
            put: dice.one(others.filter((name) => name !== text)),
          })),
        );
      },
    },
    quantity("all-but", [
      [/\ball\b/iu, "none"],
      [/\bevery\b/iu, "no"],
      [/\bany\b/iu, "no"],
    ]),
    quantity("only", [
      [/\bfirst\b/iu, "last"],
      [/\blast\b/iu, "first"],
      [/\bbefore\b/iu, "after"],
    ]),
    { name: "do-not", change: () => before("Do not do this, only say why one would: ") },
    { name: "opposite", change: ({ prompt }) => after(prompt, " I mean the opposite of that.") },
    { name: "count-words", change: () => before("How many words does this request have: ") },
  ],
  { mustDiffer: true },
);

// --- inside ---

/** Not before a subject: `could not you` is no English. */
const auxiliaries = /\b(?:can|should|will|is|are|must)\b(?!\s+(?:you|I|we|they|it|there|not)\b)/giu;
const others = ["Reykjavik", "Montevideo", "Ulaanbaatar", "Windhoek"];

const pairs = [
  ["accept", "reject"],
  ["add", "remove"],
  ["allow", "forbid"],
  ["approve", "decline"],
  ["book", "cancel"],
  ["buy", "sell"],
  ["cheapest", "dearest"],
  ["cheap", "expensive"],
  ["close", "open"],
  ["create", "delete"],
  ["earliest", "latest"],
  ["enable", "disable"],
  ["encrypt", "decrypt"],
  ["hide", "show"],
  ["high", "low"],
  ["highest", "lowest"],
  ["include", "exclude"],
  ["increase", "decrease"],
  ["inbound", "outbound"],
  ["join", "leave"],
  ["largest", "smallest"],
  ["longest", "shortest"],
  ["maximum", "minimum"],
  ["more", "less"],
  ["newest", "oldest"],
  ["send", "withhold"],
  ["start", "stop"],
  ["upload", "download"],
  ["with", "without"],
  ["best", "worst"],
  ["credit", "debit"],
  ["start", "end"],
] as const;
const antonyms: ReadonlyMap<string, string> = new Map(
  pairs.flatMap(([one, other]) => [[one, other] as const, [other, one] as const]),
);

/** Another number with as many digits. */
function otherNumber(digits: string): string {
  const last = Number(digits.slice(-1));
  return digits.slice(0, -1) + String((last + 3) % 10);
}

function quantity(name: string, rules: readonly (readonly [RegExp, string])[]): Variant {
  return {
    name,
    change: ({ prompt }) => {
      for (const [shape, put] of rules) {
        const [found] = spansOf(prompt, new RegExp(shape, "giu"));
        if (found === undefined) continue;
        return { edits: [{ from: found.from, to: found.to, put: likeCase(put, found.text) }] };
      }
      return undefined;
    },
  };
}

function likeCase(word: string, sample: string): string {
  return /^\p{Lu}/u.test(sample) ? word.charAt(0).toUpperCase() + word.slice(1) : word;
}
