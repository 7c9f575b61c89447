import type { EditRecipe } from "./mutation.ts";
import {
  type DrawnMutationInput,
  editsOrNothing,
  type Mutator,
  mutatorOf,
  type Variant,
} from "./mutator.ts";
import { freeGaps, freeWords, type Span } from "./prompt-words.ts";

/** Slips of the keyboard in ordinary words; numbers, ids, names and negations stay. */
export const noise: Mutator = mutatorOf("preserved", [
  eachWord("keyboard", 4, (word, { dice }) => {
    const at = inside(word, dice.number(word.length - 2));
    const neighbours = keyboard.get(word.charAt(at));
    return neighbours === undefined
      ? word
      : replaced(word, at, neighbours.charAt(dice.number(neighbours.length)));
  }),
  eachWord("swap", 4, (word, { dice }) => {
    const at = 1 + dice.number(word.length - 2);
    return word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2);
  }),
  eachWord("drop", 5, (word, { dice }) =>
    replaced(word, inside(word, dice.number(word.length)), ""),
  ),
  eachWord("double", 4, (word, { dice }) => {
    const at = inside(word, dice.number(word.length));
    return replaced(word, at, word.charAt(at).repeat(2));
  }),
  eachWord("split", 6, (word, { dice }) => {
    const at = 2 + dice.number(word.length - 3);
    return `${word.slice(0, at)} ${word.slice(at)}`;
  }),
  eachWord("case", 4, (word, { dice }) => {
    const at = dice.number(word.length);
    return replaced(word, at, word.charAt(at).toUpperCase());
  }),
  eachWord("misspelling", 4, (word) => misspellings.get(word) ?? word),
  eachWord("abbreviation", 2, (word) => abbreviations.get(word) ?? word),
  {
    name: "spaces",
    change: ({ prompt, dice }) =>
      editsOrNothing(
        dice.some(freeGaps(prompt), 3).map(({ from, to }) => ({ from, to, put: "   " })),
      ),
  },
  { name: "space-after", change: ({ prompt }) => ({ edits: [end(prompt, " ")] }) },
  { name: "newline-after", change: ({ prompt }) => ({ edits: [end(prompt, "\n")] }) },
]);

// --- inside ---

/** One slip for so many words, and never more than this: a reader still knows what is meant. */
const wordsPerSlip = 6;
const slipsMax = 6;

const keyboard: ReadonlyMap<string, string> = new Map(
  Object.entries({
    a: "sq",
    b: "vn",
    c: "xv",
    d: "sf",
    e: "wr",
    f: "dg",
    g: "fh",
    h: "gj",
    i: "uo",
    j: "hk",
    k: "jl",
    l: "ko",
    m: "nj",
    n: "bm",
    o: "ip",
    p: "ol",
    q: "wa",
    r: "et",
    s: "ad",
    t: "ry",
    u: "yi",
    v: "cb",
    w: "qe",
    x: "zc",
    y: "tu",
    z: "xs",
  }),
);

const misspellings: ReadonlyMap<string, string> = new Map(
  Object.entries({
    about: "abuot",
    account: "acount",
    address: "adress",
    because: "becuase",
    before: "befor",
    check: "chekc",
    customer: "costumer",
    could: "coud",
    delivery: "delivary",
    find: "fidn",
    friend: "freind",
    from: "frmo",
    have: "haev",
    information: "infomation",
    please: "plese",
    order: "oder",
    payment: "payement",
    receive: "recieve",
    refund: "refudn",
    should: "shoud",
    status: "staus",
    tell: "tel",
    that: "taht",
    their: "thier",
    there: "ther",
    these: "thse",
    this: "tihs",
    what: "waht",
    when: "wehn",
    where: "whre",
    which: "wich",
    will: "wil",
    with: "wiht",
    would: "woud",
    your: "yuor",
  }),
);

const abbreviations: ReadonlyMap<string, string> = new Map(
  Object.entries({
    and: "&",
    are: "r",
    because: "bc",
    before: "b4",
    for: "4",
    great: "gr8",
    information: "info",
    message: "msg",
    people: "ppl",
    please: "pls",
    thanks: "thx",
    that: "tht",
    tomorrow: "tmrw",
    with: "w/",
    you: "u",
    your: "ur",
  }),
);

/** Changes some ordinary words; only those that the change changes count. */
function eachWord(
  name: string,
  lettersMin: number,
  written: (word: string, given: DrawnMutationInput) => string,
): Variant {
  return {
    name,
    change: (given) => {
      const words = freeWords(given.prompt).filter((span) => isOrdinary(span, lettersMin));
      const changed = words
        .map((span): EditRecipe => ({
          from: span.from,
          to: span.to,
          put: written(span.text, given),
        }))
        .filter(({ put }, index) => put !== words[index]?.text);
      const count = Math.min(slipsMax, 1 + Math.floor(words.length / wordsPerSlip));
      return editsOrNothing(given.dice.some(changed, count));
    },
  };
}

/** Plain small letters: others may not be parted, and names begin with a capital. */
function isOrdinary({ text }: Span, lettersMin: number): boolean {
  return text.length >= lettersMin && /^[a-z]+$/.test(text);
}

/** A place that is neither the first letter nor the last one. */
function inside(word: string, drawn: number): number {
  return Math.min(word.length - 2, Math.max(1, drawn));
}

function replaced(word: string, at: number, put: string): string {
  return word.slice(0, at) + put + word.slice(at + 1);
}

function end(prompt: string, put: string): EditRecipe {
  return { from: prompt.length, to: prompt.length, put };
}
