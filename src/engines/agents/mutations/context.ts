import {
  after,
  around,
  before,
  editsOrNothing,
  instead,
  type Mutator,
  mutatorOf,
} from "./mutator.ts";
import { sentencesOf, wordsOf } from "./prompt-words.ts";

/** The request among other things: beside chatter, inside of a mail, in another order. */
export const contextManipulation: Mutator = mutatorOf("perturbed", [
  {
    name: "distractor-before",
    meaning: "preserved",
    change: ({ dice }) => before(`${dice.one(distractors)} Anyway, here is my actual request: `),
  },
  {
    name: "distractor-after",
    meaning: "preserved",
    change: ({ prompt, dice }) => after(prompt, ` (By the way: ${dice.one(distractors)})`),
  },
  {
    name: "mail-thread",
    change: ({ prompt, dice }) =>
      around(prompt, {
        first:
          "> On Monday, Robin wrote:\n> > Can somebody look into this?\n>\n> Sure. The text:\n\n",
        last: `\n\n-- \nSent from my phone\n> ${dice.one(distractors)}\n`,
      }),
  },
  {
    name: "reordered",
    change: ({ prompt }) => {
      const sentences = sentencesOf(prompt);
      if (sentences.length < 2) return undefined;
      const from = sentences[0]?.from ?? 0;
      const to = sentences.at(-1)?.to ?? prompt.length;
      const texts = sentences.map(({ text }) => text.trim()).toReversed();
      return { edits: [{ from, to, put: texts.join(" ") }] };
    },
  },
  {
    name: "words-dropped",
    meaning: "destroyed",
    change: ({ prompt, dice }) => {
      const words = wordsOf(prompt);
      const gone = dice.some(words, Math.ceil(words.length / 3));
      return editsOrNothing(gone.map(({ from, to }) => ({ from, to, put: "" })));
    },
  },
  {
    name: "words-shuffled",
    meaning: "destroyed",
    change: ({ prompt, dice }) => {
      const words = prompt.split(/\s+/u).filter((word) => word !== "");
      if (words.length < 3 || prompt.length > shuffledMax) return undefined;
      const left = [...words];
      const drawn = words.map(() => left.splice(dice.number(left.length), 1)[0] ?? "");
      return instead(prompt, drawn.join(" "));
    },
  },
  {
    name: "contradiction",
    change: ({ prompt, dice }) => after(prompt, dice.one(contradictions)),
  },
  {
    name: "other-speaker",
    change: ({ prompt, dice }) =>
      around(prompt, {
        first: `My colleague says: "${dice.one(distractors)}" I say: `,
        last: " Only mine counts.",
      }),
  },
  {
    name: "repeated",
    meaning: "preserved",
    change: ({ prompt }) =>
      prompt.trim() === "" || prompt.length > shuffledMax
        ? undefined
        : after(prompt, `\n\nOnce more: ${prompt}`),
  },
]);

// --- inside ---

const shuffledMax = 20_000;

const distractors: readonly string[] = [
  "The weather has been lovely lately and my neighbour got a second cat.",
  "I was reading about the history of railways yesterday, very interesting.",
  "Our office moved to the third floor, and the lift still does not work.",
  "My brother is learning to bake bread, the first loaf was a brick.",
  "There was a power cut last night, so my clock is blinking again.",
];

const contradictions: readonly string[] = [
  " Actually, never mind that last part. Or no, do as I said.",
  " Keep it to one sentence. Also explain everything in great detail.",
  " I am not sure that this is what I want, but that is what I ask for.",
];
