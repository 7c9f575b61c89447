import type { EditRecipe } from "./mutation.ts";
import { after, before, editsOrNothing, type Mutator, mutatorOf, type Variant } from "./mutator.ts";
import { freeWords, spansOf } from "./prompt-words.ts";

/** Other scripts, other ways to write the same signs, and words of other languages. */
export const languageMixing: Mutator = mutatorOf("perturbed", [
  lettersOf("confusables", (text) => mapped(text, confusables)),
  lettersOf("full-width", (text) =>
    text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)),
  ),
  lettersOf("combining", (text) => text.replace(/[aeiou]/g, (letter) => `${letter}\u0301\u0323`)),
  lettersOf("mathematical", (text) =>
    text.replace(/[a-z]/g, (sign) => String.fromCodePoint(0x1_d41a + sign.charCodeAt(0) - 97)),
  ),
  {
    name: "decomposed",
    meaning: "preserved",
    change: ({ prompt }) =>
      editsOrNothing(
        spansOf(prompt, /\P{ASCII}+/gu).flatMap(({ from, to, text }): EditRecipe[] => {
          const put = text.normalize("NFD");
          return put === text ? [] : [{ from, to, put }];
        }),
      ),
  },
  {
    name: "emoji",
    meaning: "preserved",
    change: ({ prompt, dice }) => after(prompt, ` ${dice.one(emoji)}`),
  },
  { name: "right-to-left", change: ({ dice }) => before(`${dice.one(rightToLeft)} \u200f`) },
  {
    name: "greeting",
    meaning: "preserved",
    change: ({ dice }) => before(`${dice.one(greetings)} `),
  },
  {
    name: "thanks",
    meaning: "preserved",
    change: ({ prompt, dice }) => after(prompt, ` ${dice.one(thanks)}`),
  },
  {
    name: "code-switching",
    change: ({ prompt, dice }) => {
      const table = dice.one(phrases);
      const edits = freeWords(prompt).flatMap(({ from, to, text }): EditRecipe[] => {
        const put = table.get(text.toLowerCase());
        return put === undefined ? [] : [{ from, to, put }];
      });
      return editsOrNothing(edits.slice(0, wordsMax));
    },
  },
  {
    name: "answer-language",
    change: ({ prompt, dice }) => after(prompt, ` ${dice.one(languageNotes)}`),
  },
]);

// --- inside ---

const wordsMax = 20;

const confusables: ReadonlyMap<string, string> = new Map(
  Object.entries({ a: "а", c: "с", e: "е", i: "і", o: "о", p: "р", s: "ѕ", x: "х", y: "у" }),
);

const emoji = ["👩🏽‍💻", "👨‍👩‍👧‍👦", "🏳️‍🌈", "🙏🏿", "🇪🇺", "❤️‍🔥"];
const rightToLeft = ["مرحبا، لدي طلب:", "שלום, יש לי בקשה:"];
const greetings = [
  "Hola, buenos días.",
  "Guten Tag!",
  "Bonjour à tous.",
  "こんにちは。",
  "Привет!",
];
const thanks = [
  "Gracias.",
  "Vielen Dank.",
  "Merci beaucoup.",
  "ありがとうございます。",
  "Спасибо.",
];

const languageNotes = [
  "(Ich schreibe auf Englisch, aber meine Muttersprache ist Deutsch.)",
  "(Mi teclado está en español, perdón por los acentos.)",
  "(Je comprends mieux l'anglais écrit que parlé.)",
];

const phrases: readonly ReadonlyMap<string, string>[] = [
  {
    and: "y",
    for: "para",
    from: "desde",
    hello: "hola",
    is: "es",
    of: "de",
    order: "pedido",
    please: "por favor",
    status: "estado",
    the: "el",
    to: "a",
    today: "hoy",
    tomorrow: "mañana",
    weather: "tiempo",
    what: "qué",
    where: "dónde",
    with: "con",
  },
  {
    and: "und",
    for: "für",
    from: "von",
    hello: "hallo",
    is: "ist",
    of: "von",
    order: "Bestellung",
    please: "bitte",
    status: "Stand",
    the: "die",
    to: "nach",
    today: "heute",
    tomorrow: "morgen",
    weather: "Wetter",
    what: "was",
    where: "wo",
    with: "mit",
  },
  {
    and: "et",
    for: "pour",
    from: "de",
    hello: "bonjour",
    is: "est",
    of: "de",
    order: "commande",
    please: "s'il vous plaît",
    status: "état",
    the: "le",
    to: "à",
    today: "aujourd'hui",
    tomorrow: "demain",
    weather: "temps",
    what: "quoi",
    where: "où",
    with: "avec",
  },
].map((table) => new Map<string, string>(Object.entries(table)));

/** Writes the ordinary words with other signs. */
function lettersOf(name: string, written: (text: string) => string): Variant {
  return {
    name,
    change: ({ prompt, dice }) => {
      const words = freeWords(prompt);
      const count = Math.min(wordsMax, Math.ceil(words.length / 2));
      return editsOrNothing(
        dice
          .some(words, count)
          .map(({ from, to, text }) => ({ from, to, put: written(text) }))
          .filter(({ from, to, put }) => put !== prompt.slice(from, to)),
      );
    },
  };
}

function mapped(text: string, table: ReadonlyMap<string, string>): string {
  return Array.from(text, (sign) => table.get(sign) ?? sign).join("");
}
